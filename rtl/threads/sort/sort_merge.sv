// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Merge sort in two block RAMs: each pass merges pairs of runs of `run` values from one RAM into the other, one value
// a clock, and doubles the run. Loads and stores in order of address.
module sort_merge (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic [11:0] count_i,       // 1..2048, holds from load to store
    input  logic        load_begin_i,  // one cycle, before the first word
    input  logic        load_valid_i,
    input  logic [31:0] load_word_i,
    input  logic        merge_i,       // one cycle
    output logic        merged_o,      // one cycle, at least one after merge_i
    input  logic        store_i,       // one cycle; then count_i words, smallest first
    output logic        word_valid_o,
    output logic [31:0] word_o,
    input  logic        word_ready_i
);

  // FETCH: the first values of the first pair of a pass come out of the RAM.
  typedef enum logic [2:0] {IDLE, FETCH, MERGE, ENDED, PREPARE, STORE} state_e;

  state_e      state_q, state_d;
  logic        source_q, source_d;   // the RAM that is read; the other one is written
  logic [12:0] run_q, run_d;
  // Heads and ends of the two runs, and the place that is written next. The pair ends where the right run ends.
  logic [12:0] left_q, left_d, left_end_q, left_end_d;
  logic [12:0] right_q, right_d, right_end_q, right_end_d;
  logic [12:0] out_q, out_d;
  logic [31:0] left_value, right_value;
  logic        take_left;
  logic [12:0] count;

  assign count = {1'b0, count_i};

  function automatic logic [12:0] end_of(input logic [12:0] from, input logic [12:0] run,
                                         input logic [12:0] limit);
    logic [13:0] sum;
    sum    = {1'b0, from} + {1'b0, run};
    end_of = (sum > {1'b0, limit}) ? limit : sum[12:0];
  endfunction

  assign take_left = right_q == right_end_q || (left_q != left_end_q && left_value <= right_value);

  always_comb begin
    state_d     = state_q;
    source_d    = source_q;
    run_d       = run_q;
    left_d      = left_q;
    left_end_d  = left_end_q;
    right_d     = right_q;
    right_end_d = right_end_q;
    out_d       = out_q;
    unique case (state_q)
      IDLE: begin
        if (load_begin_i) begin
          out_d    = '0;
          source_d = 1'b1;  // RAM 0 is written
        end else if (load_valid_i) begin
          out_d = out_q + 13'd1;
        end
        if (merge_i) begin
          source_d = 1'b0;
          run_d    = 13'd1;
          state_d  = (count == 13'd1) ? ENDED : FETCH;
        end
        if (store_i) begin
          out_d   = '0;
          state_d = PREPARE;
        end
      end
      FETCH: begin
        state_d = MERGE;
      end
      MERGE: begin
        out_d = out_q + 13'd1;
        if (take_left) left_d = left_q + 13'd1;
        else right_d = right_q + 13'd1;
        if (out_d == right_end_q) begin
          left_d      = right_end_q;
          left_end_d  = end_of(left_d, run_q, count);
          right_d     = left_end_d;
          right_end_d = end_of(right_d, run_q, count);
        end
        if (out_d == count) begin
          source_d = !source_q;
          run_d    = {run_q[11:0], 1'b0};
          state_d  = (run_d >= count) ? ENDED : FETCH;
        end
      end
      ENDED:   state_d = IDLE;
      PREPARE: state_d = STORE;
      STORE: begin
        if (word_ready_i) begin
          out_d = out_q + 13'd1;
          if (out_d == count) state_d = IDLE;
        end
      end
      default: state_d = IDLE;
    endcase
    if (state_d == FETCH) begin  // a pass begins
      out_d       = '0;
      left_d      = '0;
      left_end_d  = end_of(13'd0, run_d, count);
      right_d     = left_end_d;
      right_end_d = end_of(right_d, run_d, count);
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= IDLE;
      source_q    <= 1'b0;
      run_q       <= '0;
      left_q      <= '0;
      left_end_q  <= '0;
      right_q     <= '0;
      right_end_q <= '0;
      out_q       <= '0;
    end else begin
      state_q     <= state_d;
      source_q    <= source_d;
      run_q       <= run_d;
      left_q      <= left_d;
      left_end_q  <= left_end_d;
      right_q     <= right_d;
      right_end_q <= right_end_d;
      out_q       <= out_d;
    end
  end

  // The values at the next heads are fetched while the present ones are compared. A store reads by the left port.
  logic             read, write;
  logic [10:0]      a_read_addr;
  logic [31:0]      word_merged, write_data;
  logic [63:0]      a_data, b_data;

  assign read        = state_q == FETCH || state_q == MERGE || state_q == PREPARE || state_q == STORE;
  assign write       = load_valid_i || state_q == MERGE;
  assign word_merged = take_left ? left_value : right_value;
  assign write_data  = load_valid_i ? load_word_i : word_merged;
  assign a_read_addr = (state_q == PREPARE || state_q == STORE) ? out_d[10:0] : left_d[10:0];

  for (genvar r = 0; r < 2; r++) begin : g_ram
    logic written;
    assign written = write && source_q != r;
    hwt_ram #(
        .ADDR_BITS(11)
    ) u_ram (
        .clk_i,
        .a_en_i  (written || (read && source_q == r)),
        .a_we_i  (written),
        .a_addr_i(written ? out_q[10:0] : a_read_addr),
        .a_data_i(write_data),
        .a_data_o(a_data[32*r+:32]),
        .b_en_i  (read && source_q == r),
        .b_addr_i(right_d[10:0]),
        .b_data_o(b_data[32*r+:32])
    );
  end

  assign left_value   = source_q ? a_data[63:32] : a_data[31:0];
  assign right_value  = source_q ? b_data[63:32] : b_data[31:0];
  assign merged_o     = state_q == ENDED;
  assign word_valid_o = state_q == STORE;
  assign word_o       = left_value;

`ifdef FORMAL
  always_ff @(posedge clk_i) begin
    // A value is never taken from behind the end of its run.
    if (!rst_i && state_q == MERGE) assert (take_left ? left_q != left_end_q : right_q != right_end_q);
  end
`endif

endmodule
