// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Makes one call to software over the OSIF: sends up to four words, then receives one if it is asked to.
// With no word to send and receive_i it only pops a word (the start word of a thread).
module hwt_osif (
    input  logic         clk_i,
    input  logic         rst_i,
    // One call: start_i for one cycle while busy_o is 0; the other inputs hold until busy_o is 0 again.
    input  logic         start_i,
    input  logic [2:0]   send_words_i,  // 0..4
    input  logic [127:0] words_i,       // bits 31:0 go first
    input  logic         receive_i,
    input  logic         abort_i,       // stops waiting for a word that has not come
    output logic         busy_o,
    output logic [31:0]  result_o,      // holds the word received last
    output logic         waiting_o,     // nothing will happen until software answers
    // FIFOs
    input  logic [31:0]  osif_sw2hw_data_i,
    input  logic         osif_sw2hw_empty_i,
    output logic         osif_sw2hw_re_o,
    output logic [31:0]  osif_hw2sw_data_o,
    input  logic         osif_hw2sw_full_i,
    output logic         osif_hw2sw_we_o
);

  typedef enum logic [1:0] {IDLE, SEND, RECEIVE} state_e;

  state_e      state_q, state_d;
  logic [2:0]  sent_q, sent_d;
  logic [31:0] result_q, result_d;

  always_comb begin
    state_d  = state_q;
    sent_d   = sent_q;
    result_d = result_q;
    unique case (state_q)
      IDLE: begin
        sent_d = '0;
        if (start_i) state_d = (send_words_i != 0) ? SEND : RECEIVE;
      end
      SEND: begin
        if (!osif_hw2sw_full_i) begin
          sent_d = sent_q + 3'd1;
          if (sent_d == send_words_i) state_d = receive_i ? RECEIVE : IDLE;
        end
      end
      RECEIVE: begin
        if (!osif_sw2hw_empty_i) begin
          result_d = osif_sw2hw_data_i;
          state_d  = IDLE;
        end else if (abort_i) begin
          state_d = IDLE;
        end
      end
      default: state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q  <= IDLE;
      sent_q   <= '0;
      result_q <= '0;
    end else begin
      state_q  <= state_d;
      sent_q   <= sent_d;
      result_q <= result_d;
    end
  end

  // The FIFOs ignore a pop when empty and a push when full, so neither strobe needs to look.
  assign osif_sw2hw_re_o   = state_q == RECEIVE;
  assign osif_hw2sw_we_o   = state_q == SEND;
  assign osif_hw2sw_data_o = words_i[32*sent_q[1:0]+:32];
  assign busy_o            = state_q != IDLE;
  assign result_o          = result_q;
  assign waiting_o         = state_q == RECEIVE && osif_sw2hw_empty_i;

`ifdef FORMAL
  // A call has something to do, and never more than four words.
  always_ff @(posedge clk_i) begin
    if (!rst_i && start_i) assume (!busy_o && send_words_i <= 3'd4 && (send_words_i != 0 || receive_i));
    if (!rst_i) assert (sent_q <= 3'd4);
  end
`endif

endmodule
