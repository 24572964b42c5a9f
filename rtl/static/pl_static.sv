// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The static region: everything in the PL that no bitstream of a slot replaces. One clock, 100 MHz. Hold rst_ni
// low for at least four clocks. HP0's write channels are not used: a wrapper for a chip ties them off, as
// it does AxLOCK and AxQOS of both masters (0).

module pl_static #(
  parameter int unsigned NSLOTS = 2 // 1 to 32
) (
  input  logic        clk_i,
  input  logic        clk_core_i, // the same clock, of all but the register bridge; edges may be left out: core_idle_o
  input  logic        rst_ni,
  // Clock edges that were left out, because idle_o was 1, since rst_ni rose (0 while it is low); the cycle counter
  // adds them. A chip: 0.
  input  logic [63:0] gated_cycles_i,

  // M_AXI_GP0 of the processing system: AXI3, 32 bits.
  input  logic [11:0] s_awid_i,
  input  logic [31:0] s_awaddr_i,
  input  logic [3:0]  s_awlen_i,
  input  logic [2:0]  s_awsize_i,
  input  logic [1:0]  s_awburst_i,
  input  logic        s_awvalid_i,
  output logic        s_awready_o,
  input  logic [11:0] s_wid_i,
  input  logic [31:0] s_wdata_i,
  input  logic [3:0]  s_wstrb_i,
  input  logic        s_wlast_i,
  input  logic        s_wvalid_i,
  output logic        s_wready_o,
  output logic [11:0] s_bid_o,
  output logic [1:0]  s_bresp_o,
  output logic        s_bvalid_o,
  input  logic        s_bready_i,
  input  logic [11:0] s_arid_i,
  input  logic [31:0] s_araddr_i,
  input  logic [3:0]  s_arlen_i,
  input  logic [2:0]  s_arsize_i,
  input  logic [1:0]  s_arburst_i,
  input  logic        s_arvalid_i,
  output logic        s_arready_o,
  output logic [11:0] s_rid_o,
  output logic [31:0] s_rdata_o,
  output logic [1:0]  s_rresp_o,
  output logic        s_rlast_o,
  output logic        s_rvalid_o,
  input  logic        s_rready_i,

  // S_AXI_ACP: AXI3, 64 bits; page-table walks and the slots' memory requests.
  output logic [2:0]  acp_awid_o,
  output logic [31:0] acp_awaddr_o,
  output logic [3:0]  acp_awlen_o,
  output logic [2:0]  acp_awsize_o,
  output logic [1:0]  acp_awburst_o,
  output logic [3:0]  acp_awcache_o,
  output logic [2:0]  acp_awprot_o,
  output logic [4:0]  acp_awuser_o,
  output logic        acp_awvalid_o,
  input  logic        acp_awready_i,
  output logic [2:0]  acp_wid_o,
  output logic [63:0] acp_wdata_o,
  output logic [7:0]  acp_wstrb_o,
  output logic        acp_wlast_o,
  output logic        acp_wvalid_o,
  input  logic        acp_wready_i,
  input  logic [2:0]  acp_bid_i,
  input  logic [1:0]  acp_bresp_i,
  input  logic        acp_bvalid_i,
  output logic        acp_bready_o,
  output logic [2:0]  acp_arid_o,
  output logic [31:0] acp_araddr_o,
  output logic [3:0]  acp_arlen_o,
  output logic [2:0]  acp_arsize_o,
  output logic [1:0]  acp_arburst_o,
  output logic [3:0]  acp_arcache_o,
  output logic [2:0]  acp_arprot_o,
  output logic [4:0]  acp_aruser_o,
  output logic        acp_arvalid_o,
  input  logic        acp_arready_i,
  input  logic [2:0]  acp_rid_i,
  input  logic [63:0] acp_rdata_i,
  input  logic [1:0]  acp_rresp_i,
  input  logic        acp_rlast_i,
  input  logic        acp_rvalid_i,
  output logic        acp_rready_o,

  // S_AXI_HP0: AXI3, 64 bits, read channels only; bitstreams.
  output logic [5:0]  hp0_arid_o,
  output logic [31:0] hp0_araddr_o,
  output logic [3:0]  hp0_arlen_o,
  output logic [2:0]  hp0_arsize_o,
  output logic [1:0]  hp0_arburst_o,
  output logic [3:0]  hp0_arcache_o,
  output logic [2:0]  hp0_arprot_o,
  output logic        hp0_arvalid_o,
  input  logic        hp0_arready_i,
  input  logic [5:0]  hp0_rid_i,
  input  logic [63:0] hp0_rdata_i,
  input  logic [1:0]  hp0_rresp_i,
  input  logic        hp0_rlast_i,
  input  logic        hp0_rvalid_i,
  output logic        hp0_rready_o,

  output logic [15:0] irq_f2p_o,

  // Registers of the traffic generator: sel_o selects its block; we_o comes with it, wdata_o acts at the next edge,
  // unless err_i says that the offset is not listed. The answer is combinational, 0 while not selected.
  output logic        traffic_sel_o,
  output logic        traffic_we_o,
  output logic [15:0] traffic_addr_o,
  output logic [31:0] traffic_wdata_o,
  input  logic [31:0] traffic_rdata_i,
  input  logic        traffic_err_i,

  // Pins of ICAPE2. A word is taken at a rising edge with CSIB 0 and RDWRB 0.
  output logic [31:0] icap_i_o,
  output logic        icap_csib_o,
  output logic        icap_rdwrb_o,
  input  logic [31:0] icap_o_i,

  // Slots. Slot s has bit s, or bits 32 s + 31 : 32 s; names are the hardware thread's.
  output logic [NSLOTS-1:0]    slot_rst_o,
  output logic [NSLOTS-1:0]    slot_signal_o,
  output logic [NSLOTS*32-1:0] slot_sw2hw_data_o,
  output logic [NSLOTS-1:0]    slot_sw2hw_empty_o,
  input  logic [NSLOTS-1:0]    slot_sw2hw_re_i,
  input  logic [NSLOTS*32-1:0] slot_hw2sw_data_i,
  output logic [NSLOTS-1:0]    slot_hw2sw_full_o,
  input  logic [NSLOTS-1:0]    slot_hw2sw_we_i,
  input  logic [NSLOTS*32-1:0] slot_hwt2mem_data_i,
  output logic [NSLOTS-1:0]    slot_hwt2mem_full_o,
  input  logic [NSLOTS-1:0]    slot_hwt2mem_we_i,
  output logic [NSLOTS*32-1:0] slot_mem2hwt_data_o,
  output logic [NSLOTS-1:0]    slot_mem2hwt_empty_o,
  input  logic [NSLOTS-1:0]    slot_mem2hwt_re_i,
  // Quiesced: the slot's outputs are read as 0, no request is granted. Quiesce, rewrite, reset, release.
  output logic [NSLOTS-1:0]    slot_decoupled_o,

  // For the trace; nothing depends on them. Sampled at a rising edge like any other output.
  output logic                 probe_memif_grant_o, // one clock: a request was granted
  output logic [4:0]           probe_memif_slot_o,  // its slot; holds until the next grant
  output logic [31:0]          probe_memif_cmd_o,   // its command word: op 31:24, bytes 23:0
  output logic [31:0]          probe_memif_addr_o,  // its virtual address
  output logic                 probe_memif_done_o,  // one clock: it left the shared path (also by a fault)
  output logic                 probe_tlb_miss_o,    // one clock: it needs a walk
  output logic [NSLOTS-1:0]    probe_fault_o,       // level: fault pending
  output logic [NSLOTS-1:0]    probe_fault_write_o,
  output logic [NSLOTS*4-1:0]  probe_fault_cause_o,
  output logic [NSLOTS*32-1:0] probe_fault_addr_o,
  output logic                 probe_dma_start_o,   // one clock: a ZyCAP transfer starts
  output logic                 probe_dma_done_o,    // one clock: it ended (also by an error or a reset)
  output logic [31:0]          probe_dma_addr_o,    // source address register
  output logic [24:0]          probe_dma_bytes_o,   // length register
  output logic [31:0]          probe_dma_active_o,  // the three counters of 0x40408008..10
  output logic [31:0]          probe_dma_gap_o,
  output logic [31:0]          probe_dma_setup_o,

  // 1: as long as no input changes, clock edges change nothing but the cycle counter. It depends
  // combinationally on the inputs, which must be those of the next edge.
  output logic                 idle_o,
  // 1: the next edge of clk_core_i would change nothing. It does not depend on GP0's inputs.
  output logic                 core_idle_o
);
  localparam int unsigned Log2Osif = 3, Log2Memif = 7, Log2Tlb = 4;
  localparam logic [15:0] BlockZycap = 16'h4040, BlockTraffic = 16'h43C0, BlockProc = 16'h6FE0,
                          BlockOsif = 16'h75A0, BlockIntc = 16'h7B40;

  // Registers.
  logic [15:0] block, addr;
  logic [31:0] wdata, rdata, zycap_rdata, proc_rdata, osif_rdata, intc_rdata;
  logic        active, reading, writing, re, we, claimed, err, hold, gp_busy;
  logic        sel_zycap, sel_traffic, sel_proc, sel_osif, sel_intc;
  logic        zycap_err, proc_err, osif_err, intc_err;

  gp_bridge u_gp (
    .clk_i, .rst_ni,
    .awid_i(s_awid_i), .awaddr_i(s_awaddr_i), .awlen_i(s_awlen_i), .awsize_i(s_awsize_i),
    .awburst_i(s_awburst_i), .awvalid_i(s_awvalid_i), .awready_o(s_awready_o),
    .wdata_i(s_wdata_i), .wstrb_i(s_wstrb_i), .wvalid_i(s_wvalid_i), .wready_o(s_wready_o),
    .bid_o(s_bid_o), .bresp_o(s_bresp_o), .bvalid_o(s_bvalid_o), .bready_i(s_bready_i),
    .arid_i(s_arid_i), .araddr_i(s_araddr_i), .arlen_i(s_arlen_i), .arsize_i(s_arsize_i),
    .arburst_i(s_arburst_i), .arvalid_i(s_arvalid_i), .arready_o(s_arready_o),
    .rid_o(s_rid_o), .rdata_o(s_rdata_o), .rresp_o(s_rresp_o), .rlast_o(s_rlast_o), .rvalid_o(s_rvalid_o),
    .rready_i(s_rready_i),
    .active_o(active), .block_o(block), .addr_o(addr), .re_o(re), .we_o(we), .wdata_o(wdata), .rdata_i(rdata),
    .claimed_i(claimed), .err_i(err), .late_err_i(traffic_err_i), .hold_i(hold), .reading_o(reading),
    .writing_o(writing), .busy_o(gp_busy)
  );

  // A block decodes only when an access is for it: this costs a simulation nothing while there is none.
  assign sel_zycap   = active && block == BlockZycap;
  assign sel_traffic = active && block == BlockTraffic;
  assign sel_proc    = active && block == BlockProc;
  assign sel_osif    = active && block == BlockOsif;
  assign sel_intc    = active && block == BlockIntc;
  assign claimed     = sel_zycap || sel_traffic || sel_proc || sel_osif || sel_intc;
  assign rdata       = zycap_rdata | traffic_rdata_i | proc_rdata | osif_rdata | intc_rdata; // 0 if not selected
  assign err         = zycap_err || proc_err || osif_err || intc_err;

  assign traffic_sel_o   = sel_traffic;
  assign traffic_we_o    = sel_traffic && we;
  assign traffic_addr_o  = addr;
  assign traffic_wdata_o = wdata;

  // Slots, behind their decouplers.
  logic [NSLOTS-1:0]    sw2hw_re, hw2sw_we, hwt2mem_we, mem2hwt_re;
  logic [NSLOTS*32-1:0] hw2sw_data, hwt2mem_data;

  for (genvar s = 0; s < NSLOTS; s++) begin : gen_slot
    decoupler u_decoupler (
      .decouple_i(slot_decoupled_o[s]),
      .sw2hw_re_i(slot_sw2hw_re_i[s]), .hw2sw_data_i(slot_hw2sw_data_i[32*s+:32]),
      .hw2sw_we_i(slot_hw2sw_we_i[s]), .hwt2mem_data_i(slot_hwt2mem_data_i[32*s+:32]),
      .hwt2mem_we_i(slot_hwt2mem_we_i[s]), .mem2hwt_re_i(slot_mem2hwt_re_i[s]),
      .sw2hw_re_o(sw2hw_re[s]), .hw2sw_data_o(hw2sw_data[32*s+:32]), .hw2sw_we_o(hw2sw_we[s]),
      .hwt2mem_data_o(hwt2mem_data[32*s+:32]), .hwt2mem_we_o(hwt2mem_we[s]), .mem2hwt_re_o(mem2hwt_re[s])
    );
  end

  // OSIF.
  logic [NSLOTS-1:0] has_data;
  logic              osif_busy, osif_irq;

  osif #(.NSLOTS(NSLOTS), .LOG2_DEPTH(Log2Osif)) u_osif (
    .clk_i(clk_core_i), .rst_ni,
    .sel_i(sel_osif), .re_i(re), .we_i(we), .addr_i(addr), .wdata_i(wdata),
    .rdata_o(osif_rdata), .err_o(osif_err), .slot_clr_i(slot_rst_o),
    .slot_sw2hw_data_o, .slot_sw2hw_empty_o, .slot_sw2hw_re_i(sw2hw_re),
    .slot_hw2sw_data_i(hw2sw_data), .slot_hw2sw_full_o, .slot_hw2sw_we_i(hw2sw_we),
    .has_data_o(has_data), .busy_o(osif_busy)
  );

  osif_intc #(.NSLOTS(NSLOTS)) u_intc (
    .clk_i(clk_core_i), .rst_ni, .sel_i(sel_intc), .we_i(we), .addr_i(addr), .wdata_i(wdata),
    .rdata_o(intc_rdata), .err_o(intc_err), .line_i(has_data), .irq_o(osif_irq)
  );

  // MEMIF and its control.
  logic                 sys_clr, path_busy, memif_busy, proc_busy, proc_read_acts, fault_irq;
  logic [NSLOTS-1:0]    quiesce, in_flight, retry, abandon, fault, new_fault, fault_write, held;
  logic [NSLOTS*18-1:0] pgd;
  logic [NSLOTS*4-1:0]  fault_cause;
  logic [NSLOTS*32-1:0] fault_addr;
  logic                 inv_all, inv_slot, inv_page, tlb_hit, tlb_miss;
  logic [4:0]           inv_slot_index;
  logic [19:0]          inv_vpn;

  proc_control #(
    .NSLOTS(NSLOTS), .LOG2_OSIF(Log2Osif), .LOG2_MEMIF(Log2Memif), .LOG2_TLB(Log2Tlb)
  ) u_proc (
    .clk_i(clk_core_i), .clk_cycles_i(clk_i), .rst_ni, .gated_cycles_i,
    .sel_i(sel_proc), .re_i(sel_proc && re), .we_i(sel_proc && we), .addr_i(addr), .wdata_i(wdata),
    .rdata_o(proc_rdata), .err_o(proc_err), .hold_o(hold),
    .sys_clr_o(sys_clr), .slot_rst_o, .slot_signal_o, .quiesce_o(quiesce), .decoupled_o(slot_decoupled_o),
    .pgd_o(pgd), .path_busy_i(path_busy), .in_flight_i(in_flight),
    .fault_i(fault), .new_fault_i(new_fault), .fault_write_i(fault_write), .fault_cause_i(fault_cause),
    .fault_addr_i(fault_addr), .held_i(held), .retry_o(retry), .abandon_o(abandon),
    .inv_all_o(inv_all), .inv_slot_o(inv_slot), .inv_slot_index_o(inv_slot_index), .inv_page_o(inv_page),
    .inv_vpn_o(inv_vpn), .tlb_hit_i(tlb_hit), .tlb_miss_i(tlb_miss), .irq_o(fault_irq),
    .read_acts_o(proc_read_acts), .busy_o(proc_busy)
  );

  memif #(.NSLOTS(NSLOTS), .LOG2_DEPTH(Log2Memif), .LOG2_TLB(Log2Tlb)) u_memif (
    .clk_i(clk_core_i), .rst_ni, .sys_clr_i(sys_clr), .slot_rst_i(slot_rst_o), .quiesce_i(quiesce), .pgd_i(pgd),
    .hwt2mem_data_i(hwt2mem_data), .hwt2mem_full_o(slot_hwt2mem_full_o), .hwt2mem_we_i(hwt2mem_we),
    .mem2hwt_data_o(slot_mem2hwt_data_o), .mem2hwt_empty_o(slot_mem2hwt_empty_o), .mem2hwt_re_i(mem2hwt_re),
    .retry_i(retry), .abandon_i(abandon), .fault_o(fault), .new_fault_o(new_fault), .write_o(fault_write),
    .cause_o(fault_cause), .addr_o(fault_addr), .held_o(held), .in_flight_o(in_flight),
    .inv_all_i(inv_all), .inv_slot_i(inv_slot), .inv_slot_index_i(inv_slot_index), .inv_page_i(inv_page),
    .inv_vpn_i(inv_vpn), .tlb_hit_o(tlb_hit), .tlb_miss_o(tlb_miss),
    .awaddr_o(acp_awaddr_o), .awlen_o(acp_awlen_o), .awvalid_o(acp_awvalid_o), .awready_i(acp_awready_i),
    .wdata_o(acp_wdata_o), .wstrb_o(acp_wstrb_o), .wlast_o(acp_wlast_o), .wvalid_o(acp_wvalid_o),
    .wready_i(acp_wready_i), .bresp_i(acp_bresp_i), .bvalid_i(acp_bvalid_i), .bready_o(acp_bready_o),
    .araddr_o(acp_araddr_o), .arlen_o(acp_arlen_o), .arvalid_o(acp_arvalid_o), .arready_i(acp_arready_i),
    .rdata_i(acp_rdata_i), .rresp_i(acp_rresp_i), .rvalid_i(acp_rvalid_i), .rready_o(acp_rready_o),
    .grant_o(probe_memif_grant_o), .grant_slot_o(probe_memif_slot_o), .grant_cmd_o(probe_memif_cmd_o),
    .grant_addr_o(probe_memif_addr_o), .done_o(probe_memif_done_o), .path_busy_o(path_busy),
    .busy_o(memif_busy)
  );

  // Coherent: the SCU looks into the caches when AxCACHE[1] and AxUSER[0] are set; write-back, allocate on reads
  // and writes, user, secure data.
  assign {acp_awid_o, acp_wid_o, acp_arid_o} = '0;
  assign {acp_awsize_o, acp_arsize_o}        = {3'd3, 3'd3};
  assign {acp_awburst_o, acp_arburst_o}      = {2'b01, 2'b01};
  assign {acp_awcache_o, acp_arcache_o}      = {4'b1111, 4'b1111};
  assign {acp_awprot_o, acp_arprot_o}        = '0;
  assign {acp_awuser_o, acp_aruser_o}        = {5'b11111, 5'b11111};

  // ZyCAP.
  logic zycap_busy, zycap_irq;

  zycap u_zycap (
    .clk_i(clk_core_i), .rst_ni, .sel_i(sel_zycap), .we_i(sel_zycap && we), .addr_i(addr), .wdata_i(wdata),
    .rdata_o(zycap_rdata), .err_o(zycap_err), .irq_o(zycap_irq),
    .araddr_o(hp0_araddr_o), .arlen_o(hp0_arlen_o), .arvalid_o(hp0_arvalid_o), .arready_i(hp0_arready_i),
    .rdata_i(hp0_rdata_i), .rresp_i(hp0_rresp_i), .rlast_i(hp0_rlast_i), .rvalid_i(hp0_rvalid_i),
    .rready_o(hp0_rready_o),
    .icap_i_o, .icap_csib_o, .icap_rdwrb_o, .icap_o_i,
    .start_o(probe_dma_start_o), .done_o(probe_dma_done_o), .source_o(probe_dma_addr_o),
    .bytes_o(probe_dma_bytes_o), .active_o(probe_dma_active_o), .gap_o(probe_dma_gap_o),
    .setup_o(probe_dma_setup_o), .busy_o(zycap_busy)
  );

  assign hp0_arid_o    = '0;
  assign hp0_arsize_o  = 3'd3;
  assign hp0_arburst_o = 2'b01;
  assign hp0_arcache_o = 4'b0011;
  assign hp0_arprot_o  = '0;

  assign irq_f2p_o = {fault_irq, osif_irq, 13'd0, zycap_irq};

  assign probe_tlb_miss_o    = tlb_miss;
  assign probe_fault_o       = fault;
  assign probe_fault_write_o = fault_write;
  assign probe_fault_cause_o = fault_cause;
  assign probe_fault_addr_o  = fault_addr;

  // Asleep: the first clock after reset was asserted has settled everything.
  logic in_reset_q = 1'b0; // a power-up value: the first clock must come
  always_ff @(posedge clk_i) in_reset_q <= !rst_ni;
  assign core_idle_o = rst_ni ? !(osif_busy || memif_busy || proc_busy || zycap_busy || writing ||
                                  (reading && proc_read_acts)) : in_reset_q;
  assign idle_o      = core_idle_o && !(rst_ni && gp_busy);

  // One transaction a direction at a time, or responses in order of one ID: what these say is known.
  logic unused;
  assign unused = ^{s_wid_i, s_wlast_i, acp_bid_i, acp_rid_i, acp_rlast_i, hp0_rid_i};
endmodule
