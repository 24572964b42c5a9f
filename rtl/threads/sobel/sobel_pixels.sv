// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Sobel over a stream of columns of three words: four bytes of a bgr8 row at a time, from the rows above, at and
// below. Word n of the row comes out when word n+1 has gone in, so a row of N words takes N+1 steps; what
// goes in as word N does not matter. A byte's neighbours left and right are three bytes away (the same channel).
//   out = min(255, |Gx| + |Gy|), exact; the first and last pixel of the row are 0.
module sobel_pixels (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        advance_i,     // all stages move on
    input  logic        valid_i,       // a word goes in
    input  logic        first_i,       // it is the row's word 0
    input  logic        last_i,        // it is word N
    input  logic [31:0] above_i,
    input  logic [31:0] centre_i,
    input  logic [31:0] below_i,
    output logic        valid_o,
    output logic [31:0] word_o
);

  // Stage 1: sums down each column. smooth = a + 2b + c (0..1020), slope = c - a (-255..255, two's complement).
  // Four bytes lie in a vector, the first in its low bits.
  logic [39:0] smooth_d;
  logic [35:0] slope_d;
  logic        s1_valid_q, s1_first_q, s1_last_q;
  logic [39:0] s1_smooth_q;
  logic [35:0] s1_slope_q;
  // The two words before it, and whether the middle one is the row's first.
  logic        mid_first_q;
  logic [39:0] mid_smooth_q;
  logic [35:0] mid_slope_q;
  logic [29:0] old_smooth_q;  // bytes 1 to 3
  logic [26:0] old_slope_q;

  for (genvar i = 0; i < 4; i++) begin : g_column
    logic [7:0] a, b, c;
    assign a = above_i[8*i+:8];
    assign b = centre_i[8*i+:8];
    assign c = below_i[8*i+:8];
    assign smooth_d[10*i+:10] = {2'd0, a} + {1'b0, b, 1'b0} + {2'd0, c};
    assign slope_d[9*i+:9]    = {1'b0, c} - {1'b0, a};
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      s1_valid_q <= 1'b0;
    end else if (advance_i) begin
      s1_valid_q <= valid_i;
    end
    if (advance_i) begin
      s1_first_q   <= first_i;
      s1_last_q    <= last_i;
      s1_smooth_q  <= smooth_d;
      s1_slope_q   <= slope_d;
      mid_first_q  <= s1_first_q;
      mid_smooth_q <= s1_smooth_q;
      mid_slope_q  <= s1_slope_q;
      old_smooth_q <= mid_smooth_q[39:10];
      old_slope_q  <= mid_slope_q[35:9];
    end
  end

  // Bytes 4n-3 .. 4n+6 around the middle word n: place k of these is byte 4n-3+k.
  logic [99:0] smooth;
  logic [89:0] slope;
  assign smooth = {s1_smooth_q[29:0], mid_smooth_q, old_smooth_q};
  assign slope  = {s1_slope_q[26:0], mid_slope_q, old_slope_q};

  logic unused_smooth;  // Gx leaves the middle column out
  assign unused_smooth = ^smooth[59:40];

  // Stage 2: the two gradients (-1020..1020), and which bytes of the word are border.
  logic [43:0] gx_d, gy_d;
  logic        s2_valid_q;
  logic [3:0]  s2_border_q;
  logic [43:0] s2_gx_q, s2_gy_q;

  for (genvar i = 0; i < 4; i++) begin : g_gradient
    logic [8:0] left, middle, right;
    assign left   = slope[9*i+:9];
    assign middle = slope[9*(i+3)+:9];
    assign right  = slope[9*(i+6)+:9];
    assign gx_d[11*i+:11] = {1'b0, smooth[10*(i+6)+:10]} - {1'b0, smooth[10*i+:10]};
    assign gy_d[11*i+:11] = {{2{left[8]}}, left} + {middle[8], middle, 1'b0} + {{2{right[8]}}, right};
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      s2_valid_q <= 1'b0;
    end else if (advance_i) begin
      s2_valid_q <= s1_valid_q && !s1_first_q;
    end
    if (advance_i) begin
      s2_border_q <= (mid_first_q ? 4'b0111 : 4'b0000) | (s1_last_q ? 4'b1110 : 4'b0000);
      s2_gx_q     <= gx_d;
      s2_gy_q     <= gy_d;
    end
  end

  // Stage 3: magnitude, saturated.
  function automatic logic [7:0] strength(input logic [10:0] gx, input logic [10:0] gy);
    logic [10:0] ax, ay;
    logic [11:0] sum;
    ax       = gx[10] ? 11'd0 - gx : gx;
    ay       = gy[10] ? 11'd0 - gy : gy;
    sum      = {1'b0, ax} + {1'b0, ay};
    strength = (sum > 12'd255) ? 8'hFF : sum[7:0];
  endfunction

  logic [31:0] strength_d;
  logic        s3_valid_q;
  logic [31:0] s3_word_q;

  for (genvar i = 0; i < 4; i++) begin : g_strength
    assign strength_d[8*i+:8] = s2_border_q[i] ? 8'd0 : strength(s2_gx_q[11*i+:11], s2_gy_q[11*i+:11]);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      s3_valid_q <= 1'b0;
    end else if (advance_i) begin
      s3_valid_q <= s2_valid_q;
    end
    if (advance_i) s3_word_q <= strength_d;
  end

  assign valid_o = s3_valid_q;
  assign word_o  = s3_word_q;

endmodule
