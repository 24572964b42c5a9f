// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The data beats of a write stream: follows the bursts that traffic_bursts asks for, at most 16 behind. What is
// written depends on the address A of the 8 bytes and the stream's seed S only: bytes 3:0 are A ^ S, bytes 7:4
// are A with its halves exchanged, plus S.

module traffic_write_data (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [31:0] seed_i,
  input  logic        ask_i,        // a burst is asked for
  input  logic [31:3] ask_addr_i,
  input  logic [3:0]  ask_len_i,
  output logic        moved_o,      // for a clock: a beat was taken
  output logic [63:0] wdata_o,
  output logic        wlast_o,
  output logic        wvalid_o,
  input  logic        wready_i
);
  // Bursts asked for and not begun, oldest first. traffic_bursts limits them to 15.
  logic [32:0] queue_q [16];
  logic [3:0]  head_q, tail_q;
  logic        valid_q;
  logic [31:3] addr_q;
  logic [3:0]  left_q;         // beats after this one
  logic        empty, next;
  logic [32:0] oldest;
  logic [31:0] addr;

  assign empty    = (head_q == tail_q);
  assign next     = !valid_q || (wready_i && left_q == '0);
  assign oldest   = queue_q[head_q];
  assign addr     = {addr_q, 3'b000};
  assign moved_o  = valid_q && wready_i;
  assign wdata_o  = {{addr[15:0], addr[31:16]} + seed_i, addr ^ seed_i};
  assign wlast_o  = (left_q == '0);
  assign wvalid_o = valid_q;

  always_ff @(posedge clk_i) begin
    if (ask_i) queue_q[tail_q] <= {ask_addr_i, ask_len_i};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      valid_q <= 1'b0;
      addr_q  <= '0;
      left_q  <= '0;
    end else begin
      if (ask_i) tail_q <= tail_q + 4'd1;
      if (next) begin
        valid_q          <= !empty;
        {addr_q, left_q} <= oldest;
        if (!empty) head_q <= head_q + 4'd1;
      end else if (wready_i) begin
        addr_q <= addr_q + 29'd1;
        left_q <= left_q - 4'd1;
      end
    end
  end

`ifdef FORMAL
  // Data stays until it is taken; the queue does not run over.
  logic        f_past_q = 1'b0, f_wait_q;
  logic [32:0] f_beat_q;
  always_ff @(posedge clk_i) begin
    f_past_q <= rst_ni;
    f_wait_q <= valid_q && !wready_i;
    f_beat_q <= {addr_q, left_q};
    if (f_past_q && rst_ni) begin
      if (f_wait_q) assert (valid_q && {addr_q, left_q} == f_beat_q);
      if (ask_i) assume (4'(tail_q + 4'd1) != head_q);
    end
  end
`endif
endmodule
