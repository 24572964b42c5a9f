// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// One execution of a callback as software sees it: pops the start word, asks for the input message (GET_INIT_DATA)
// and the output message (object 1), lets the thread work, sends the output (SEND_COMMAND of handle 0 and
// message 1) if the work was good, exits, and waits for the reset that begins the next execution.
// The signal bit, while no start word has come, makes it exit at once.
module hwt_session #(
    parameter logic [31:0] SEND_COMMAND = 32'h0000_0900
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        signal_i,
    // The thread's work
    output logic        work_o,      // 1 from the first cycle of the work until done_i
    output logic [31:0] in_ptr_o,
    output logic [31:0] out_ptr_o,
    input  logic        done_i,      // one cycle, the last of the work
    input  logic        good_i,      // with done_i: send the output message
    output logic        quiet_o,
    // FIFOs
    input  logic [31:0] osif_sw2hw_data_i,
    input  logic        osif_sw2hw_empty_i,
    output logic        osif_sw2hw_re_o,
    output logic [31:0] osif_hw2sw_data_o,
    input  logic        osif_hw2sw_full_i,
    output logic        osif_hw2sw_we_o
);

  localparam logic [31:0] GET_INIT_DATA = 32'h0000_00A0;
  localparam logic [31:0] GET_OBJECT    = 32'h0000_00F6;
  localparam logic [31:0] THREAD_EXIT   = 32'h0000_00A2;
  localparam logic [31:0] HANDLE_SENDER = 32'd0;
  localparam logic [31:0] HANDLE_OUTPUT = 32'd1;

  typedef enum logic [2:0] {START, INIT, OBJECT, WORK, SEND, EXIT, ENDED} state_e;

  state_e           state_q, state_d;
  logic             issue_q, issue_d;  // 1 in the first cycle of a state that makes a call
  logic [31:0]      in_ptr_q, in_ptr_d, out_ptr_q, out_ptr_d;
  logic             osif_busy, osif_waiting, osif_done;
  logic [31:0]      osif_result;
  logic [2:0]       send_words;
  logic [127:0]     words;
  logic             abort;

  assign osif_done = !issue_q && !osif_busy;
  assign abort     = state_q == START && signal_i;

  always_comb begin
    state_d   = state_q;
    issue_d   = 1'b0;
    in_ptr_d  = in_ptr_q;
    out_ptr_d = out_ptr_q;
    unique case (state_q)
      START: if (osif_done) {state_d, issue_d} = {abort ? EXIT : INIT, 1'b1};
      INIT: begin
        if (osif_done) begin
          in_ptr_d           = osif_result;
          {state_d, issue_d} = {OBJECT, 1'b1};
        end
      end
      OBJECT: begin
        if (osif_done) begin
          out_ptr_d = osif_result;
          state_d   = WORK;
        end
      end
      WORK:    if (done_i) {state_d, issue_d} = {good_i ? SEND : EXIT, 1'b1};
      SEND:    if (osif_done) {state_d, issue_d} = {EXIT, 1'b1};
      EXIT:    if (osif_done) state_d = ENDED;
      default: state_d = ENDED;
    endcase
  end

  always_comb begin
    send_words = 3'd0;
    words      = '0;
    unique case (state_q)
      INIT: begin
        send_words = 3'd1;
        words[31:0]   = GET_INIT_DATA;
      end
      OBJECT: begin
        send_words = 3'd2;
        words[31:0]   = GET_OBJECT;
        words[63:32]   = HANDLE_OUTPUT;
      end
      SEND: begin
        send_words = 3'd3;
        words[31:0]   = SEND_COMMAND;
        words[63:32]   = HANDLE_SENDER;
        words[95:64]   = HANDLE_OUTPUT;
      end
      EXIT: begin
        send_words = 3'd1;
        words[31:0]   = THREAD_EXIT;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q   <= START;
      issue_q   <= 1'b1;
      in_ptr_q  <= '0;
      out_ptr_q <= '0;
    end else begin
      state_q   <= state_d;
      issue_q   <= issue_d;
      in_ptr_q  <= in_ptr_d;
      out_ptr_q <= out_ptr_d;
    end
  end

  hwt_osif u_osif (
      .clk_i,
      .rst_i,
      .start_i     (issue_q),
      .send_words_i(send_words),
      .words_i     (words),
      .receive_i   (state_q != EXIT),
      .abort_i     (abort),
      .busy_o      (osif_busy),
      .result_o    (osif_result),
      .waiting_o   (osif_waiting),
      .osif_sw2hw_data_i,
      .osif_sw2hw_empty_i,
      .osif_sw2hw_re_o,
      .osif_hw2sw_data_o,
      .osif_hw2sw_full_i,
      .osif_hw2sw_we_o
  );

  assign work_o    = state_q == WORK;
  assign in_ptr_o  = in_ptr_q;
  assign out_ptr_o = out_ptr_q;

  // In reset nothing moves once the reset values have gone through every stage.
  localparam logic [3:0] RESET_CYCLES = 4'd15;
  logic [3:0] reset_age_q = '0;  // also after a configuration
  always_ff @(posedge clk_i) begin
    if (!rst_i) reset_age_q <= '0;
    else if (reset_age_q != RESET_CYCLES) reset_age_q <= reset_age_q + 4'd1;
  end

  assign quiet_o = rst_i ? reset_age_q == RESET_CYCLES : (osif_waiting && !abort) || state_q == ENDED;

endmodule
