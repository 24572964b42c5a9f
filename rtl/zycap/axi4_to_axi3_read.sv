// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Read channels from AXI4 with 32 bits and up to 256 beats to AXI3 with 64 bits and up to 16. Bursts are cut at
// 128-byte borders; at most MAX_OPEN are under way, for at most two bursts of the AXI4 side.
// Two words of a beat leave in two clocks, so a master that always takes them gets a word a clock.

module axi4_to_axi3_read #(
  parameter int unsigned MAX_OPEN = 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // AXI4 slave, 32 bits, INCR.
  input  logic [31:0] s_araddr_i,
  input  logic [7:0]  s_arlen_i,
  input  logic        s_arvalid_i,
  output logic        s_arready_o,
  output logic [31:0] s_rdata_o,
  output logic [1:0]  s_rresp_o,
  output logic        s_rlast_o,
  output logic        s_rvalid_o,
  input  logic        s_rready_i,
  // AXI3 master, 64 bits.
  output logic [31:0] m_araddr_o,
  output logic [3:0]  m_arlen_o,
  output logic        m_arvalid_o,
  input  logic        m_arready_i,
  input  logic [63:0] m_rdata_i,
  input  logic [1:0]  m_rresp_i,
  input  logic        m_rlast_i,
  input  logic        m_rvalid_i,
  output logic        m_rready_o,
  output logic        busy_o
);
  // Asking.
  logic        ask_q, arvalid_q;
  logic [31:3] addr_q, araddr_q;
  logic [7:0]  beats_q;         // 64-bit beats not yet asked for, up to 129
  logic [3:0]  arlen_q;
  logic [2:0]  open_q;
  logic [4:0]  to_border, chunk;
  logic        ask, ends, take;

  // What was asked for: start lane and words of up to two bursts.
  logic [1:0]  count_q;
  logic        first_lane_q, second_lane_q;
  logic [8:0]  first_words_q, second_words_q;
  logic        pop;

  assign s_arready_o = !ask_q && (count_q != 2'd2);
  assign busy_o      = ask_q || arvalid_q || (count_q != '0) || s_rvalid_o || s_arvalid_i;

  always_comb begin
    {take, to_border, chunk, ask} = '0;
    if (busy_o) begin
      take      = s_arvalid_i && s_arready_o;
      to_border = 5'd16 - {1'b0, addr_q[6:3]};
      chunk     = (beats_q < 8'(to_border)) ? beats_q[4:0] : to_border;
      ask       = ask_q && (open_q != 3'(MAX_OPEN)) && (!arvalid_q || m_arready_i);
    end
  end

  assign m_araddr_o  = {araddr_q, 3'b000};
  assign m_arlen_o   = arlen_q;
  assign m_arvalid_o = arvalid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ask_q     <= 1'b0;
      arvalid_q <= 1'b0;
      addr_q    <= '0;
      araddr_q  <= '0;
      beats_q   <= '0;
      arlen_q   <= '0;
      open_q    <= '0;
    end else if (busy_o) begin
      if (take) begin
        ask_q   <= 1'b1;
        addr_q  <= s_araddr_i[31:3];
        beats_q <= 8'((10'(s_arlen_i) + 10'(s_araddr_i[2]) + 10'd2) >> 1);
      end
      if (arvalid_q && m_arready_i) arvalid_q <= 1'b0;
      if (ask) begin
        arvalid_q <= 1'b1;
        araddr_q  <= addr_q;
        arlen_q   <= 4'(chunk - 5'd1);
        addr_q    <= addr_q + 29'(chunk);
        beats_q   <= beats_q - 8'(chunk);
        ask_q     <= (beats_q != 8'(chunk));
      end
      if (ask && !ends) open_q <= open_q + 3'd1;
      if (ends && !ask) open_q <= open_q - 3'd1;
    end
  end

  // A beat is cut into its words when it comes: which lanes count depends on the burst that it belongs to.
  logic        lo_q, hi_q, last_q, started_q;
  logic [63:0] data_q;
  logic [1:0]  resp_q;
  logic [8:0]  left_q, left;    // words of the oldest burst that have not come
  logic        skip, accept, leaves, room, lo, hi;

  always_comb begin
    {left, skip, lo, hi, leaves, room, m_rready_o, accept, pop, ends} = '0;
    if (busy_o) begin
      left       = started_q ? left_q : first_words_q;
      skip       = !started_q && first_lane_q;
      lo         = !skip;
      hi         = skip || (left != 9'd1);
      leaves     = s_rvalid_o && s_rready_i;
      room       = !(lo_q || hi_q) || (leaves && !(lo_q && hi_q));
      m_rready_o = (count_q != '0) && room;
      accept     = m_rvalid_i && m_rready_o;
      pop        = accept && (left == 9'(lo) + 9'(hi));
      ends       = accept && m_rlast_i;
    end
  end

  assign s_rvalid_o = lo_q || hi_q;
  assign s_rdata_o  = lo_q ? data_q[31:0] : data_q[63:32];
  assign s_rresp_o  = resp_q;
  assign s_rlast_o  = last_q && !(lo_q && hi_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      lo_q      <= 1'b0;
      hi_q      <= 1'b0;
      last_q    <= 1'b0;
      started_q <= 1'b0;
      left_q    <= '0;
      resp_q    <= '0;
    end else if (busy_o) begin
      if (accept) begin
        lo_q      <= lo;
        hi_q      <= hi;
        last_q    <= pop;
        resp_q    <= m_rresp_i;
        started_q <= !pop;
        left_q    <= left - 9'(lo) - 9'(hi);
      end else if (leaves) begin
        lo_q <= 1'b0;
        if (!lo_q) hi_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) data_q <= m_rdata_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
      {first_lane_q, first_words_q, second_lane_q, second_words_q} <= '0;
    end else if (busy_o) begin
      if (pop) begin
        first_lane_q  <= second_lane_q;
        first_words_q <= second_words_q;
      end
      if (take) begin
        if (count_q == '0 || (count_q == 2'd1 && pop)) begin
          first_lane_q  <= s_araddr_i[2];
          first_words_q <= 9'(s_arlen_i) + 9'd1;
        end else begin
          second_lane_q  <= s_araddr_i[2];
          second_words_q <= 9'(s_arlen_i) + 9'd1;
        end
      end
      if (take && !pop) count_q <= count_q + 2'd1;
      if (pop && !take) count_q <= count_q - 2'd1;
    end
  end

  logic unused;
  assign unused = ^s_araddr_i[1:0];

`ifdef FORMAL
  // AXI3: an address stays until it is taken; no burst leaves its 128 bytes; never too many are under way.
  logic        f_past_q = 1'b0, f_wait_q;
  logic [31:3] f_addr_q;
  logic [3:0]  f_len_q;
  always_ff @(posedge clk_i) begin
    f_past_q <= rst_ni;
    f_wait_q <= arvalid_q && !m_arready_i;
    f_addr_q <= araddr_q;
    f_len_q  <= arlen_q;
    if (rst_ni && open_q == '0) assume (!m_rvalid_i);
    if (f_past_q && rst_ni) begin
      if (f_wait_q) assert (arvalid_q && araddr_q == f_addr_q && arlen_q == f_len_q);
      if (arvalid_q) assert ({1'b0, araddr_q[6:3]} + {1'b0, arlen_q} < 5'd16);
      assert (open_q <= 3'(MAX_OPEN));
    end
  end
`endif
endmodule
