// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Counts the clocks of a transfer: set-up (LENGTH write to first word), with a word, and without one between the
// first and the last word.

module zycap_stats (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,
  input  logic        busy_i,
  input  logic        valid_i,
  output logic [31:0] active_o,
  output logic [31:0] gap_o,
  output logic [31:0] setup_o
);
  logic        first_q;             // a word has come
  logic [31:0] active_q, gap_q, setup_q, run_q;

  assign active_o = active_q;
  assign gap_o    = gap_q;
  assign setup_o  = setup_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_i) begin
      first_q  <= 1'b0;
      active_q <= '0;
      gap_q    <= '0;
      run_q    <= '0;
      setup_q  <= '0;
    end else if (busy_i) begin
      if (valid_i) begin
        first_q  <= 1'b1;
        active_q <= active_q + 32'd1;
        gap_q    <= gap_q + run_q;  // clocks without a word count once it is known that another one follows
        run_q    <= '0;
      end else if (first_q) begin
        run_q <= run_q + 32'd1;
      end
      if (!first_q) setup_q <= setup_q + 32'd1;
    end
  end
endmodule
