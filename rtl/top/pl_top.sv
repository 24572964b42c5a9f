// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The whole of the PL but for the slots' logic, as it is wired on a chip: the static region, the traffic generator,
// and the arbiter that lets both read through S_AXI_HP0. One clock for all of it; nothing is gated.

module pl_top #(
  parameter int unsigned NSLOTS = 2 // 1 to 32
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,

  // M_AXI_GP0.
  input  logic [11:0]                s_awid_i,
  input  logic [31:0]                s_awaddr_i,
  input  logic [3:0]                 s_awlen_i,
  input  logic [2:0]                 s_awsize_i,
  input  logic [1:0]                 s_awburst_i,
  input  logic                       s_awvalid_i,
  output logic                       s_awready_o,
  input  logic [11:0]                s_wid_i,
  input  logic [31:0]                s_wdata_i,
  input  logic [3:0]                 s_wstrb_i,
  input  logic                       s_wlast_i,
  input  logic                       s_wvalid_i,
  output logic                       s_wready_o,
  output logic [11:0]                s_bid_o,
  output logic [1:0]                 s_bresp_o,
  output logic                       s_bvalid_o,
  input  logic                       s_bready_i,
  input  logic [11:0]                s_arid_i,
  input  logic [31:0]                s_araddr_i,
  input  logic [3:0]                 s_arlen_i,
  input  logic [2:0]                 s_arsize_i,
  input  logic [1:0]                 s_arburst_i,
  input  logic                       s_arvalid_i,
  output logic                       s_arready_o,
  output logic [11:0]                s_rid_o,
  output logic [31:0]                s_rdata_o,
  output logic [1:0]                 s_rresp_o,
  output logic                       s_rlast_o,
  output logic                       s_rvalid_o,
  input  logic                       s_rready_i,

  // S_AXI_ACP.
  output logic [2:0]                 acp_awid_o,
  output logic [31:0]                acp_awaddr_o,
  output logic [3:0]                 acp_awlen_o,
  output logic [2:0]                 acp_awsize_o,
  output logic [1:0]                 acp_awburst_o,
  output logic [3:0]                 acp_awcache_o,
  output logic [2:0]                 acp_awprot_o,
  output logic [4:0]                 acp_awuser_o,
  output logic                       acp_awvalid_o,
  input  logic                       acp_awready_i,
  output logic [2:0]                 acp_wid_o,
  output logic [63:0]                acp_wdata_o,
  output logic [7:0]                 acp_wstrb_o,
  output logic                       acp_wlast_o,
  output logic                       acp_wvalid_o,
  input  logic                       acp_wready_i,
  input  logic [2:0]                 acp_bid_i,
  input  logic [1:0]                 acp_bresp_i,
  input  logic                       acp_bvalid_i,
  output logic                       acp_bready_o,
  output logic [2:0]                 acp_arid_o,
  output logic [31:0]                acp_araddr_o,
  output logic [3:0]                 acp_arlen_o,
  output logic [2:0]                 acp_arsize_o,
  output logic [1:0]                 acp_arburst_o,
  output logic [3:0]                 acp_arcache_o,
  output logic [2:0]                 acp_arprot_o,
  output logic [4:0]                 acp_aruser_o,
  output logic                       acp_arvalid_o,
  input  logic                       acp_arready_i,
  input  logic [2:0]                 acp_rid_i,
  input  logic [63:0]                acp_rdata_i,
  input  logic [1:0]                 acp_rresp_i,
  input  logic                       acp_rlast_i,
  input  logic                       acp_rvalid_i,
  output logic                       acp_rready_o,

  // S_AXI_HP0 to 3: port n has bit n, or bits 64 n + 63 : 64 n, and so on. All bursts are INCR of 8 bytes a
  // beat with all strobes on; reads of HP0 have ID 0 (ZyCAP) or 1 (traffic generator), everything else has ID 0.
  output logic [127:0]               hp_awaddr_o,
  output logic [15:0]                hp_awlen_o,
  output logic [3:0]                 hp_awvalid_o,
  input  logic [3:0]                 hp_awready_i,
  output logic [255:0]               hp_wdata_o,
  output logic [3:0]                 hp_wlast_o,
  output logic [3:0]                 hp_wvalid_o,
  input  logic [3:0]                 hp_wready_i,
  input  logic [7:0]                 hp_bresp_i,
  input  logic [3:0]                 hp_bvalid_i,
  output logic [3:0]                 hp_bready_o,
  output logic [5:0]                 hp0_arid_o,
  output logic [127:0]               hp_araddr_o,
  output logic [15:0]                hp_arlen_o,
  output logic [3:0]                 hp_arvalid_o,
  input  logic [3:0]                 hp_arready_i,
  input  logic [5:0]                 hp0_rid_i,
  input  logic [255:0]               hp_rdata_i,
  input  logic [7:0]                 hp_rresp_i,
  input  logic [3:0]                 hp_rlast_i,
  input  logic [3:0]                 hp_rvalid_i,
  output logic [3:0]                 hp_rready_o,

  output logic [15:0]                irq_f2p_o,

  // Pins of ICAPE2.
  output logic [31:0]                icap_i_o,
  output logic                       icap_csib_o,
  output logic                       icap_rdwrb_o,
  input  logic [31:0]                icap_o_i,

  // Slots, see pl_static.
  output logic [NSLOTS-1:0]          slot_rst_o,
  output logic [NSLOTS-1:0]          slot_signal_o,
  output logic [NSLOTS*32-1:0]       slot_sw2hw_data_o,
  output logic [NSLOTS-1:0]          slot_sw2hw_empty_o,
  input  logic [NSLOTS-1:0]          slot_sw2hw_re_i,
  input  logic [NSLOTS*32-1:0]       slot_hw2sw_data_i,
  output logic [NSLOTS-1:0]          slot_hw2sw_full_o,
  input  logic [NSLOTS-1:0]          slot_hw2sw_we_i,
  input  logic [NSLOTS*32-1:0]       slot_hwt2mem_data_i,
  output logic [NSLOTS-1:0]          slot_hwt2mem_full_o,
  input  logic [NSLOTS-1:0]          slot_hwt2mem_we_i,
  output logic [NSLOTS*32-1:0]       slot_mem2hwt_data_o,
  output logic [NSLOTS-1:0]          slot_mem2hwt_empty_o,
  input  logic [NSLOTS-1:0]          slot_mem2hwt_re_i,
  output logic [NSLOTS-1:0]          slot_decoupled_o
);
  logic         traffic_sel, traffic_we, traffic_err, traffic_irq;
  logic [15:0]  traffic_addr, static_irq;
  logic [31:0]  traffic_wdata, traffic_rdata;
  logic [31:0]  first_araddr;                                            // ZyCAP's reads
  logic [3:0]   first_arlen;
  logic         first_arvalid, first_arready, first_rvalid, first_rready;
  logic [127:0] araddr;                                                  // the traffic generator's
  logic [15:0]  arlen;
  logic [3:0]   arvalid, arready, rvalid, rready;

  // What only a simulation looks at is left open.
  /* verilator lint_off PINCONNECTEMPTY */
  pl_static #(.NSLOTS(NSLOTS)) u_static (
    .clk_i, .clk_core_i(clk_i), .rst_ni, .gated_cycles_i('0),
    .s_awid_i, .s_awaddr_i, .s_awlen_i, .s_awsize_i, .s_awburst_i, .s_awvalid_i, .s_awready_o, .s_wid_i, .s_wdata_i,
    .s_wstrb_i, .s_wlast_i, .s_wvalid_i, .s_wready_o, .s_bid_o, .s_bresp_o, .s_bvalid_o, .s_bready_i, .s_arid_i,
    .s_araddr_i, .s_arlen_i, .s_arsize_i, .s_arburst_i, .s_arvalid_i, .s_arready_o, .s_rid_o, .s_rdata_o,
    .s_rresp_o, .s_rlast_o, .s_rvalid_o, .s_rready_i, .acp_awid_o, .acp_awaddr_o, .acp_awlen_o, .acp_awsize_o,
    .acp_awburst_o, .acp_awcache_o, .acp_awprot_o, .acp_awuser_o, .acp_awvalid_o, .acp_awready_i, .acp_wid_o,
    .acp_wdata_o, .acp_wstrb_o, .acp_wlast_o, .acp_wvalid_o, .acp_wready_i, .acp_bid_i, .acp_bresp_i, .acp_bvalid_i,
    .acp_bready_o, .acp_arid_o, .acp_araddr_o, .acp_arlen_o, .acp_arsize_o, .acp_arburst_o, .acp_arcache_o,
    .acp_arprot_o, .acp_aruser_o, .acp_arvalid_o, .acp_arready_i, .acp_rid_i, .acp_rdata_i, .acp_rresp_i,
    .acp_rlast_i, .acp_rvalid_i, .acp_rready_o,
    .hp0_arid_o(), .hp0_araddr_o(first_araddr), .hp0_arlen_o(first_arlen), .hp0_arsize_o(), .hp0_arburst_o(),
    .hp0_arcache_o(), .hp0_arprot_o(), .hp0_arvalid_o(first_arvalid), .hp0_arready_i(first_arready),
    .hp0_rid_i('0), .hp0_rdata_i(hp_rdata_i[63:0]), .hp0_rresp_i(hp_rresp_i[1:0]), .hp0_rlast_i(hp_rlast_i[0]),
    .hp0_rvalid_i(first_rvalid), .hp0_rready_o(first_rready), .irq_f2p_o(static_irq),
    .traffic_sel_o(traffic_sel), .traffic_we_o(traffic_we), .traffic_addr_o(traffic_addr),
    .traffic_wdata_o(traffic_wdata), .traffic_rdata_i(traffic_rdata), .traffic_err_i(traffic_err),
    .icap_i_o, .icap_csib_o, .icap_rdwrb_o, .icap_o_i, .slot_rst_o, .slot_signal_o, .slot_sw2hw_data_o,
    .slot_sw2hw_empty_o, .slot_sw2hw_re_i, .slot_hw2sw_data_i, .slot_hw2sw_full_o, .slot_hw2sw_we_i,
    .slot_hwt2mem_data_i, .slot_hwt2mem_full_o, .slot_hwt2mem_we_i, .slot_mem2hwt_data_o, .slot_mem2hwt_empty_o,
    .slot_mem2hwt_re_i, .slot_decoupled_o,
    .probe_memif_grant_o(), .probe_memif_slot_o(), .probe_memif_cmd_o(), .probe_memif_addr_o(),
    .probe_memif_done_o(), .probe_tlb_miss_o(), .probe_fault_o(), .probe_fault_write_o(), .probe_fault_cause_o(),
    .probe_fault_addr_o(), .probe_dma_start_o(), .probe_dma_done_o(), .probe_dma_addr_o(), .probe_dma_bytes_o(),
    .probe_dma_active_o(), .probe_dma_gap_o(), .probe_dma_setup_o(), .idle_o(), .core_idle_o()
  );

  traffic u_traffic (
    .clk_i, .rst_ni, .sel_i(traffic_sel), .we_i(traffic_we), .addr_i(traffic_addr), .wdata_i(traffic_wdata),
    .rdata_o(traffic_rdata), .err_o(traffic_err), .irq_o(traffic_irq), .idle_o(),
    .awaddr_o(hp_awaddr_o), .awlen_o(hp_awlen_o), .awvalid_o(hp_awvalid_o), .awready_i(hp_awready_i),
    .wdata_o(hp_wdata_o), .wlast_o(hp_wlast_o), .wvalid_o(hp_wvalid_o), .wready_i(hp_wready_i),
    .bresp_i(hp_bresp_i), .bvalid_i(hp_bvalid_i), .bready_o(hp_bready_o),
    .araddr_o(araddr), .arlen_o(arlen), .arvalid_o(arvalid), .arready_i(arready), .rdata_i(hp_rdata_i),
    .rresp_i(hp_rresp_i), .rlast_i(hp_rlast_i), .rvalid_i(rvalid), .rready_o(rready)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  hp_arbiter u_hp0 (
    .clk_i, .rst_ni,
    .first_araddr_i(first_araddr), .first_arlen_i(first_arlen), .first_arvalid_i(first_arvalid),
    .first_arready_o(first_arready), .first_rvalid_o(first_rvalid), .first_rready_i(first_rready),
    .second_araddr_i(araddr[31:0]), .second_arlen_i(arlen[3:0]), .second_arvalid_i(arvalid[0]),
    .second_arready_o(arready[0]), .second_rvalid_o(rvalid[0]), .second_rready_i(rready[0]),
    .arid_o(hp0_arid_o), .araddr_o(hp_araddr_o[31:0]), .arlen_o(hp_arlen_o[3:0]), .arvalid_o(hp_arvalid_o[0]),
    .arready_i(hp_arready_i[0]), .rid_i(hp0_rid_i), .rvalid_i(hp_rvalid_i[0]), .rready_o(hp_rready_o[0])
  );

  assign hp_araddr_o[127:32] = araddr[127:32];
  assign hp_arlen_o[15:4]    = arlen[15:4];
  assign hp_arvalid_o[3:1]   = arvalid[3:1];
  assign arready[3:1]        = hp_arready_i[3:1];
  assign rvalid[3:1]         = hp_rvalid_i[3:1];
  assign hp_rready_o[3:1]    = rready[3:1];

  assign irq_f2p_o = static_irq | {14'd0, traffic_irq, 1'b0};
endmodule
