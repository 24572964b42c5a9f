// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Hardware thread: sorts the uint32 sequence at the beginning of the request into the one at the beginning of the
// response, ascending. Up to 2048 values; the response's sequence must have the request's size, and both must be
// aligned to 4. With anything else it writes nothing, sends nothing and exits.
module sort (
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

  localparam logic [31:0] COUNT_MAX = 32'd2048;

  // Sequences are {pointer, size, capacity}; the first two words are read.
  typedef enum logic [2:0] {IDLE, REQUEST, RESPONSE, CHECK, LOAD, MERGE, STORE, FENCE} state_e;

  state_e      state_q, state_d;
  logic        issue_q, issue_d;
  logic        work, done, good;
  logic [31:0] in_ptr, out_ptr;
  logic        field_q;
  logic [31:0] in_addr_q, in_count_q, out_addr_q, out_count_q;
  logic        fields_good;

  logic        mem_busy, mem_done, mem_rvalid, mem_wvalid, mem_wready, mem_write;
  logic [31:0] mem_addr, mem_rdata, mem_wdata;
  logic [11:0] mem_words;
  logic        merged;

  assign mem_done    = !issue_q && !mem_busy;
  assign fields_good = in_count_q <= COUNT_MAX && out_count_q == in_count_q &&
      (in_count_q == 0 || (in_addr_q[1:0] == 0 && out_addr_q[1:0] == 0 && in_addr_q != 0 && out_addr_q != 0));

  always_comb begin
    state_d = state_q;
    issue_d = 1'b0;
    done    = 1'b0;
    good    = 1'b0;
    unique case (state_q)
      IDLE:     if (work) {state_d, issue_d} = {REQUEST, 1'b1};
      REQUEST:  if (mem_done) {state_d, issue_d} = {RESPONSE, 1'b1};
      RESPONSE: if (mem_done) state_d = CHECK;
      CHECK: begin
        if (fields_good && in_count_q != 0) begin
          {state_d, issue_d} = {LOAD, 1'b1};
        end else begin
          state_d = IDLE;
          done    = 1'b1;
          good    = fields_good;
        end
      end
      LOAD:  if (mem_done) {state_d, issue_d} = {MERGE, 1'b1};
      MERGE: if (merged) {state_d, issue_d} = {STORE, 1'b1};
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
    mem_write = 1'b0;
    mem_addr  = in_addr_q;
    mem_words = in_count_q[11:0];
    unique case (state_q)
      REQUEST:  {mem_addr, mem_words} = {in_ptr, 12'd2};
      RESPONSE: {mem_addr, mem_words} = {out_ptr, 12'd2};
      STORE:    {mem_addr, mem_write} = {out_addr_q, 1'b1};
      // Comes back only when all that was written before is in memory.
      FENCE:    {mem_addr, mem_words} = {out_addr_q, 12'd1};
      default:  ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= IDLE;
      issue_q <= 1'b0;
      field_q <= 1'b0;
    end else begin
      state_q <= state_d;
      issue_q <= issue_d;
      if (issue_q) field_q <= 1'b0;
      else if (mem_rvalid) field_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == REQUEST && mem_rvalid) begin
      if (!field_q) in_addr_q <= mem_rdata;
      else in_count_q <= mem_rdata;
    end
    if (state_q == RESPONSE && mem_rvalid) begin
      if (!field_q) out_addr_q <= mem_rdata;
      else out_count_q <= mem_rdata;
    end
  end

  hwt_session #(
      .SEND_COMMAND(32'h0000_0910)  // service response
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
      .start_i (issue_q && state_q != MERGE),
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

  sort_merge u_merge (
      .clk_i,
      .rst_i,
      .count_i     (in_count_q[11:0]),
      .load_begin_i(state_q == LOAD && issue_q),
      .load_valid_i(state_q == LOAD && mem_rvalid),
      .load_word_i (mem_rdata),
      .merge_i     (state_q == MERGE && issue_q),
      .merged_o    (merged),
      .store_i     (state_q == STORE && issue_q),
      .word_valid_o(mem_wvalid),
      .word_o      (mem_wdata),
      .word_ready_i(mem_wready)
  );

endmodule
