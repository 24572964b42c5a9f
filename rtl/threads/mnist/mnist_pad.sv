// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Takes the words of a picture of 28 x 28 bytes as they come, then gives it out as 32 x 32 values, one a clock: each
// byte less 128, with an edge of two values of -128 around.
module mnist_pad (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        load_begin_i,
    input  logic        load_valid_i,
    input  logic [31:0] load_word_i,
    input  logic        start_i,       // for one clock
    output logic        busy_o,
    output logic        we_o,
    output logic [9:0]  addr_o,
    output logic [7:0]  data_o
);

  localparam logic [4:0] FIRST = 5'd2;
  localparam logic [4:0] LAST  = 5'd29;

  logic [7:0]  load_at_q;
  logic        run_q, valid_q, is_inside, is_inside_q;
  logic [9:0]  at_q, addr_q;       // row and column of 32
  logic [9:0]  byte_q;             // of the picture
  logic [1:0]  lane_q;
  logic [31:0] word, unused_word;

  assign is_inside = at_q[4:0] >= FIRST && at_q[4:0] <= LAST && at_q[9:5] >= FIRST && at_q[9:5] <= LAST;

  always_ff @(posedge clk_i) begin
    if (load_begin_i) load_at_q <= '0;
    else if (load_valid_i) load_at_q <= load_at_q + 8'd1;
    if (rst_i) begin
      run_q   <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      if (start_i) run_q <= 1'b1;
      else if (at_q == 10'h3FF) run_q <= 1'b0;
      valid_q <= run_q;
    end
    if (start_i) begin
      at_q   <= '0;
      byte_q <= '0;
    end else if (run_q) begin
      at_q <= at_q + 10'd1;
      if (is_inside) byte_q <= byte_q + 10'd1;
    end
    {addr_q, is_inside_q, lane_q} <= {at_q, is_inside, byte_q[1:0]};
  end

  hwt_ram #(
      .ADDR_BITS(8)
  ) u_picture (
      .clk_i,
      .a_en_i  (load_valid_i),
      .a_we_i  (1'b1),
      .a_addr_i(load_at_q),
      .a_data_i(load_word_i),
      .a_data_o(unused_word),
      .b_en_i  (run_q),
      .b_addr_i(byte_q[9:2]),
      .b_data_o(word)
  );

  assign busy_o = run_q || valid_q;
  assign we_o   = valid_q;
  assign addr_o = addr_q;
  assign data_o = is_inside_q ? word[8*lane_q+:8] ^ 8'h80 : 8'h80;

endmodule
