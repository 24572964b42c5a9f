// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// One direction of one master: its registers, counters and bursts. WRITES 0: reads, and sums up what comes;
// WRITES 1: writes the pattern of traffic_write_data.

module traffic_stream #(
  parameter bit WRITES = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        sel_i,
  input  logic        we_i,        // with sel_i
  input  logic [5:0]  addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  output logic        err_o,
  input  logic        start_i,
  input  logic        stop_i,
  output logic        busy_o,
  output logic        done_o,
  // AR or AW.
  output logic [31:0] addr_o,
  output logic [3:0]  len_o,
  output logic        valid_o,
  input  logic        ready_i,
  // W.
  output logic [63:0] w_data_o,
  output logic        w_last_o,
  output logic        w_valid_o,
  input  logic        w_ready_i,
  // R or B; always ready.
  input  logic        a_valid_i,
  input  logic        a_last_i,    // 1 for B
  input  logic [1:0]  a_resp_i,
  input  logic [63:0] a_data_i
);
  localparam logic [5:0] RegBase = 6'h00, RegBytes = 6'h04, RegShape = 6'h08, RegPasses = 6'h0C, RegSeed = 6'h10,
                         RegStatus = 6'h14, RegBeats = 6'h18, RegCycles = 6'h1C, RegSumLow = 6'h20,
                         RegSumHigh = 6'h24, RegSlowest = 6'h28;

  logic [31:3] base_q, bytes_q;
  logic [3:0]  len_q, limit_q;
  logic [15:0] gap_q, passes_q;
  logic [31:0] seed_q, beats_q, cycles_q, slowest_q, wait_q;
  logic        slave_err_q, decode_err_q;
  logic [63:0] sum_q;
  logic        start, ended, moved, ask;
  logic [31:3] ask_addr;
  logic [3:0]  ask_len;

  assign start = start_i && !busy_o;
  assign ended = a_valid_i && a_last_i;

  always_comb begin
    err_o   = 1'b0;
    rdata_o = '0;
    if (sel_i) case ({addr_i[5:2], 2'b00})
      RegBase:    rdata_o = {base_q, 3'b000};
      RegBytes:   rdata_o = {bytes_q, 3'b000};
      RegShape:   rdata_o = {gap_q, 4'd0, limit_q, 4'd0, len_q};
      RegPasses:  rdata_o = {16'd0, passes_q};
      RegSeed:    rdata_o = seed_q;
      RegStatus:  rdata_o = {29'd0, decode_err_q, slave_err_q, busy_o};
      RegBeats:   rdata_o = beats_q;
      RegCycles:  rdata_o = cycles_q;
      RegSumLow:  rdata_o = sum_q[31:0];
      RegSumHigh: rdata_o = sum_q[63:32];
      RegSlowest: rdata_o = slowest_q;
      default:    err_o   = 1'b1;
    endcase
  end

  // Settings keep still while a stream runs.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {base_q, bytes_q, gap_q, seed_q} <= '0;
      len_q    <= 4'd15;
      limit_q  <= 4'd4;
      passes_q <= 16'd1;
    end else if (we_i && !busy_o) begin
      case ({addr_i[5:2], 2'b00})
        RegBase:   base_q  <= wdata_i[31:3];
        RegBytes:  bytes_q <= wdata_i[31:3];
        RegShape: begin
          gap_q   <= wdata_i[31:16];
          limit_q <= (wdata_i[11:8] == '0) ? 4'd1 : wdata_i[11:8];
          len_q   <= wdata_i[3:0];
        end
        RegPasses: passes_q <= wdata_i[15:0];
        RegSeed:   seed_q   <= wdata_i;
        default: ;
      endcase
    end
  end

  // Counters, of the last or present run.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start) begin
      {beats_q, cycles_q, slowest_q, wait_q, sum_q} <= '0;
      {slave_err_q, decode_err_q} <= '0;
    end else if (busy_o) begin
      cycles_q <= cycles_q + 32'd1;
      if (moved) beats_q <= beats_q + 32'd1;
      if (a_valid_i && a_resp_i == 2'b10) slave_err_q <= 1'b1;
      if (a_valid_i && a_resp_i == 2'b11) decode_err_q <= 1'b1;
      if (!WRITES && a_valid_i) sum_q <= {sum_q[62:0], sum_q[63]} ^ a_data_i;
      wait_q <= ended ? '0 : wait_q + 32'd1;
      if (ended && wait_q >= slowest_q) slowest_q <= wait_q + 32'd1;
    end
  end

  traffic_bursts u_bursts (
    .clk_i, .rst_ni, .start_i(start), .stop_i, .base_i(base_q), .beats_i(bytes_q), .len_i(len_q),
    .limit_i(limit_q), .gap_i(gap_q), .passes_i(passes_q), .busy_o, .done_o, .ended_i(ended), .ask_o(ask),
    .next_addr_o(ask_addr), .next_len_o(ask_len), .addr_o, .len_o, .valid_o, .ready_i
  );

  if (WRITES) begin : gen_write
    traffic_write_data u_data (
      .clk_i, .rst_ni, .seed_i(seed_q), .ask_i(ask), .ask_addr_i(ask_addr), .ask_len_i(ask_len),
      .moved_o(moved), .wdata_o(w_data_o), .wlast_o(w_last_o), .wvalid_o(w_valid_o), .wready_i(w_ready_i)
    );
    logic unused;
    assign unused = ^a_data_i;
  end else begin : gen_read
    assign moved     = a_valid_i;
    assign w_data_o  = '0;
    assign w_last_o  = 1'b0;
    assign w_valid_o = 1'b0;
    logic unused;
    assign unused = ^{w_ready_i, ask, ask_addr, ask_len};
  end

  logic unused_addr;
  assign unused_addr = ^addr_i[1:0];
endmodule
