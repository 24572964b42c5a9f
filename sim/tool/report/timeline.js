// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const results = data.results;

// A time in ns for people.
function time(ns) {
    if (ns === null || ns === undefined || Number.isNaN(ns)) return '–';
    const size = Math.abs(ns);
    if (size >= 1e9) return (ns / 1e9).toFixed(4) + ' s';
    if (size >= 1e6) return (ns / 1e6).toFixed(4) + ' ms';
    if (size >= 1e3) return (ns / 1e3).toFixed(3) + ' µs';
    return ns.toFixed(1) + ' ns';
}
const number = (n) => n === null || n === undefined ? '–' : n.toLocaleString('en-US', {maximumFractionDigits: 3});

function element(tag, parent, text, className) {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (className) node.className = className;
    if (parent) parent.append(node);
    return node;
}

function table(parent, columns, rows) {
    const box = element('div', parent, undefined, 'scroll');
    const node = element('table', box);
    const head = element('tr', element('thead', node));
    for (const c of columns) element('th', head, c.title, c.text ? 'text' : '');
    const body = element('tbody', node);
    for (const row of rows) {
        const line = element('tr', body);
        for (const c of columns) {
            const cell = element('td', line, c.value(row), c.text ? 'text' : '');
            if (c.mark) cell.classList.add(c.mark(row));
        }
    }
    if (!rows.length) element('p', box, 'none', 'hint');
}

function showHead() {
    const head = document.getElementById('head');
    const title = element('h1', head, results.scenario);
    element('span', title, results.verdict.toUpperCase(), 'badge ' + results.verdict);
    element('p', head, results.about);
    const facts = element('dl', head, undefined, 'facts');
    const fact = (name, value, code) => {
        const box = element('div', facts);
        element('dt', box, name);
        element(code ? 'code' : 'span', element('dd', box), value);
    };
    fact('board', results.board);
    fact('board file', results.board_file.replace(/^.*\//, ''), true);
    if (results.variant) fact('variant', results.variant);
    if (results.perturb.drawn) fact('figures', 'drawn within ' +
        (results.perturb.limit === undefined ? 'their uncertainty' : `${number(results.perturb.limit * 100)} % and their uncertainty`));
    fact('policy', results.policy);
    fact('seed', String(results.seed));
    fact('virtual', time(results.virtual_ns));
    fact('wall', results.wall_s.toFixed(1) + ' s');
    fact('memory', results.peak_rss_mib.toFixed(0) + ' MiB');
    fact('trace', results.trace_sha256, true);
    fact('inputs', results.inputs_sha256, true);
    fact('again', results.replay, true);
    document.title = results.scenario + ' – zynqtwin report';
    const named = (wanted) => results.figures.filter(wanted).map((f) => f.name).join(', ') || 'none';
    const doubt = element('p', head, undefined, 'hint');
    doubt.append('Costs: ');
    element('a', doubt, 'all figures of the board').href = '#costs';
    doubt.append(`. Lower bounds (the board takes at least this): ${named((f) => f.lower_bound)}. ` +
        `Estimates (nobody published them): ${named((f) => f.kind === 'estimate' && !f.lower_bound)}.`);
    if (results.cause) {
        const box = document.getElementById('trouble');
        box.hidden = false;
        element('h2', box, results.cause);
        element('pre', box, results.details);
    }
}

// Lanes of the timeline from top to bottom, and what lies in them.
function lanes() {
    const list = [];
    const add = (key, name, busy) => list.push({key, name, busy, bars: []});
    add('cpu0', 'CPU0', data.core_busy[0]);
    add('cpu1', 'CPU1', data.core_busy[1]);
    if (results.executions.some((e) => e.place === 'cpu?')) add('cpu?', 'CPU ?');
    for (const slot of data.slots) add(slot, 'slot ' + slot);
    add('icap', 'ICAP');
    const lane = (key) => list.find((l) => l.key === key);
    for (const e of results.executions) {
        const open = e.end_ns === null;
        const end = open ? results.virtual_ns : e.end_ns;
        const bar = {kind: e.callback, from: e.start_ns, to: end, text:
            `${e.callback} #${e.number} in ${e.place}\n${time(e.start_ns)} to ${open ? 'the end (not done)' : time(e.end_ns)}\n` +
            `took ${time(end - e.start_ns)}` + (e.ready_ns !== undefined ? `, taken ${time(e.start_ns - e.ready_ns)} before` : '') +
            (e.error_number ? `\nfailed with error ${e.error_number}` : '')};
        if (lane(e.place)) lane(e.place).bars.push(bar);
    }
    for (const r of results.reconfigurations) {
        const end = r.end_ns === null ? results.virtual_ns : r.end_ns;
        const text = `configuration of ${r.slot}: ${r.result}\n${number(r.bytes)} bytes, ${time(r.start_ns)} to ${time(end)}\n` +
            `took ${time(end - r.start_ns)}: active ${number(r.active_cycles)}, gaps ${number(r.gap_cycles)}, ` +
            `set-up ${number(r.setup_cycles)} cycles of ${r.cycle_ns} ns`;
        const bar = {kind: 'configuration', from: r.start_ns, to: end, text};
        if (lane(r.slot)) lane(r.slot).bars.push(bar);
        if (r.port === 'icap') lane('icap').bars.push(bar);
    }
    return list;
}

const palette = ['#2f6fde', '#e07b22', '#1a9c8c', '#9b51c9', '#c23d7a', '#6d8b1e', '#3a4fb3', '#a8632a'];
const colour = (kind) => kind === 'configuration' ? '#e3b505' :
    palette[Math.max(0, data.callbacks.indexOf(kind)) % palette.length];

function drawTimeline() {
    const box = document.getElementById('timeline');
    const list = lanes();
    const left = 84, right = 12, row = 40, top = 4, bottom = 26;
    const width = Math.max(500, box.clientWidth), height = top + list.length * row + bottom;
    const end = Math.max(1, results.virtual_ns);
    const svg = d3.select(box).append('svg').attr('width', width).attr('height', height);
    const base = d3.scaleLinear().domain([0, end]).range([left, width - right]);
    let x = base;
    svg.append('clipPath').attr('id', 'inside').append('rect').attr('x', left).attr('y', 0)
        .attr('width', width - left - right).attr('height', height);
    list.forEach((lane, i) => {
        svg.append('text').attr('class', 'lane-name').attr('x', 0).attr('y', top + i * row + row / 2 + 4).text(lane.name);
        svg.append('line').attr('class', 'lane-line').attr('x1', 0).attr('x2', width)
            .attr('y1', top + (i + 1) * row).attr('y2', top + (i + 1) * row);
    });
    const inside = svg.append('g').attr('clip-path', 'url(#inside)');
    const busy = inside.append('g');
    list.forEach((lane, i) => {
        if (!lane.busy) return;
        const step = end / lane.busy.length;
        lane.area = busy.append('path').attr('fill', '#cfd8e1');
        lane.draw = () => d3.area().curve(d3.curveStepAfter).x((v, k) => x(k * step))
            .y0(top + (i + 1) * row - 1).y1((v) => top + (i + 1) * row - 1 - v * (row - 8))([...lane.busy, lane.busy.at(-1)]);
    });
    const bars = inside.append('g').selectAll('rect')
        .data(list.flatMap((lane, i) => lane.bars.map((bar) => ({...bar, lane: i})))).join('rect')
        .attr('y', (b) => top + b.lane * row + (list[b.lane].busy ? 8 : 6))
        .attr('height', (b) => row - (list[b.lane].busy ? 20 : 12)).attr('rx', 1.5)
        .attr('fill', (b) => colour(b.kind)).attr('fill-opacity', 0.9);
    const axis = svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - bottom})`);
    const draw = () => {
        for (const lane of list) if (lane.area) lane.area.attr('d', lane.draw());
        bars.attr('x', (b) => x(b.from)).attr('width', (b) => Math.max(1, x(b.to) - x(b.from)));
        const span = x.domain()[1] - x.domain()[0];
        const unit = span >= 5e9 ? [1e9, 's'] : span >= 5e6 ? [1e6, 'ms'] : span >= 5e3 ? [1e3, 'µs'] : [1, 'ns'];
        axis.call(d3.axisBottom(x.copy().domain(x.domain().map((v) => v / unit[0]))).ticks(width / 110)
            .tickFormat((v) => v.toLocaleString('en-US', {maximumFractionDigits: 6}) + ' ' + unit[1]));
    };
    const zoom = d3.zoom().scaleExtent([1, end / 20]).translateExtent([[left, 0], [width - right, height]])
        .extent([[left, 0], [width - right, height]])
        .on('zoom', (event) => { x = event.transform.rescaleX(base); draw(); });
    svg.call(zoom).on('dblclick.zoom', () => svg.transition().call(zoom.transform, d3.zoomIdentity));
    const tip = document.getElementById('tip');
    bars.on('mousemove', (event, b) => {
        tip.hidden = false;
        tip.textContent = b.text;
        tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
        tip.style.top = event.clientY + 16 + 'px';
    }).on('mouseleave', () => { tip.hidden = true; });
    const show = (from, to) => {
        const k = end / Math.max(20, to - from);
        svg.transition().call(zoom.transform, d3.zoomIdentity.translate(left, 0).scale(k).translate(-base(from), 0));
    };
    const buttons = document.getElementById('buttons');
    const button = (name, from, to) => element('button', buttons, name).addEventListener('click', () => show(from, to));
    button('whole run', 0, end);
    const marks = list.flatMap((l) => l.bars);
    if (marks.length) {
        const from = d3.min(marks, (b) => b.from), to = d3.max(marks, (b) => b.to), pad = (to - from) * 0.02;
        button('deployment', Math.max(0, from - pad), Math.min(end, to + pad));
        x = base.copy();
        svg.call(zoom.transform, d3.zoomIdentity.translate(left, 0)
            .scale(end / (to - from + 2 * pad)).translate(-base(Math.max(0, from - pad)), 0));
    }
    results.reconfigurations.slice(0, 8).forEach((r, i) => {
        if (r.end_ns === null) return;
        const pad = (r.end_ns - r.start_ns) * 0.2;
        button(`configuration ${i + 1}`, r.start_ns - pad, r.end_ns + pad);
    });
    draw();
    const legend = document.getElementById('legend');
    for (const kind of [...data.callbacks, 'configuration']) {
        const item = element('span', legend);
        element('i', item).style.background = colour(kind);
        item.append(kind);
    }
    const item = element('span', legend);
    element('i', item).style.background = '#cfd8e1';
    item.append('core not halted');
}

const metric = (name, unit) => results.metrics[name + (unit ? '_' + unit : '')];

function showTables() {
    table(document.getElementById('expectations'), [
        {title: 'metric', text: true, value: (e) => e.metric}, {title: 'expected', value: (e) => e.range},
        {title: 'value', value: (e) => e.value},
        {title: '', value: (e) => e.met ? 'met' : 'not met', mark: (e) => e.met ? 'good' : 'bad'}], results.expectations);
    table(document.getElementById('callbacks'), [
        {title: 'callback', text: true, value: (c) => c},
        {title: 'places', text: true, value: (c) => [...new Set(results.executions.filter((e) => e.callback === c).map((e) => e.place))].join(', ')},
        {title: 'executions', value: (c) => number(metric(c + '.executions'))},
        {title: 'mean duration', value: (c) => time(metric(c + '.duration.mean', 'ns'))},
        {title: 'max duration', value: (c) => time(metric(c + '.duration.max', 'ns'))},
        {title: 'right', value: (c) => number(metric(c + '.right'))},
        {title: 'wrong', value: (c) => number(metric(c + '.wrong')), mark: (c) => metric(c + '.wrong') ? 'bad' : 'good'},
        {title: 'timeouts', value: (c) => number(metric(c + '.timeouts')), mark: (c) => metric(c + '.timeouts') ? 'bad' : 'good'},
        {title: 'response p50', value: (c) => time(metric(c + '.response.p50', 'ns'))},
        {title: 'response p99', value: (c) => time(metric(c + '.response.p99', 'ns'))}], data.callbacks);
    table(document.getElementById('reconfigurations'), [
        {title: 'slot', text: true, value: (r) => r.slot}, {title: 'port', text: true, value: (r) => r.port},
        {title: 'bytes', value: (r) => number(r.bytes)}, {title: 'start', value: (r) => time(r.start_ns)},
        {title: 'end', value: (r) => time(r.end_ns)}, {title: 'took', value: (r) => r.end_ns === null ? '–' : time(r.end_ns - r.start_ns)},
        {title: 'active cycles', value: (r) => number(r.active_cycles)}, {title: 'active', value: (r) => time(r.active_ns)},
        {title: 'gap cycles', value: (r) => number(r.gap_cycles)}, {title: 'gaps', value: (r) => time(r.gap_ns)},
        {title: 'set-up', value: (r) => time(r.setup_ns)},
        {title: 'result', value: (r) => r.result, mark: (r) => r.result === 'ok' ? 'good' : 'bad'}], results.reconfigurations);
    const counts = element('div', document.getElementById('counts'), undefined, 'columns');
    table(element('div', counts), [
        {title: 'core', text: true, value: (c) => 'CPU' + c.core}, {title: 'instructions', value: (c) => number(c.instructions)},
        {title: 'not halted', value: (c) => time(c.busy_ns)}], results.cores);
    table(element('div', counts), [{title: 'trace record', text: true, value: (c) => c[0]},
        {title: 'count', value: (c) => number(c[1])}], Object.entries(results.trace_counts));
    table(element('div', counts), [{title: 'executor event', text: true, value: (c) => c[0]},
        {title: 'count', value: (c) => number(c[1])}], Object.entries(results.event_counts));
}

function drawHistograms() {
    const parent = document.getElementById('histograms');
    for (const name of data.callbacks) {
        const values = results.answers.filter((a) => a.callback === name && a.send_ns !== undefined && a.done_ns !== undefined)
            .map((a) => (a.done_ns - a.send_ns) / 1e6);
        if (!values.length) continue;
        const box = element('div', parent);
        element('h3', box, `${name}: ${values.length} answers`);
        const width = 420, height = 170, left = 34, bottom = 34;
        const svg = d3.select(box).append('svg').attr('width', width).attr('height', height);
        const spread = d3.extent(values), pad = Math.max((spread[1] - spread[0]) * 0.05, spread[1] * 0.005);
        const x = d3.scaleLinear().domain([spread[0] - pad, spread[1] + pad]).range([left, width - 10]);
        const bins = d3.bin().domain(x.domain()).thresholds(30)(values);
        const y = d3.scaleLinear().domain([0, d3.max(bins, (b) => b.length)]).nice().range([height - bottom, 8]);
        svg.append('g').selectAll('rect').data(bins).join('rect').attr('x', (b) => x(b.x0) + 0.5)
            .attr('width', (b) => Math.max(1, x(b.x1) - x(b.x0) - 1)).attr('y', (b) => y(b.length))
            .attr('height', (b) => y(0) - y(b.length)).attr('fill', colour(name));
        svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - bottom})`).call(d3.axisBottom(x).ticks(6));
        svg.append('g').attr('class', 'axis').attr('transform', `translate(${left},0)`).call(d3.axisLeft(y).ticks(4));
        svg.append('text').attr('x', width - 10).attr('y', height - 3).attr('text-anchor', 'end').attr('font-size', 11).text('response, ms');
    }
    if (!parent.children.length) element('p', parent, 'none', 'hint');
}

// A core with its function, or a port.
function master(m) {
    if (!m) return '–';
    if (m.core === undefined) return m.port || '–';
    return `CPU${m.core} ${m.symbol || m.pc}${m.as ? `, ${m.as}` : ''}`;
}

// What would be stale on the board.
function showCoherence() {
    if (results.coherence_mode === 'off') return;
    document.getElementById('coherence').hidden = false;
    table(document.getElementById('coherence-reports'), [
        {title: 'what', text: true, value: (r) => r.kind.replaceAll('_', ' ')},
        {title: 'who', text: true, value: (r) => master(r.who)},
        {title: 'wrote last', text: true, value: (r) => master(r.other)},
        {title: 'address', text: true, value: (r) => r.address}, {title: 'bytes', value: (r) => number(r.size_bytes)},
        {title: 'first at', value: (r) => time(r.who.time_ns)}, {title: 'accesses', value: (r) => number(r.count)},
        {title: 'board has', text: true, value: (r) => r.board_bytes || ''},
        {title: 'twin has', text: true, value: (r) => r.twin_bytes || ''}], results.coherence);
}

// What the scenario's programs printed, and what a check made of it.
function showPrograms() {
    const parent = document.getElementById('programs');
    const rows = Object.entries(results.metrics).filter(([key]) => results.programs.some((p) => key.startsWith(p + '.')));
    parent.hidden = !rows.length;
    table(parent, [
        {title: 'metric', text: true, value: ([key]) => key},
        {title: 'value', value: ([, value]) => number(value)},
    ], rows);
}

// Every figure that the run used, with what is known of it.
function showFigures() {
    const parent = document.getElementById('figures');
    table(parent, [
        {title: 'section', text: true, value: (f) => f.section},
        {title: 'figure', text: true, value: (f) => f.name},
        {title: 'value', value: (f) => number(f.value)},
        {title: 'unit', text: true, value: (f) => f.unit},
        ...(results.perturb.drawn ? [{title: 'board file', value: (f) => number(f.nominal)}] : []),
        {title: 'uncertainty', text: true, value: (f) => f.uncertainty},
        {title: 'kind', text: true, value: (f) => f.kind + (f.lower_bound ? ', lower bound' : '')},
        {title: 'source', text: true, value: (f) => f.source},
    ], results.figures);
}

showHead();
drawTimeline();
showTables();
showCoherence();
drawHistograms();
showPrograms();
showFigures();
