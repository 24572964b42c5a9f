// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Data mover: reads words from memory in AXI4 bursts of at most 256 beats of 32 bits, aligned to 1 KiB after the
// first, two of them outstanding, and passes them on in order. The stream has no back pressure, as ICAP has none.
// An error or an abort stops new bursts; those under way end with their data thrown away.

module zycap_dma (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        start_i,      // for a clock, while not busy
  input  logic [31:2] start_addr_i,
  input  logic [23:0] start_words_i,
  input  logic        abort_i,      // level, until not busy
  output logic        busy_o,
  output logic        done_o,       // for a clock: the last word passes, or the transfer was given up
  output logic        error_o,      // with done_o: given up after an error response
  output logic        decode_o,     // with error_o: DECERR, not SLVERR
  output logic        word_valid_o,
  output logic [31:0] word_o,
  // AXI4 master, read channels, 32 bits.
  output logic [31:0] araddr_o,
  output logic [7:0]  arlen_o,
  output logic        arvalid_o,
  input  logic        arready_i,
  input  logic [31:0] rdata_i,
  input  logic [1:0]  rresp_i,
  input  logic        rlast_i,
  input  logic        rvalid_i
);
  logic        busy_q, arvalid_q, stop_q, error_q, decode_q;
  logic [31:2] addr_q;       // next burst
  logic [23:0] to_ask_q;     // words not yet asked for
  logic [23:0] to_come_q;    // words that have not passed
  logic [31:2] araddr_q;
  logic [7:0]  arlen_q;
  logic [1:0]  open_q;       // bursts asked for and not ended
  logic [8:0]  to_border, burst;
  logic        ask, ends, stop, good, bad, drained;

  always_comb begin
    {to_border, burst, bad, stop, ask, ends, good, drained} = '0;
    if (busy_q) begin
      to_border = 9'd256 - {1'b0, addr_q[9:2]};
      burst     = (to_ask_q < 24'(to_border)) ? to_ask_q[8:0] : to_border;
      bad       = rvalid_i && rresp_i[1];
      stop      = stop_q || bad || abort_i;
      ask       = !stop && (to_ask_q != '0) && (open_q != 2'd2) && (!arvalid_q || arready_i);
      ends      = rvalid_i && rlast_i;
      good      = rvalid_i && !stop;
      drained   = stop_q && !arvalid_q && (open_q == '0 || (open_q == 2'd1 && ends));
    end
  end

  assign busy_o       = busy_q;
  assign done_o       = (good && to_come_q == 24'd1) || drained;
  assign error_o      = error_q;
  assign decode_o     = decode_q;
  assign word_valid_o = good;
  assign word_o       = rdata_i;
  assign araddr_o     = {araddr_q, 2'b00};
  assign arlen_o      = arlen_q;
  assign arvalid_o    = arvalid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      arvalid_q <= 1'b0;
      stop_q    <= 1'b0;
      error_q   <= 1'b0;
      decode_q  <= 1'b0;
      addr_q    <= '0;
      to_ask_q  <= '0;
      to_come_q <= '0;
      araddr_q  <= '0;
      arlen_q   <= '0;
      open_q    <= '0;
    end else if (!busy_q) begin
      if (start_i) begin
        busy_q    <= 1'b1;
        stop_q    <= 1'b0;
        error_q   <= 1'b0;
        addr_q    <= start_addr_i;
        to_ask_q  <= start_words_i;
        to_come_q <= start_words_i;
      end
    end else begin
      if (arvalid_q && arready_i) arvalid_q <= 1'b0;
      if (ask) begin
        arvalid_q <= 1'b1;
        araddr_q  <= addr_q;
        arlen_q   <= 8'(burst - 9'd1);
        addr_q    <= addr_q + 30'(burst);
        to_ask_q  <= to_ask_q - 24'(burst);
      end
      if (ask && !ends) open_q <= open_q + 2'd1;
      if (ends && !ask) open_q <= open_q - 2'd1;
      if (good) to_come_q <= to_come_q - 24'd1;
      if (stop) stop_q <= 1'b1;
      if (bad && !stop_q) begin
        error_q  <= 1'b1;
        decode_q <= rresp_i[0];
      end
      if (done_o) busy_q <= 1'b0;
    end
  end

`ifdef FORMAL
  // An address stays until it is taken, and no burst crosses 1 KiB.
  logic        f_past_q = 1'b0, f_wait_q;
  logic [31:2] f_addr_q;
  always_ff @(posedge clk_i) begin
    f_past_q <= rst_ni;
    f_wait_q <= arvalid_q && !arready_i;
    f_addr_q <= araddr_q;
    if (f_past_q && rst_ni) begin
      if (f_wait_q) assert (arvalid_q && araddr_q == f_addr_q);
      if (arvalid_q) assert ({1'b0, araddr_q[9:2]} + {1'b0, arlen_q} < 9'd256);
    end
  end
`endif
endmodule
