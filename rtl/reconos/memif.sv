// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// MEMIF: the slots' FIFOs and ports, and the shared path (arbiter, MMU, memory controller), which serves one
// request at a time. A slot that is reset while its request is on the shared path loses the request's data, and
// nothing else happens: bursts end with strobes off or their data thrown away.

module memif #(
  parameter int unsigned NSLOTS = 2,
  parameter int unsigned LOG2_DEPTH = 7,
  parameter int unsigned LOG2_TLB = 4
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sys_clr_i,    // system reset: round robin starts again
  input  logic [NSLOTS-1:0]    slot_rst_i,
  input  logic [NSLOTS-1:0]    quiesce_i,
  input  logic [NSLOTS*18-1:0] pgd_i,
  // Slots.
  input  logic [NSLOTS*32-1:0] hwt2mem_data_i,
  output logic [NSLOTS-1:0]    hwt2mem_full_o,
  input  logic [NSLOTS-1:0]    hwt2mem_we_i,
  output logic [NSLOTS*32-1:0] mem2hwt_data_o,
  output logic [NSLOTS-1:0]    mem2hwt_empty_o,
  input  logic [NSLOTS-1:0]    mem2hwt_re_i,
  // Faults.
  input  logic [NSLOTS-1:0]    retry_i,
  input  logic [NSLOTS-1:0]    abandon_i,
  output logic [NSLOTS-1:0]    fault_o,
  output logic [NSLOTS-1:0]    new_fault_o,
  output logic [NSLOTS-1:0]    write_o,
  output logic [NSLOTS*4-1:0]  cause_o,
  output logic [NSLOTS*32-1:0] addr_o,
  output logic [NSLOTS-1:0]    held_o,
  output logic [NSLOTS-1:0]    in_flight_o,
  // TLB.
  input  logic                 inv_all_i,
  input  logic                 inv_slot_i,
  input  logic [4:0]           inv_slot_index_i,
  input  logic                 inv_page_i,
  input  logic [19:0]          inv_vpn_i,
  output logic                 tlb_hit_o,
  output logic                 tlb_miss_o,
  // AXI3 master, 64 bits.
  output logic [31:0]          awaddr_o,
  output logic [3:0]           awlen_o,
  output logic                 awvalid_o,
  input  logic                 awready_i,
  output logic [63:0]          wdata_o,
  output logic [7:0]           wstrb_o,
  output logic                 wlast_o,
  output logic                 wvalid_o,
  input  logic                 wready_i,
  input  logic [1:0]           bresp_i,
  input  logic                 bvalid_i,
  output logic                 bready_o,
  output logic [31:0]          araddr_o,
  output logic [3:0]           arlen_o,
  output logic                 arvalid_o,
  input  logic                 arready_i,
  input  logic [63:0]          rdata_i,
  input  logic [1:0]           rresp_i,
  input  logic                 rvalid_i,
  output logic                 rready_o,
  // Probes.
  output logic                 grant_o,
  output logic [4:0]           grant_slot_o,
  output logic [31:0]          grant_cmd_o,
  output logic [31:0]          grant_addr_o,
  output logic                 done_o,
  output logic                 path_busy_o,  // a request is on the shared path
  output logic                 busy_o
);
  typedef enum logic [1:0] { Free, Translate, Transfer } state_e;

  state_e            state_q;
  logic [4:0]        slot_q;
  logic              write_q, killed_q, grant_q, done_q;
  logic [31:0]       va_q;
  logic [6:0]        words_q;

  // Port signals.
  logic [NSLOTS*32-1:0] head;
  logic [NSLOTS*7-1:0]  words;
  logic [NSLOTS-1:0]    req, port_busy, up_busy, down_busy;
  logic [NSLOTS-1:0]    granted, take, give, done, fault;

  // Shared path.
  logic        any, grant, kill, start, xlat_ok, xlat_fault, fetch, fetching;
  logic        axi_done, axi_err, axi_decode, axi_take, axi_give, axi_busy, end_ok, end_fault;
  logic [4:0]  winner;
  logic [31:0] pa, fetch_addr, give_data, word;
  logic [3:0]  xlat_cause, end_cause;
  logic [17:0] pgd;

  for (genvar s = 0; s < NSLOTS; s++) begin : gen_slot
    logic                empty, pop, push, empty_down;
    logic [LOG2_DEPTH:0] count_up, count_down;
    logic                full_down;
    logic [31:0]         push_data;

    fifo_sync #(.WIDTH(32), .LOG2_DEPTH(LOG2_DEPTH)) u_hwt2mem (
      .clk_i, .rst_ni, .clr_i(slot_rst_i[s]),
      .we_i(hwt2mem_we_i[s]), .wdata_i(hwt2mem_data_i[32*s+:32]), .full_o(hwt2mem_full_o[s]),
      .re_i(pop), .rdata_o(head[32*s+:32]), .empty_o(empty), .count_o(count_up), .busy_o(up_busy[s])
    );

    fifo_sync #(.WIDTH(32), .LOG2_DEPTH(LOG2_DEPTH)) u_mem2hwt (
      .clk_i, .rst_ni, .clr_i(slot_rst_i[s]),
      .we_i(push), .wdata_i(push_data), .full_o(full_down),
      .re_i(mem2hwt_re_i[s]), .rdata_o(mem2hwt_data_o[32*s+:32]), .empty_o(empty_down),
      .count_o(count_down), .busy_o(down_busy[s])
    );
    assign mem2hwt_empty_o[s] = empty_down;

    memif_port #(.LOG2_DEPTH(LOG2_DEPTH)) u_port (
      .clk_i, .rst_ni, .slot_rst_i(slot_rst_i[s]), .quiesce_i(quiesce_i[s]),
      .head_i(head[32*s+:32]), .empty_i(empty), .words_i(count_up), .pop_o(pop),
      .used_i(count_down), .push_o(push), .push_data_o(push_data),
      .req_o(req[s]), .write_o(write_o[s]), .addr_o(addr_o[32*s+:32]), .words_o(words[7*s+:7]),
      .grant_i(granted[s]), .take_i(take[s]), .give_i(give[s]), .give_data_i(give_data),
      .done_i(done[s]), .fault_i(fault[s]), .cause_i(end_cause),
      .retry_i(retry_i[s]), .abandon_i(abandon_i[s]),
      .fault_o(fault_o[s]), .cause_o(cause_o[4*s+:4]), .new_fault_o(new_fault_o[s]), .held_o(held_o[s]),
      .busy_o(port_busy[s])
    );

    always_comb begin
      {granted[s], in_flight_o[s], take[s], give[s], done[s], fault[s]} = '0;
      if (state_q == Free) begin
        granted[s] = any && winner == 5'(s);
      end else if (slot_q == 5'(s)) begin
        in_flight_o[s] = 1'b1;
        take[s]        = axi_take && !kill;
        give[s]        = axi_give && (state_q == Transfer) && !kill;
        done[s]        = end_ok;
        fault[s]       = end_fault;
      end
    end

    logic unused;
    assign unused = full_down;
  end

  memif_arbiter #(.NSLOTS(NSLOTS)) u_arbiter (
    .clk_i, .rst_ni, .clr_i(sys_clr_i), .req_i(req), .take_i(grant), .any_o(any), .winner_o(winner)
  );

  assign grant = any && (state_q == Free);

  // What the slot on the shared path, and the winner, put there. Loops instead of an index: NSLOTS need not be
  // a power of two.
  logic        win_write;
  logic [31:0] win_addr;
  logic [6:0]  win_words;
  logic        slot_rst;
  always_comb begin
    win_write = 1'b0;
    win_addr  = '0;
    win_words = '0;
    if (any) begin
      for (int unsigned s = 0; s < NSLOTS; s++) begin
        if (winner == 5'(s)) begin
          win_write = write_o[s];
          win_addr  = addr_o[32*s+:32];
          win_words = words[7*s+:7];
        end
      end
    end
  end

  always_comb begin
    word     = '0;
    pgd      = '0;
    slot_rst = 1'b0;
    if (state_q != Free) begin
      for (int unsigned s = 0; s < NSLOTS; s++) begin
        if (slot_q == 5'(s)) begin
          word     = head[32*s+:32];
          pgd      = pgd_i[18*s+:18];
          slot_rst = slot_rst_i[s];
        end
      end
    end
  end


  mmu #(.LOG2_ENTRIES(LOG2_TLB)) u_mmu (
    .clk_i, .rst_ni,
    .start_i(grant), .slot_i(slot_q), .write_i(write_q), .va_i(va_q), .pgd_i(pgd),
    .ok_o(xlat_ok), .pa_o(pa), .fault_o(xlat_fault), .cause_o(xlat_cause),
    .fetch_o(fetch), .fetch_addr_o(fetch_addr), .fetch_done_i(fetching && axi_done), .fetch_err_i(axi_err),
    .fetch_data_i(give_data),
    .inv_all_i, .inv_slot_i, .inv_slot_index_i, .inv_page_i, .inv_vpn_i,
    .hit_o(tlb_hit_o), .miss_o(tlb_miss_o)
  );

  assign fetching = (state_q == Translate);
  assign kill     = killed_q || slot_rst;
  assign start    = (xlat_ok && !kill) || fetch;

  memif_axi u_axi (
    .clk_i, .rst_ni,
    .start_i(start), .start_write_i(!fetch && write_q), .start_addr_i(fetch ? fetch_addr : pa),
    .start_words_i(fetch ? 7'd1 : words_q), .busy_o(axi_busy),
    .done_o(axi_done), .done_err_o(axi_err), .done_decode_o(axi_decode),
    .take_o(axi_take), .word_i(word), .word_void_i(kill), .give_o(axi_give), .give_data_o(give_data),
    .awaddr_o, .awlen_o, .awvalid_o, .awready_i, .wdata_o, .wstrb_o, .wlast_o, .wvalid_o, .wready_i,
    .bresp_i, .bvalid_i, .bready_o, .araddr_o, .arlen_o, .arvalid_o, .arready_i, .rdata_i, .rresp_i,
    .rvalid_i, .rready_o
  );

  // How a request leaves the shared path.
  always_comb begin
    {end_ok, end_fault, end_cause} = '0;
    if (state_q == Translate) begin
      end_fault = xlat_fault && !kill;
      end_cause = xlat_cause;
    end else if (state_q == Transfer) begin
      end_ok    = axi_done && !axi_err && !kill;
      end_fault = axi_done && axi_err && !kill;
      end_cause = axi_decode ? 4'd6 : 4'd5;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q   <= Free;
      slot_q    <= '0;
      write_q   <= 1'b0;
      va_q      <= '0;
      words_q   <= '0;
      killed_q  <= 1'b0;
      grant_q   <= 1'b0;
      done_q    <= 1'b0;
    end else begin
      grant_q <= grant;
      done_q  <= 1'b0;
      case (state_q)
        Free: begin
          killed_q <= 1'b0;
          if (any) begin
            state_q <= Translate;
            slot_q  <= winner;
            write_q <= win_write;
            va_q    <= win_addr;
            words_q <= win_words;
          end
        end
        Translate: begin
          killed_q <= kill;
          if (xlat_ok && !kill) state_q <= Transfer;
          else if (xlat_ok || xlat_fault) begin
            state_q <= Free;
            done_q  <= 1'b1;
          end
        end
        default: begin
          killed_q <= kill;
          if (axi_done) begin
            state_q <= Free;
            done_q  <= 1'b1;
          end
        end
      endcase
    end
  end

  assign grant_o      = grant_q;
  assign grant_slot_o = slot_q;
  assign grant_cmd_o  = {write_q ? 8'hF0 : 8'h00, 15'd0, words_q, 2'b00};
  assign grant_addr_o = va_q;
  assign done_o       = done_q;
  assign path_busy_o  = (state_q != Free);
  assign busy_o       = path_busy_o || grant_q || done_q || (|port_busy) || (|up_busy) || (|down_busy);

  logic unused;
  assign unused = axi_busy;

`ifdef FORMAL
  always_ff @(posedge clk_i) begin
    if (rst_ni && start) assert (!axi_busy);
  end
`endif
endmodule
