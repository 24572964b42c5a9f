// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// One of the outputs that are computed side by side: sums up products, one a clock, and keeps the largest sum of a
// pool. first_i: the product begins a sum. The sum with the product that came in at clock t is taken at t + 2.
module mnist_lane (
    input  logic        clk_i,
    input  logic        product_i,      // multiply
    input  logic [7:0]  value_i,        // both are two's complement
    input  logic [7:0]  weight_i,
    input  logic        add_i,          // a clock later
    input  logic        first_i,
    input  logic        take_i,         // another clock later, behind the last product
    input  logic        take_first_i,   // the pool's first sum
    output logic [23:0] best_o
);

  logic signed [15:0] product_q;
  logic signed [23:0] sum_q, best_q;

  always_ff @(posedge clk_i) begin
    if (product_i) product_q <= $signed(value_i) * $signed(weight_i);
    if (add_i) sum_q <= (first_i ? 24'sd0 : sum_q) + {{8{product_q[15]}}, product_q};
    if (take_i && (take_first_i || sum_q > best_q)) best_q <= sum_q;
  end

  assign best_o = best_q;

endmodule
