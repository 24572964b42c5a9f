// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// OSIF interrupt controller: one register, as there are at most 32 slots. Write: enable mask. Read: lines that
// are active and enabled. Level, no latch.

module osif_intc #(
  parameter int unsigned NSLOTS = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              sel_i,
  input  logic              we_i,
  input  logic [15:0]       addr_i,
  input  logic [31:0]       wdata_i,
  output logic [31:0]       rdata_o,
  output logic              err_o,
  input  logic [NSLOTS-1:0] line_i,
  output logic              irq_o
);
  logic [NSLOTS-1:0] enable_q;

  logic [NSLOTS-1:0] active;

  assign active  = line_i & enable_q;
  assign err_o   = sel_i && (addr_i[15:2] != '0);
  assign rdata_o = (sel_i && !err_o) ? 32'(active) : '0;
  assign irq_o   = |active;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) enable_q <= '0;
    else if (sel_i && we_i && !err_o) enable_q <= wdata_i[NSLOTS-1:0];
  end

  logic unused;
  assign unused = ^{addr_i[1:0], wdata_i};
endmodule
