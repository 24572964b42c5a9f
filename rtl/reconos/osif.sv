// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// OSIF: a FIFO each way between software and each slot. Slot s has the registers 16 s + 0 (pop hw->sw),
// + 4 (push sw->hw), + 8 (state of hw->sw) and + C (state of sw->hw).

module osif #(
  parameter int unsigned NSLOTS = 2,
  parameter int unsigned LOG2_DEPTH = 3
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sel_i,
  input  logic                 re_i,
  input  logic                 we_i,
  input  logic [15:0]          addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  output logic                 err_o,
  input  logic [NSLOTS-1:0]    slot_clr_i,
  output logic [NSLOTS*32-1:0] slot_sw2hw_data_o,
  output logic [NSLOTS-1:0]    slot_sw2hw_empty_o,
  input  logic [NSLOTS-1:0]    slot_sw2hw_re_i,
  input  logic [NSLOTS*32-1:0] slot_hw2sw_data_i,
  output logic [NSLOTS-1:0]    slot_hw2sw_full_o,
  input  logic [NSLOTS-1:0]    slot_hw2sw_we_i,
  output logic [NSLOTS-1:0]    has_data_o, // a word for software
  output logic                 busy_o
);
  localparam logic [1:0] RegPop = 2'd0, RegPush = 2'd1, RegPopState = 2'd2, RegPushState = 2'd3;

  logic [NSLOTS*32-1:0] rdata;
  logic [NSLOTS-1:0]    busy;

  for (genvar s = 0; s < NSLOTS; s++) begin : gen_slot
    logic                sel;
    logic [31:0]         head;
    logic                empty, full;
    logic [LOG2_DEPTH:0] words, used;
    logic                busy_down, busy_up;

    assign sel = sel_i && (addr_i[15:4] == 12'(s));

    fifo_sync #(.WIDTH(32), .LOG2_DEPTH(LOG2_DEPTH)) u_hw2sw (
      .clk_i, .rst_ni, .clr_i(slot_clr_i[s]),
      .we_i(slot_hw2sw_we_i[s]), .wdata_i(slot_hw2sw_data_i[32*s+:32]), .full_o(slot_hw2sw_full_o[s]),
      .re_i(re_i && sel && addr_i[3:2] == RegPop), .rdata_o(head), .empty_o(empty), .count_o(words),
      .busy_o(busy_up)
    );

    fifo_sync #(.WIDTH(32), .LOG2_DEPTH(LOG2_DEPTH)) u_sw2hw (
      .clk_i, .rst_ni, .clr_i(slot_clr_i[s]),
      .we_i(we_i && sel && addr_i[3:2] == RegPush), .wdata_i(wdata_i), .full_o(full),
      .re_i(slot_sw2hw_re_i[s]), .rdata_o(slot_sw2hw_data_o[32*s+:32]), .empty_o(slot_sw2hw_empty_o[s]),
      .count_o(used), .busy_o(busy_down)
    );

    assign has_data_o[s] = !empty;
    assign busy[s]       = busy_up || busy_down;

    always_comb begin
      rdata[32*s+:32] = '0;
      if (sel) begin
        case (addr_i[3:2])
          RegPop:       rdata[32*s+:32] = head;
          RegPopState:  rdata[32*s+:32] = {empty, 15'd0, 16'(words)};
          RegPushState: rdata[32*s+:32] = {full, 15'd0, 16'(2 ** LOG2_DEPTH) - 16'(used)};
          default:      rdata[32*s+:32] = '0;
        endcase
      end
    end
  end

  always_comb begin
    rdata_o = '0;
    if (sel_i) for (int unsigned s = 0; s < NSLOTS; s++) rdata_o = rdata_o | rdata[32*s+:32];
  end

  assign err_o  = sel_i && (addr_i[15:4] >= 12'(NSLOTS));
  assign busy_o = |busy;

  logic unused;
  assign unused = ^addr_i[1:0];
endmodule
