// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Hardware thread: reads the digit on a sensor_msgs/Image in mono8 of 28 x 28, writes it into a std_msgs/UInt32.
// With another width, height or step, less than 784 bytes of data, or data that is not aligned to 4, or an
// output message that is not, it writes nothing, sends nothing and exits.
module mnist (
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
  localparam logic [31:0] SIDE          = 32'd28;
  localparam logic [31:0] BYTES         = 32'd784;
  localparam logic [11:0] WORDS         = 12'd196;

  // HEADER: read the input's fields; LOAD: the picture; PAD: into the values' RAM; RUN: the network; STORE: the digit;
  // FENCE: read it back, which comes only when it is in memory.
  typedef enum logic [2:0] {IDLE, HEADER, CHECK, LOAD, PAD, RUN, STORE, FENCE} state_e;

  state_e      state_q, state_d;
  logic        issue_q, issue_d;  // 1 in the first cycle of a state
  logic        work, done, good;
  logic [31:0] in_ptr, out_ptr;

  logic [3:0]  field_q;           // words of the header that came
  logic        fields_good_q;     // of those that came
  logic [31:0] in_addr_q;

  logic        mem_start, mem_busy, mem_done, mem_rvalid, mem_wready;
  logic [31:0] mem_addr, mem_rdata;
  logic [11:0] mem_words;
  logic        pad_busy, net_busy;
  logic [3:0]  digit;

  assign mem_start = issue_q && (state_q == HEADER || state_q == LOAD || state_q == STORE || state_q == FENCE);
  assign mem_done  = !issue_q && !mem_busy;

  always_comb begin
    state_d = state_q;
    issue_d = 1'b0;
    done    = 1'b0;
    good    = 1'b0;
    unique case (state_q)
      IDLE:   if (work) {state_d, issue_d} = {HEADER, 1'b1};
      HEADER: if (mem_done) state_d = CHECK;
      CHECK: begin
        if (fields_good_q && in_addr_q != 0 && out_ptr[1:0] == 0) begin
          {state_d, issue_d} = {LOAD, 1'b1};
        end else begin
          state_d = IDLE;
          done    = 1'b1;
        end
      end
      LOAD:  if (mem_done) {state_d, issue_d} = {PAD, 1'b1};
      PAD:   if (!issue_q && !pad_busy) {state_d, issue_d} = {RUN, 1'b1};
      RUN:   if (!issue_q && !net_busy) {state_d, issue_d} = {STORE, 1'b1};
      STORE: if (mem_done) {state_d, issue_d} = {FENCE, 1'b1};
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
    {mem_addr, mem_words} = {out_ptr, 12'd1};
    if (state_q == HEADER) {mem_addr, mem_words} = {in_ptr + HEADER_OFFSET, HEADER_WORDS};
    else if (state_q == LOAD) {mem_addr, mem_words} = {in_addr_q, WORDS};
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= IDLE;
      issue_q <= 1'b0;
    end else begin
      state_q <= state_d;
      issue_q <= issue_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      field_q       <= '0;
      fields_good_q <= 1'b1;
    end else if (state_q == HEADER && mem_rvalid) begin
      field_q <= field_q + 4'd1;
      unique case (field_q)
        4'd0, 4'd1, 4'd6: if (mem_rdata != SIDE) fields_good_q <= 1'b0;  // height, width, step
        4'd7: begin
          in_addr_q <= mem_rdata;
          if (mem_rdata[1:0] != 0) fields_good_q <= 1'b0;
        end
        4'd8: if (mem_rdata < BYTES) fields_good_q <= 1'b0;
        default: ;
      endcase
    end
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
      .start_i (mem_start),
      .write_i (state_q == STORE),
      .addr_i  (mem_addr),
      .words_i (mem_words),
      .busy_o  (mem_busy),
      .wdata_i ({28'd0, digit}),
      .wvalid_i(1'b1),
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

  logic        pad_we, net_we, read;
  logic [9:0]  pad_addr;
  logic [11:0] net_addr, value_addr;
  logic [12:0] weight_addr;
  logic [7:0]  pad_data, net_data, value;
  logic [63:0] weights;

  mnist_pad u_pad (
      .clk_i,
      .rst_i,
      .load_begin_i(state_q == LOAD && issue_q),
      .load_valid_i(state_q == LOAD && mem_rvalid),
      .load_word_i (mem_rdata),
      .start_i     (state_q == PAD && issue_q),
      .busy_o      (pad_busy),
      .we_o        (pad_we),
      .addr_o      (pad_addr),
      .data_o      (pad_data)
  );

  mnist_net u_net (
      .clk_i,
      .rst_i,
      .start_i      (state_q == RUN && issue_q),
      .busy_o       (net_busy),
      .digit_o      (digit),
      .read_o       (read),
      .value_addr_o (value_addr),
      .value_i      (value),
      .weight_addr_o(weight_addr),
      .weights_i    (weights),
      .we_o         (net_we),
      .addr_o       (net_addr),
      .data_o       (net_data)
  );

  mnist_weights u_weights (
      .clk_i,
      .en_i  (read),
      .addr_i(weight_addr),
      .data_o(weights)
  );

  logic [7:0] unused_value;
  hwt_ram #(
      .ADDR_BITS(12),
      .DATA_BITS(8)
  ) u_values (
      .clk_i,
      .a_en_i  (pad_we || net_we),
      .a_we_i  (1'b1),
      .a_addr_i(pad_we ? {2'd0, pad_addr} : net_addr),
      .a_data_i(pad_we ? pad_data : net_data),
      .a_data_o(unused_value),
      .b_en_i  (read),
      .b_addr_i(value_addr),
      .b_data_o(value)
  );

  logic unused_ready;
  assign unused_ready = mem_wready;

endmodule
