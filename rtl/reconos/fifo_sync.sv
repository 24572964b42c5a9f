// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// First-word-fall-through FIFO. rdata_o is the head (0 when empty); a push when full and a pop when empty are
// ignored. clr_i flushes and keeps it empty.

module fifo_sync #(
  parameter int unsigned WIDTH = 32,
  parameter int unsigned LOG2_DEPTH = 3
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clr_i,
  input  logic                we_i,
  input  logic [WIDTH-1:0]    wdata_i,
  output logic                full_o,
  input  logic                re_i,
  output logic [WIDTH-1:0]    rdata_o,
  output logic                empty_o,
  output logic [LOG2_DEPTH:0] count_o,
  output logic                busy_o    // the next edge changes what can be seen of the FIFO
);
  logic [WIDTH-1:0]      mem_q [2**LOG2_DEPTH];
  logic [LOG2_DEPTH-1:0] wptr_q, rptr_q;
  logic [LOG2_DEPTH:0]   count_q;
  logic                  push, pop;

  assign full_o  = count_q[LOG2_DEPTH];
  assign empty_o = (count_q == '0);
  assign count_o = count_q;
  assign rdata_o = empty_o ? '0 : mem_q[rptr_q];
  assign push    = we_i && !full_o && !clr_i;
  assign pop     = re_i && !empty_o && !clr_i;
  assign busy_o  = clr_i ? !empty_o : (push || pop);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clr_i) begin
      wptr_q  <= '0;
      rptr_q  <= '0;
      count_q <= '0;
    end else begin
      if (push) wptr_q <= wptr_q + 1'b1;
      if (pop) rptr_q <= rptr_q + 1'b1;
      if (push && !pop) count_q <= count_q + 1'b1;
      if (pop && !push) count_q <= count_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push) mem_q[wptr_q] <= wdata_i;
  end

`ifdef FORMAL
  // The pointers differ by the number of words, and there are never more than fit.
  logic f_valid_q = 1'b0;
  always_ff @(posedge clk_i) begin
    f_valid_q <= f_valid_q || !rst_ni;
    if (f_valid_q) begin
      assert (count_q <= (LOG2_DEPTH + 1)'(2 ** LOG2_DEPTH));
      assert (LOG2_DEPTH'(wptr_q - rptr_q) == count_q[LOG2_DEPTH-1:0]);
      cover (full_o);
    end
  end
`endif
endmodule
