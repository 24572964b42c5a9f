// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Two masters on the read channels of one AXI3 port. The first has priority: it feeds ICAP, which cannot wait without
// a gap. IDs are 0 for the first, 1 for the second; data comes back by ID. What is on the wires stays there.

module hp_arbiter (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] first_araddr_i,
  input  logic [3:0]  first_arlen_i,
  input  logic        first_arvalid_i,
  output logic        first_arready_o,
  output logic        first_rvalid_o,
  input  logic        first_rready_i,
  input  logic [31:0] second_araddr_i,
  input  logic [3:0]  second_arlen_i,
  input  logic        second_arvalid_i,
  output logic        second_arready_o,
  output logic        second_rvalid_o,
  input  logic        second_rready_i,
  output logic [5:0]  arid_o,
  output logic [31:0] araddr_o,
  output logic [3:0]  arlen_o,
  output logic        arvalid_o,
  input  logic        arready_i,
  input  logic [5:0]  rid_i,
  input  logic        rvalid_i,
  output logic        rready_o
);
  logic shown_q;  // the second's address was shown and not taken: it stays
  logic second;

  assign second           = shown_q || !first_arvalid_i;
  assign arid_o           = {5'd0, second};
  assign araddr_o         = second ? second_araddr_i : first_araddr_i;
  assign arlen_o          = second ? second_arlen_i : first_arlen_i;
  assign arvalid_o        = second ? second_arvalid_i : first_arvalid_i;
  assign first_arready_o  = arready_i && !second;
  assign second_arready_o = arready_i && second;
  assign first_rvalid_o   = rvalid_i && !rid_i[0];
  assign second_rvalid_o  = rvalid_i && rid_i[0];
  assign rready_o         = rid_i[0] ? second_rready_i : first_rready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) shown_q <= 1'b0;
    else shown_q <= second && second_arvalid_i && !arready_i;
  end

  logic unused;
  assign unused = ^rid_i[5:1];

`ifdef FORMAL
  // An address stays until it is taken, as long as the masters keep theirs.
  logic        f_past_q = 1'b0, f_wait_q, f_first_q, f_second_q;
  logic [31:0] f_addr_q, f_first_addr_q, f_second_addr_q;
  always_ff @(posedge clk_i) begin
    f_past_q        <= rst_ni;
    f_wait_q        <= arvalid_o && !arready_i;
    f_addr_q        <= araddr_o;
    f_first_q       <= first_arvalid_i && !first_arready_o;
    f_second_q      <= second_arvalid_i && !second_arready_o;
    f_first_addr_q  <= first_araddr_i;
    f_second_addr_q <= second_araddr_i;
    if (f_past_q && rst_ni) begin
      if (f_first_q) assume (first_arvalid_i && first_araddr_i == f_first_addr_q);
      if (f_second_q) assume (second_arvalid_i && second_araddr_i == f_second_addr_q);
      if (f_wait_q) assert (arvalid_o && araddr_o == f_addr_q);
    end
  end
`endif
endmodule
