// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Memory controller: one transfer of 1 to 64 words that stays within 256 aligned bytes, as at most two bursts on
// a 64-bit AXI3 master. Addresses are rounded down to 8 bytes; strobes and lanes do the rest. What was started
// always ends.

module memif_axi (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Start, for a clock, while not busy.
  input  logic        start_i,
  input  logic        start_write_i,
  input  logic [31:0] start_addr_i,   // multiple of 4
  input  logic [6:0]  start_words_i,  // 1 to 64
  output logic        busy_o,
  output logic        done_o,         // for a clock
  output logic        done_err_o,     // with done_o
  output logic        done_decode_o,  // with done_err_o: DECERR, not SLVERR
  // Words of a write: taken when take_o; word_void_i: not to be written.
  output logic        take_o,
  input  logic [31:0] word_i,
  input  logic        word_void_i,
  // Words of a read, up to the first error.
  output logic        give_o,
  output logic [31:0] give_data_o,
  // AXI3 master.
  output logic [31:0] awaddr_o,
  output logic [3:0]  awlen_o,
  output logic        awvalid_o,
  input  logic        awready_i,
  output logic [63:0] wdata_o,
  output logic [7:0]  wstrb_o,
  output logic        wlast_o,
  output logic        wvalid_o,
  input  logic        wready_i,
  input  logic [1:0]  bresp_i,
  input  logic        bvalid_i,
  output logic        bready_o,
  output logic [31:0] araddr_o,
  output logic [3:0]  arlen_o,
  output logic        arvalid_o,
  input  logic        arready_i,
  input  logic [63:0] rdata_i,
  input  logic [1:0]  rresp_i,
  input  logic        rvalid_i,
  output logic        rready_o
);
  logic        read_q, write_q;
  logic        err_q, decode_q;      // first error so far
  logic [6:0]  words_q;              // words that have not passed
  logic [5:0]  beats_q;              // beats that have not passed: accepted (read) or put in wdata_q (write)
  logic        skip_q;               // the low word of the first beat is not part of the transfer

  // Address channels: the second burst, if any, follows the first.
  logic        avalid_q, second_q;
  logic [31:3] addr_q;
  logic [5:0]  abeats_q;             // beats of the burst in addr_q and those after it
  logic        aready, more;
  logic [5:0]  start_beats;

  assign start_beats = start_i ? 6'((8'(start_words_i) + 8'(start_addr_i[2]) + 8'd1) >> 1) : '0;
  assign aready = write_q ? awready_i : arready_i;
  assign more   = (abeats_q > 6'd16);

  assign awaddr_o  = {addr_q, 3'b000};
  assign araddr_o  = {addr_q, 3'b000};
  assign awlen_o   = more ? 4'd15 : 4'(abeats_q - 6'd1);
  assign arlen_o   = awlen_o;
  assign awvalid_o = avalid_q && write_q;
  assign arvalid_o = avalid_q && read_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      avalid_q <= 1'b0;
      second_q <= 1'b0;
      addr_q   <= '0;
      abeats_q <= '0;
    end else if (start_i) begin
      avalid_q <= 1'b1;
      second_q <= 1'b0;
      addr_q   <= start_addr_i[31:3];
      abeats_q <= start_beats;
    end else if (avalid_q && aready) begin
      avalid_q <= more;
      second_q <= 1'b1;
      addr_q   <= addr_q + 29'd16;
      abeats_q <= more ? abeats_q - 6'd16 : '0;
    end
  end

  // Read data: a beat is held while its words leave, one a clock.
  logic        held_q, lane_q;
  logic [63:0] beat_q;
  logic        beat_err_q;           // this beat or one before it had an error
  logic        leaves;               // the last word of the held beat leaves
  logic        accept;

  always_comb begin
    {leaves, rready_o, accept, give_o, give_data_o} = '0;
    if (read_q) begin
      leaves      = held_q && (lane_q || words_q == 7'd1);
      rready_o    = (beats_q != '0) && (!held_q || leaves);
      accept      = rvalid_i && rready_o;
      give_o      = held_q && !beat_err_q;
      give_data_o = lane_q ? beat_q[63:32] : beat_q[31:0];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q     <= 1'b0;
      lane_q     <= 1'b0;
      beat_err_q <= 1'b0;
    end else if (read_q) begin
      if (accept) begin
        held_q     <= 1'b1;
        lane_q     <= skip_q;
        beat_err_q <= err_q || rresp_i[1];
      end else if (held_q) begin
        held_q <= !leaves;
        lane_q <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) beat_q <= rdata_i;
  end

  // Write data: low and high word are put together in wdata_q.
  logic        low_q;                // low_data_q holds the low word of the next beat
  logic        low_void_q;
  logic [31:0] low_data_q;
  logic        wvalid_q, wlast_q;
  logic [63:0] wdata_q;
  logic [7:0]  wstrb_q;
  logic [3:0]  wbeat_q;              // beat within the burst
  logic        second_w_q;           // beats are of the second burst
  logic        high, closes, room;
  logic [3:0]  strobe;

  always_comb begin
    {high, closes, room, take_o, strobe} = '0;
    if (write_q) begin
      high   = low_q || skip_q;
      closes = high || (words_q == 7'd1);
      room   = (!wvalid_q || wready_i) && (!second_w_q || second_q);
      take_o = (words_q != '0) && (!closes || room);
      strobe = word_void_i ? 4'h0 : 4'hF;
    end
  end

  assign wvalid_o = wvalid_q;
  assign wdata_o  = wdata_q;
  assign wstrb_o  = wstrb_q;
  assign wlast_o  = wlast_q;
  assign bready_o = write_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      low_q      <= 1'b0;
      wvalid_q   <= 1'b0;
      wlast_q    <= 1'b0;
      wbeat_q    <= '0;
      second_w_q <= 1'b0;
    end else if (start_i) begin
      wbeat_q    <= '0;
      second_w_q <= 1'b0;
    end else if (write_q) begin
      if (wvalid_q && wready_i) wvalid_q <= 1'b0;
      if (take_o) begin
        low_q <= !closes;
        if (closes) begin
          wvalid_q <= 1'b1;
          wlast_q  <= (wbeat_q == 4'd15) || (beats_q == 6'd1);
          wbeat_q  <= wbeat_q + 4'd1;
          if (wbeat_q == 4'd15) second_w_q <= 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (take_o && !closes) begin
      low_data_q <= word_i;
      low_void_q <= word_void_i;
    end
    if (take_o && closes) begin
      wdata_q <= high ? {word_i, low_q ? low_data_q : 32'd0} : {32'd0, word_i};
      wstrb_q <= high ? {strobe, (low_q && !low_void_q) ? 4'hF : 4'h0} : {4'h0, strobe};
    end
  end

  // Responses of a write: one a burst.
  logic [1:0] bursts_q;

  // Progress.
  logic err_now, read_end, write_end;

  assign busy_o = read_q || write_q;

  always_comb begin
    {err_now, read_end, write_end, done_o, done_err_o, done_decode_o} = '0;
    if (busy_o) begin
      err_now       = (accept && rresp_i[1]) || (bvalid_i && write_q && bresp_i[1]);
      read_end      = leaves && (beats_q == '0);
      write_end     = write_q && bvalid_i && (bursts_q == 2'd1);
      done_o        = read_end || write_end;
      done_err_o    = err_q || err_now;
      done_decode_o = err_q ? decode_q : (write_q && bresp_i[0]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      read_q   <= 1'b0;
      write_q  <= 1'b0;
      err_q    <= 1'b0;
      decode_q <= 1'b0;
      words_q  <= '0;
      beats_q  <= '0;
      skip_q   <= 1'b0;
      bursts_q <= '0;
    end else if (start_i) begin
      read_q   <= !start_write_i;
      write_q  <= start_write_i;
      err_q    <= 1'b0;
      words_q  <= start_words_i;
      beats_q  <= start_beats;
      skip_q   <= start_addr_i[2];
      bursts_q <= (start_beats > 6'd16) ? 2'd2 : 2'd1;
    end else if (busy_o) begin
      if (held_q || take_o) words_q <= words_q - 7'd1;
      if (accept || (take_o && closes)) begin
        beats_q <= beats_q - 6'd1;
        skip_q  <= 1'b0;
      end
      if (bvalid_i && bready_o) bursts_q <= bursts_q - 2'd1;
      if (err_now && !err_q) begin
        err_q    <= 1'b1;
        decode_q <= write_q ? bresp_i[0] : rresp_i[0];
      end
      if (done_o) begin
        read_q  <= 1'b0;
        write_q <= 1'b0;
      end
    end
  end

  logic unused;
  assign unused = ^start_addr_i[1:0];

`ifdef FORMAL
  // AXI: what is valid stays, unchanged, until it is ready.
  logic        f_past_q = 1'b0;
  logic        f_av_q, f_ar_q, f_wv_q, f_wr_q, f_wlast_q;
  logic [31:0] f_addr_q;
  logic [3:0]  f_len_q;
  logic [63:0] f_wdata_q;
  logic [5:0]  f_asked_q;   // beats asked for by accepted addresses and not answered
  logic [1:0]  f_lasts_q, f_taken_q; // last beats and addresses of writes taken and not answered
  always_ff @(posedge clk_i) begin
    if (!rst_ni || start_i) f_asked_q <= '0;
    else f_asked_q <= f_asked_q + ((arvalid_o && arready_i) ? 6'(arlen_o) + 6'd1 : 6'd0) - 6'(accept);
    if (!rst_ni || start_i) {f_lasts_q, f_taken_q} <= '0;
    else begin
      f_lasts_q <= f_lasts_q + 2'(wvalid_o && wready_i && wlast_o) - 2'(bvalid_i && bready_o);
      f_taken_q <= f_taken_q + 2'(awvalid_o && awready_i) - 2'(bvalid_i && bready_o);
    end
    f_past_q  <= rst_ni;
    f_av_q    <= avalid_q;
    f_ar_q    <= aready;
    f_addr_q  <= awaddr_o;
    f_len_q   <= awlen_o;
    f_wv_q    <= wvalid_q;
    f_wr_q    <= wready_i;
    f_wdata_q <= wdata_q;
    f_wlast_q <= wlast_q;
    if (rst_ni) begin
      // The slave answers what it was asked, and a write only after its address and last beat.
      if (!read_q || f_asked_q == '0) assume (!rvalid_i);
      if (!write_q || f_lasts_q == '0 || f_taken_q == '0) assume (!bvalid_i);
      if (busy_o) assume (!start_i);
      if (start_i) assume (start_words_i != '0 && start_words_i <= 7'd64 &&
                           {1'b0, start_addr_i[7:2]} + start_words_i <= 7'd64);
    end
    if (f_past_q && rst_ni) begin
      if (f_av_q && !f_ar_q) assert (avalid_q && awaddr_o == f_addr_q && awlen_o == f_len_q);
      if (f_wv_q && !f_wr_q) assert (wvalid_q && wdata_q == f_wdata_q && wlast_q == f_wlast_q);
      // No burst leaves its 256 bytes, so none crosses 4 KiB.
      if (avalid_q) assert ({1'b0, addr_q[7:3]} + {2'b0, awlen_o} < 6'd32);
    end
  end
`endif
endmodule
