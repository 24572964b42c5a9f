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
  input  logic        rst_ni,
  // Clock edges that were left out since reset because idle_o was 1; the cycle counter adds them. A chip: 0.
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
  output logic                 idle_o
);
  // Stub: an idle region.
  assign {s_awready_o, s_wready_o, s_bid_o, s_bresp_o, s_bvalid_o, s_arready_o, s_rid_o, s_rdata_o, s_rresp_o,
          s_rlast_o, s_rvalid_o} = '0;
  assign {acp_awid_o, acp_awaddr_o, acp_awlen_o, acp_awsize_o, acp_awburst_o, acp_awcache_o, acp_awprot_o,
          acp_awuser_o, acp_awvalid_o, acp_wid_o, acp_wdata_o, acp_wstrb_o, acp_wlast_o, acp_wvalid_o,
          acp_bready_o, acp_arid_o, acp_araddr_o, acp_arlen_o, acp_arsize_o, acp_arburst_o, acp_arcache_o,
          acp_arprot_o, acp_aruser_o, acp_arvalid_o, acp_rready_o} = '0;
  assign {hp0_arid_o, hp0_araddr_o, hp0_arlen_o, hp0_arsize_o, hp0_arburst_o, hp0_arcache_o, hp0_arprot_o,
          hp0_arvalid_o, hp0_rready_o} = '0;
  assign irq_f2p_o = '0;
  assign {icap_i_o, icap_csib_o, icap_rdwrb_o} = {32'd0, 2'b11};
  assign {slot_signal_o, slot_sw2hw_data_o, slot_hw2sw_full_o, slot_hwt2mem_full_o, slot_mem2hwt_data_o,
          slot_decoupled_o} = '0;
  assign {slot_rst_o, slot_sw2hw_empty_o, slot_mem2hwt_empty_o} = '1;
  assign {probe_memif_grant_o, probe_memif_slot_o, probe_memif_cmd_o, probe_memif_addr_o, probe_memif_done_o,
          probe_tlb_miss_o, probe_fault_o, probe_fault_write_o, probe_fault_cause_o, probe_fault_addr_o,
          probe_dma_start_o, probe_dma_done_o, probe_dma_addr_o, probe_dma_bytes_o, probe_dma_active_o,
          probe_dma_gap_o, probe_dma_setup_o} = '0;
  assign idle_o = 1'b1;
endmodule
