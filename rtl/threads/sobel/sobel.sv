// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Hardware thread: Sobel edge strength of a sensor_msgs/Image in bgr8, from the input message's data into the
// output message's data. Reads every input row once, writes every output row once.
//
// It works on images with: width 4 to 640 and a multiple of 4, height 3 to 4096, step = 3 * width, data of both
// messages at least step * height bytes and aligned to 4. With anything else it writes nothing, sends nothing
// and exits. It writes the output's data only; sizes and names are software's.
module sobel (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        signal_i,
    input  logic [31:0] osif_sw2hw_data_i,
    input  logic        osif_sw2hw_empty_i,
    output logic        osif_sw2hw_re_o,
    output logic [31:0] osif_hw2sw_data_o,
    input  logic        osif_hw2sw_full_i,
    output logic        osif_hw2sw_we_o,
    output logic [31:0] memif_hwt2mem_data_o,
    input  logic        memif_hwt2mem_full_i,
    output logic        memif_hwt2mem_we_o,
    input  logic [31:0] memif_mem2hwt_data_i,
    input  logic        memif_mem2hwt_empty_i,
    output logic        memif_mem2hwt_re_o,
    output logic        quiet_o
);

  // Fields of sensor_msgs/Image on a 32-bit machine: the header read spans height (20) to data.size (52).
  localparam logic [31:0] HEADER_OFFSET = 32'd20;
  localparam logic [11:0] HEADER_WORDS  = 12'd9;
  localparam logic [31:0] DATA_OFFSET   = 32'd48;  // {pointer, size}
  localparam logic [11:0] DATA_WORDS    = 12'd2;
  localparam logic [31:0] WIDTH_MAX     = 32'd640;
  localparam logic [31:0] HEIGHT_MAX    = 32'd4096;

  // HEADER: read the input's fields; OUTPUT: the output's; CHECK: some cycles; LOAD, EMIT: rows; FENCE: read one word
  // back, which comes only when all that was written before is in memory.
  typedef enum logic [2:0] {IDLE, HEADER, OUTPUT, CHECK, NEXT, LOAD, EMIT, FENCE} state_e;

  state_e      state_q, state_d;
  logic        issue_q, issue_d;
  logic        work, done, good;
  logic [31:0] in_ptr, out_ptr;

  logic [3:0]  field_q;                              // words of a header that came
  logic [31:0] height_q, width_q, step_q;
  logic [31:0] in_addr_q, in_size_q, out_addr_q, out_size_q;
  logic [23:0] image_bytes_q;                        // height * step, bit by bit
  logic [4:0]  check_q;                              // bits of height that are left, and one
  logic [12:0] loaded_q, emitted_q;                  // rows

  logic        mem_busy, mem_done, mem_rvalid, mem_wvalid, mem_wready, mem_write;
  logic [31:0] mem_addr, mem_rdata, mem_wdata;
  logic [11:0] mem_words;
  logic [8:0]  row_words;
  logic        first_row, last_row, black;

  assign row_words = step_q[10:2];
  assign first_row = emitted_q == 0;
  assign last_row  = emitted_q == height_q[12:0] - 13'd1;
  assign black     = first_row || last_row;
  assign mem_done  = !issue_q && !mem_busy;

  // image_bytes_q is right only within these limits of width and height.
  logic fields_good;
  assign fields_good = width_q >= 32'd4 && width_q <= WIDTH_MAX && width_q[1:0] == 0 &&
      height_q >= 32'd3 && height_q <= HEIGHT_MAX && step_q == {width_q[30:0], 1'b0} + width_q &&
      in_size_q >= {8'd0, image_bytes_q} && out_size_q >= {8'd0, image_bytes_q} &&
      in_addr_q[1:0] == 0 && out_addr_q[1:0] == 0 && in_addr_q != 0 && out_addr_q != 0;

  always_comb begin
    state_d = state_q;
    issue_d = 1'b0;
    done    = 1'b0;
    good    = 1'b0;
    unique case (state_q)
      IDLE:   if (work) {state_d, issue_d} = {HEADER, 1'b1};
      HEADER: if (mem_done) {state_d, issue_d} = {OUTPUT, 1'b1};
      OUTPUT: if (mem_done) state_d = CHECK;
      CHECK: begin
        if (check_q == 0) begin
          state_d = fields_good ? NEXT : IDLE;
          done    = !fields_good;
        end
      end
      // Row y of the output needs the rows up to y + 1, except for the black ones.
      NEXT: begin
        if (emitted_q == height_q[12:0]) {state_d, issue_d} = {FENCE, 1'b1};
        else if (black || loaded_q > emitted_q + 13'd1) {state_d, issue_d} = {EMIT, 1'b1};
        else {state_d, issue_d} = {LOAD, 1'b1};
      end
      LOAD:    if (mem_done) state_d = NEXT;
      EMIT:    if (mem_done) state_d = NEXT;
      FENCE: begin
        if (mem_done) begin
          state_d = IDLE;
          done    = 1'b1;
          good    = 1'b1;
        end
      end
      default: state_d = IDLE;
    endcase
  end

  always_comb begin
    mem_write = 1'b0;
    mem_addr  = in_addr_q;
    mem_words = {3'd0, row_words};
    unique case (state_q)
      HEADER:  {mem_addr, mem_words} = {in_ptr + HEADER_OFFSET, HEADER_WORDS};
      OUTPUT:  {mem_addr, mem_words} = {out_ptr + DATA_OFFSET, DATA_WORDS};
      EMIT:    {mem_addr, mem_write} = {out_addr_q, 1'b1};
      FENCE:   {mem_addr, mem_words} = {out_addr_q - 32'd4, 12'd1};
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q   <= IDLE;
      issue_q   <= 1'b0;
      field_q   <= '0;
      check_q   <= '0;
      loaded_q  <= '0;
      emitted_q <= '0;
    end else begin
      state_q   <= state_d;
      issue_q   <= issue_d;
      check_q   <= (state_q == CHECK) ? check_q - 5'd1 : 5'd13;
      if (issue_q) field_q <= '0;
      else if (mem_rvalid) field_q <= field_q + 4'd1;
      if (state_q == LOAD && mem_done) loaded_q <= loaded_q + 13'd1;
      if (state_q == EMIT && mem_done) emitted_q <= emitted_q + 13'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q != CHECK) image_bytes_q <= '0;
    else if (check_q != 0)
      image_bytes_q <= {image_bytes_q[22:0], 1'b0} + (height_q[check_q-5'd1] ? {13'd0, step_q[10:0]} : 24'd0);
    if (state_q == HEADER && mem_rvalid) begin
      unique case (field_q)
        4'd0:    height_q <= mem_rdata;
        4'd1:    width_q <= mem_rdata;
        4'd6:    step_q <= mem_rdata;
        4'd7:    in_addr_q <= mem_rdata;
        4'd8:    in_size_q <= mem_rdata;
        default: ;
      endcase
    end
    if (state_q == OUTPUT && mem_rvalid) begin
      if (field_q == 0) out_addr_q <= mem_rdata;
      else out_size_q <= mem_rdata;
    end
    if (state_q == LOAD && mem_done) in_addr_q <= in_addr_q + {21'd0, step_q[10:0]};
    if (state_q == EMIT && mem_done) out_addr_q <= out_addr_q + {21'd0, step_q[10:0]};
  end

  hwt_session #(
      .SEND_COMMAND(32'h0000_0900)  // publish
  ) u_session (
      .clk_i,
      .rst_i,
      .signal_i,
      .work_o   (work),
      .in_ptr_o (in_ptr),
      .out_ptr_o(out_ptr),
      .done_i   (done),
      .good_i   (good),
      .quiet_o,
      .osif_sw2hw_data_i,
      .osif_sw2hw_empty_i,
      .osif_sw2hw_re_o,
      .osif_hw2sw_data_o,
      .osif_hw2sw_full_i,
      .osif_hw2sw_we_o
  );

  hwt_memif u_memif (
      .clk_i,
      .rst_i,
      .start_i (issue_q),
      .write_i (mem_write),
      .addr_i  (mem_addr),
      .words_i (mem_words),
      .busy_o  (mem_busy),
      .wdata_i (mem_wdata),
      .wvalid_i(mem_wvalid),
      .wready_o(mem_wready),
      .rdata_o (mem_rdata),
      .rvalid_o(mem_rvalid),
      .memif_hwt2mem_data_o,
      .memif_hwt2mem_full_i,
      .memif_hwt2mem_we_o,
      .memif_mem2hwt_data_i,
      .memif_mem2hwt_empty_i,
      .memif_mem2hwt_re_o
  );

  sobel_rows u_rows (
      .clk_i,
      .rst_i,
      .row_words_i (row_words),
      .load_valid_i(state_q == LOAD && mem_rvalid),
      .load_word_i (mem_rdata),
      .load_end_i  (state_q == LOAD && mem_done),
      .emit_i      (state_q == EMIT && issue_q),
      .black_i     (black),
      .word_valid_o(mem_wvalid),
      .word_o      (mem_wdata),
      .word_ready_i(mem_wready)
  );

endmodule
