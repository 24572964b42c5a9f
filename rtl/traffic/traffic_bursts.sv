// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// The addresses of one stream: passes over a range of memory in AXI3 bursts of at most 16 beats of 8 bytes. A burst
// ends at a 4 KiB border or at the end of the pass at the latest. Settings must not change while busy_o is 1.

module traffic_bursts (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,      // for a clock, while not busy
  input  logic        stop_i,       // no burst after those under way
  input  logic [31:3] base_i,
  input  logic [31:3] beats_i,      // of a pass; 0: nothing to do
  input  logic [3:0]  len_i,        // beats of a burst, less 1
  input  logic [3:0]  limit_i,      // bursts outstanding, 1 to 15
  input  logic [15:0] gap_i,        // clocks left free between a burst's address and the next
  input  logic [15:0] passes_i,     // 0: without end
  output logic        busy_o,
  output logic        done_o,       // for a clock: the last burst has ended
  input  logic        ended_i,      // a burst has ended
  output logic        ask_o,        // for a clock: the address channel is loaded with a burst
  output logic [31:3] next_addr_o,  // with ask_o: its address
  output logic [3:0]  next_len_o,   // with ask_o: its beats, less 1
  // AW or AR.
  output logic [31:0] addr_o,
  output logic [3:0]  len_o,
  output logic        valid_o,
  input  logic        ready_i
);
  logic        run_q, more_q, valid_q;   // started; there are bursts to come; the address channel
  logic [31:3] addr_q, out_addr_q, left_q;
  logic [3:0]  out_len_q, open_q;
  logic [15:0] gap_q, passes_q;
  logic [4:0]  chunk;
  logic [9:0]  to_border;
  logic        ask, last_of_pass, last;

  always_comb begin
    {to_border, chunk, ask, last_of_pass, last} = '0;
    if (run_q) begin
      to_border = 10'd512 - {1'b0, addr_q[11:3]};
      chunk     = {1'b0, len_i} + 5'd1;
      if (to_border < 10'(chunk)) chunk = to_border[4:0];
      if (left_q < 29'(chunk)) chunk = left_q[7:3];
      ask          = more_q && !stop_i && gap_q == '0 && open_q < limit_i && (!valid_q || ready_i);
      last_of_pass = (left_q == 29'(chunk));
      last         = last_of_pass && passes_q == 16'd1;
    end
  end

  assign busy_o      = run_q;
  assign done_o      = run_q && !more_q && !valid_q && (open_q == '0 || (open_q == 4'd1 && ended_i));
  assign ask_o       = ask;
  assign next_addr_o = addr_q;
  assign next_len_o  = 4'(chunk - 5'd1);
  assign addr_o      = {out_addr_q, 3'b000};
  assign len_o       = out_len_q;
  assign valid_o     = valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q    <= 1'b0;
      more_q   <= 1'b0;
      valid_q  <= 1'b0;
      open_q   <= '0;
      gap_q    <= '0;
      passes_q <= '0;
      {addr_q, left_q, out_addr_q, out_len_q} <= '0;
    end else if (!run_q) begin
      if (start_i) begin
        run_q    <= 1'b1;
        more_q   <= (beats_i != '0);
        addr_q   <= base_i;
        left_q   <= beats_i;
        passes_q <= passes_i;
        gap_q    <= '0;
      end
    end else begin
      if (valid_q && ready_i) valid_q <= 1'b0;
      if (gap_q != '0) gap_q <= gap_q - 16'd1;
      if (ask) begin
        valid_q    <= 1'b1;
        out_addr_q <= addr_q;
        out_len_q  <= next_len_o;
        gap_q      <= gap_i;
        addr_q     <= last_of_pass ? base_i : addr_q + 29'(chunk);
        left_q     <= last_of_pass ? beats_i : left_q - 29'(chunk);
        if (last_of_pass && passes_q != '0) passes_q <= passes_q - 16'd1;
      end
      if (stop_i || (ask && last)) more_q <= 1'b0;
      if (ask && !ended_i) open_q <= open_q + 4'd1;
      if (ended_i && !ask) open_q <= open_q - 4'd1;
      if (done_o) run_q <= 1'b0;
    end
  end

`ifdef FORMAL
  // AXI3: an address stays until it is taken, no burst crosses 4 KiB, never too many are under way.
  logic        f_past_q = 1'b0, f_wait_q;
  logic [31:3] f_addr_q;
  logic [3:0]  f_len_q;
  always_ff @(posedge clk_i) begin
    f_past_q <= rst_ni;
    f_wait_q <= valid_q && !ready_i;
    f_addr_q <= out_addr_q;
    f_len_q  <= out_len_q;
    if (rst_ni && open_q == '0) assume (!ended_i);
    if (f_past_q && rst_ni) begin
      if (f_wait_q) assert (valid_q && out_addr_q == f_addr_q && out_len_q == f_len_q);
      if (valid_q) assert (10'({1'b0, out_addr_q[11:3]}) + 10'(out_len_q) < 10'd512);
      assert (!(done_o && valid_q));
    end
  end
`endif
endmodule
