// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// The three rows that a row of output needs, in block RAM, and the stream of output words computed from them.
// load: words come in as they are read. emit: one row goes out, computed or black.
module sobel_rows (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic [8:0]  row_words_i,   // 3..480
    // Loading: the words of one row, which replaces the oldest
    input  logic        load_valid_i,
    input  logic [31:0] load_word_i,
    input  logic        load_end_i,    // one cycle after the row is whole
    // Emitting: emit_i for one cycle, then row_words_i words
    input  logic        emit_i,
    input  logic        black_i,       // with emit_i: all bytes 0
    output logic        word_valid_o,
    output logic [31:0] word_o,
    input  logic        word_ready_i
);

  logic [1:0] oldest_q;    // the RAM that the next row goes into; when emitting, it holds the row above
  logic [8:0] load_at_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      oldest_q  <= 2'd0;
      load_at_q <= '0;
    end else if (load_end_i) begin
      oldest_q  <= (oldest_q == 2'd2) ? 2'd0 : oldest_q + 2'd1;
      load_at_q <= '0;
    end else if (load_valid_i) begin
      load_at_q <= load_at_q + 9'd1;
    end
  end

  // Emitting: addresses 0..row_words_i go to the RAMs.
  logic       running_q, black_q;
  logic [8:0] at_q;
  logic       fetched_q, fetched_first_q, fetched_last_q;
  logic       advance;
  logic       pixel_valid;
  logic [31:0] pixel_word;
  logic [8:0] black_left_q;

  assign advance = !pixel_valid || word_ready_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      running_q       <= 1'b0;
      black_q         <= 1'b0;
      at_q            <= '0;
      fetched_q       <= 1'b0;
      fetched_first_q <= 1'b0;
      fetched_last_q  <= 1'b0;
      black_left_q    <= '0;
    end else if (emit_i) begin
      running_q    <= !black_i;
      black_q      <= black_i;
      black_left_q <= row_words_i;
      at_q         <= '0;
    end else begin
      if (black_q && word_ready_i) begin
        black_left_q <= black_left_q - 9'd1;
        if (black_left_q == 9'd1) black_q <= 1'b0;
      end
      if (advance) begin
        fetched_q       <= running_q;
        fetched_first_q <= at_q == 0;
        fetched_last_q  <= at_q == row_words_i;
        if (running_q) at_q <= at_q + 9'd1;
        if (at_q == row_words_i) running_q <= 1'b0;
      end
    end
  end

  logic [95:0] data;
  for (genvar r = 0; r < 3; r++) begin : g_row
    logic [31:0] unused;
    hwt_ram #(
        .ADDR_BITS(9)
    ) u_ram (
        .clk_i,
        .a_en_i  (load_valid_i && oldest_q == r),
        .a_we_i  (1'b1),
        .a_addr_i(load_at_q),
        .a_data_i(load_word_i),
        .a_data_o(unused),
        .b_en_i  (advance),
        .b_addr_i(at_q),
        .b_data_o(data[32*r+:32])
    );
  end

  logic [31:0] above, centre, below;
  always_comb begin
    unique case (oldest_q)
      2'd0:    {above, centre, below} = {data[31:0], data[63:32], data[95:64]};
      2'd1:    {above, centre, below} = {data[63:32], data[95:64], data[31:0]};
      default: {above, centre, below} = {data[95:64], data[31:0], data[63:32]};
    endcase
  end

  sobel_pixels u_pixels (
      .clk_i,
      .rst_i,
      .advance_i(advance),
      .valid_i  (fetched_q),
      .first_i  (fetched_first_q),
      .last_i   (fetched_last_q),
      .above_i  (above),
      .centre_i (centre),
      .below_i  (below),
      .valid_o  (pixel_valid),
      .word_o   (pixel_word)
  );

  assign word_valid_o = black_q || pixel_valid;
  assign word_o       = black_q ? 32'd0 : pixel_word;

endmodule
