// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Traffic generator: four AXI3 masters of 64 bits for S_AXI_HP0 to 3, each with a stream of reads and one of writes
// that run side by side. Stream 2m reads through master m, stream 2m + 1 writes. Master m has bit m of the
// single-bit ports, and bits 64 m + 63 : 64 m of data, and so on.

module traffic (
  input  logic         clk_i,
  input  logic         rst_ni,
  // Registers: the answer is combinational, a write acts at the next edge.
  input  logic         sel_i,
  input  logic         we_i,        // with sel_i; of an offset that is not listed it has no effect
  input  logic [15:0]  addr_i,
  input  logic [31:0]  wdata_i,
  output logic [31:0]  rdata_o,
  output logic         err_o,
  output logic         irq_o,
  // 1: as long as no input changes, clock edges change nothing.
  output logic         idle_o,
  // AXI3; IDs are 0 (reads of master 0: see hp_arbiter), sizes 8 bytes, bursts INCR, all strobes on.
  output logic [127:0] awaddr_o,
  output logic [15:0]  awlen_o,
  output logic [3:0]   awvalid_o,
  input  logic [3:0]   awready_i,
  output logic [255:0] wdata_o,
  output logic [3:0]   wlast_o,
  output logic [3:0]   wvalid_o,
  input  logic [3:0]   wready_i,
  input  logic [7:0]   bresp_i,
  input  logic [3:0]   bvalid_i,
  output logic [3:0]   bready_o,
  output logic [127:0] araddr_o,
  output logic [15:0]  arlen_o,
  output logic [3:0]   arvalid_o,
  input  logic [3:0]   arready_i,
  input  logic [255:0] rdata_i,
  input  logic [7:0]   rresp_i,
  input  logic [3:0]   rlast_i,
  input  logic [3:0]   rvalid_i,
  output logic [3:0]   rready_o
);
  localparam logic [15:0] RegId = 16'h0000, RegVersion = 16'h0004, RegMasters = 16'h0008, RegStart = 16'h0010,
                          RegStop = 16'h0014, RegBusy = 16'h0018, RegDone = 16'h001C, RegEnable = 16'h0020;
  localparam logic [31:0] Id = 32'h5A54474E, Version = 32'h00010000;

  logic [7:0]   busy, done, done_q, enable_q, stop_q, stream_sel, stream_err;
  logic [255:0] stream_rdata;
  logic [15:0]  addr;
  logic         in_streams;

  assign addr       = {addr_i[15:2], 2'b00};
  assign in_streams = (addr_i[15:9] == 7'd1); // 0x200 to 0x3FF
  assign irq_o      = |(done_q & enable_q);
  assign idle_o     = rst_ni && !we_i && busy == '0 && stop_q == '0;
  assign bready_o   = '1;
  assign rready_o   = '1;

  always_comb begin
    err_o   = 1'b0;
    rdata_o = '0;
    if (sel_i) begin
      if (in_streams) begin
        err_o = |stream_err;
        for (int unsigned s = 0; s < 8; s++) rdata_o = rdata_o | stream_rdata[32*s+:32];
      end else case (addr)
        RegId:             rdata_o = Id;
        RegVersion:        rdata_o = Version;
        RegMasters:        rdata_o = 32'd4;
        RegStart, RegStop: rdata_o = '0;
        RegBusy:           rdata_o = {24'd0, busy};
        RegDone:           rdata_o = {24'd0, done_q};
        RegEnable:         rdata_o = {24'd0, enable_q};
        default:           err_o = 1'b1;
      endcase
    end
  end

  // A stop lasts until the stream has ended.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      done_q   <= '0;
      enable_q <= '0;
      stop_q   <= '0;
    end else begin
      done_q <= (done_q & ~((we_i && (addr == RegDone || addr == RegStart)) ? wdata_i[7:0] : 8'd0)) | done;
      if (we_i && addr == RegEnable) enable_q <= wdata_i[7:0];
      stop_q <= (stop_q | ((we_i && addr == RegStop) ? wdata_i[7:0] : 8'd0)) & busy & ~done;
    end
  end

  for (genvar m = 0; m < 4; m++) begin : gen_master
    for (genvar d = 0; d < 2; d++) begin : gen_stream
      localparam int unsigned S = 2 * m + d;
      logic [31:0] stream_addr;
      logic [3:0]  stream_len;
      logic        valid, ready, start, a_valid, a_last;
      logic [1:0]  a_resp;
      logic [63:0] w_data;
      logic        w_last, w_valid;

      assign stream_sel[S] = sel_i && in_streams && addr_i[8:6] == 3'(S);
      assign start         = we_i && addr == RegStart && wdata_i[S];

      traffic_stream #(.WRITES(d == 1)) u_stream (
        .clk_i, .rst_ni, .sel_i(stream_sel[S]), .we_i(stream_sel[S] && we_i), .addr_i(addr_i[5:0]), .wdata_i,
        .rdata_o(stream_rdata[32*S+:32]), .err_o(stream_err[S]), .start_i(start), .stop_i(stop_q[S]),
        .busy_o(busy[S]), .done_o(done[S]), .addr_o(stream_addr), .len_o(stream_len), .valid_o(valid),
        .ready_i(ready), .w_data_o(w_data), .w_last_o(w_last), .w_valid_o(w_valid), .w_ready_i(wready_i[m]),
        .a_valid_i(a_valid), .a_last_i(a_last), .a_resp_i(a_resp), .a_data_i(rdata_i[64*m+:64])
      );

      if (d == 0) begin : gen_read
        assign araddr_o[32*m+:32] = stream_addr;
        assign arlen_o[4*m+:4]    = stream_len;
        assign arvalid_o[m]       = valid;
        assign ready              = arready_i[m];
        assign a_valid            = rvalid_i[m];
        assign a_last             = rlast_i[m];
        assign a_resp             = rresp_i[2*m+:2];
        logic unused;
        assign unused = ^{w_data, w_last, w_valid};
      end else begin : gen_write
        assign awaddr_o[32*m+:32] = stream_addr;
        assign awlen_o[4*m+:4]    = stream_len;
        assign awvalid_o[m]       = valid;
        assign wdata_o[64*m+:64]  = w_data;
        assign wlast_o[m]         = w_last;
        assign wvalid_o[m]        = w_valid;
        assign ready              = awready_i[m];
        assign a_valid            = bvalid_i[m];
        assign a_last             = 1'b1;
        assign a_resp             = bresp_i[2*m+:2];
      end
    end
  end
endmodule
