// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// AXI3 slave on GP0 to the register blocks. One read and one write at a time; a beat of a burst is one access.
// Read data is valid two clocks after the address. A write with some but not all strobes, a beat wider than 32
// bits and a wrapping burst answer SLVERR and do nothing; a write without strobes does nothing; a narrow
// read reads the whole word.

module gp_bridge (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [11:0] awid_i,
  input  logic [31:0] awaddr_i,
  input  logic [3:0]  awlen_i,
  input  logic [2:0]  awsize_i,
  input  logic [1:0]  awburst_i,
  input  logic        awvalid_i,
  output logic        awready_o,
  input  logic [31:0] wdata_i,
  input  logic [3:0]  wstrb_i,
  input  logic        wvalid_i,
  output logic        wready_o,
  output logic [11:0] bid_o,
  output logic [1:0]  bresp_o,
  output logic        bvalid_o,
  input  logic        bready_i,
  input  logic [11:0] arid_i,
  input  logic [31:0] araddr_i,
  input  logic [3:0]  arlen_i,
  input  logic [2:0]  arsize_i,
  input  logic [1:0]  arburst_i,
  input  logic        arvalid_i,
  output logic        arready_o,
  output logic [11:0] rid_o,
  output logic [31:0] rdata_o,
  output logic [1:0]  rresp_o,
  output logic        rlast_o,
  output logic        rvalid_o,
  input  logic        rready_i,
  // Register blocks: the answer to addr_o is combinational; re_o and we_o act at the next edge.
  output logic        active_o,    // an access is made in this clock
  output logic [15:0] block_o,     // address bits 31:16
  output logic [15:0] addr_o,
  output logic        re_o,
  output logic        we_o,
  output logic [31:0] wdata_o,
  input  logic [31:0] rdata_i,
  input  logic        claimed_i,   // a block has this address
  input  logic        err_i,       // the block does not list this offset: re_o and we_o stay 0
  input  logic        late_err_i,  // the same, of a block that sees to that itself
  input  logic        hold_i,      // keeps back the write response
  output logic        reading_o,   // the access of this clock is a read
  output logic        writing_o,   // a write is complete and not answered: blocks need their clock
  output logic        busy_o
);
  localparam logic [1:0] Okay = 2'b00, SlvErr = 2'b10, DecErr = 2'b11, Fixed = 2'b00;

  logic        ar_q, aw_q, w_q, r_q, b_q;   // something is held in: address, data and response registers
  logic [11:0] arid_q, awid_q, rid_q, bid_q;
  logic [31:0] araddr_q, awaddr_q, wdata_q, rdata_q;
  logic [3:0]  arlen_q, awlen_q, wstrb_q;
  logic [2:0]  arsize_q, awsize_q;
  logic [1:0]  arburst_q, awburst_q, rresp_q, bresp_q;
  logic        rlast_q;

  logic        do_read, do_write, last_read, last_write, read_ok, write_ok, full_strobe;
  logic [1:0]  access_resp, write_resp;
  logic [31:0] addr, rnext, wnext;

  // One access a clock: reads first; a read leaves at least every other clock to a write.
  assign do_read  = ar_q && !r_q;
  assign do_write = !do_read && aw_q && w_q && !b_q;

  assign active_o  = do_read || do_write;
  assign reading_o = do_read;
  assign writing_o = b_q || (aw_q && w_q);
  assign addr      = do_read ? araddr_q : awaddr_q;
  assign block_o   = addr[31:16];
  assign addr_o    = addr[15:0];
  assign wdata_o   = wdata_q;

  always_comb begin
    {full_strobe, read_ok, write_ok, re_o, we_o, last_read, last_write} = '0;
    rnext       = araddr_q;
    wnext       = awaddr_q;
    if (active_o) begin
      full_strobe = (wstrb_q == 4'hF);
      read_ok     = (arsize_q <= 3'd2) && !arburst_q[1];
      write_ok    = (awsize_q <= 3'd2) && !awburst_q[1] && (full_strobe || wstrb_q == 4'h0);
      re_o        = do_read && claimed_i && !err_i && read_ok;
      we_o        = do_write && claimed_i && !err_i && write_ok && full_strobe;
      last_read   = (arlen_q == '0);
      last_write  = (awlen_q == '0);
      if (arburst_q != Fixed) rnext = araddr_q + (32'd1 << arsize_q);
      if (awburst_q != Fixed) wnext = awaddr_q + (32'd1 << awsize_q);
    end
  end

  always_comb begin
    access_resp = Okay;
    write_resp  = Okay;
    if (active_o) begin
      access_resp = !claimed_i ? DecErr : (err_i || late_err_i || !(do_read ? read_ok : write_ok)) ? SlvErr : Okay;
      write_resp  = (bresp_q != Okay) ? bresp_q : access_resp; // the first error of a burst
    end
  end

  assign arready_o = !ar_q;
  assign awready_o = !aw_q;
  assign wready_o  = !w_q;
  assign rid_o     = rid_q;
  assign rdata_o   = rdata_q;
  assign rresp_o   = rresp_q;
  assign rlast_o   = rlast_q;
  assign rvalid_o  = r_q;
  assign bid_o     = bid_q;
  assign bresp_o   = bresp_q;
  assign bvalid_o  = b_q && !hold_i; // hold_i does not rise while a response waits
  assign busy_o    = ar_q || r_q || writing_o || (arvalid_i && arready_o) ||
                     (awvalid_i && awready_o) || (wvalid_i && wready_o);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      ar_q    <= 1'b0;
      r_q     <= 1'b0;
      rid_q   <= '0;
      rdata_q <= '0;
      rresp_q <= Okay;
      rlast_q <= 1'b0;
      arid_q  <= '0;
      {araddr_q, arlen_q, arsize_q, arburst_q} <= '0;
    end else begin
      if (arvalid_i && arready_o) begin
        ar_q      <= 1'b1;
        arid_q    <= arid_i;
        araddr_q  <= araddr_i;
        arlen_q   <= arlen_i;
        arsize_q  <= arsize_i;
        arburst_q <= arburst_i;
      end
      if (r_q && rready_i) r_q <= 1'b0;
      if (do_read) begin
        r_q      <= 1'b1;
        rid_q    <= arid_q;
        rdata_q  <= re_o ? rdata_i : '0;
        rresp_q  <= access_resp;
        rlast_q  <= last_read;
        ar_q     <= !last_read;
        arlen_q  <= arlen_q - 4'd1;
        araddr_q <= rnext;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      aw_q    <= 1'b0;
      w_q     <= 1'b0;
      b_q     <= 1'b0;
      bid_q   <= '0;
      bresp_q <= Okay;
      awid_q  <= '0;
      {awaddr_q, awlen_q, awsize_q, awburst_q, wdata_q, wstrb_q} <= '0;
    end else begin
      if (awvalid_i && awready_o) begin
        aw_q      <= 1'b1;
        awid_q    <= awid_i;
        awaddr_q  <= awaddr_i;
        awlen_q   <= awlen_i;
        awsize_q  <= awsize_i;
        awburst_q <= awburst_i;
      end
      if (wvalid_i && wready_o) begin
        w_q     <= 1'b1;
        wdata_q <= wdata_i;
        wstrb_q <= wstrb_i;
      end
      if (bvalid_o && bready_i) begin
        b_q     <= 1'b0;
        bresp_q <= Okay;
      end
      if (do_write) begin
        w_q      <= 1'b0;
        aw_q     <= !last_write;
        awlen_q  <= awlen_q - 4'd1;
        awaddr_q <= wnext;
        b_q      <= last_write;
        bid_q    <= awid_q;
        bresp_q  <= write_resp;
      end
    end
  end

`ifdef FORMAL
  // A response stays until it is taken.
  logic f_past_q = 1'b0, f_r_q, f_b_q;
  always_ff @(posedge clk_i) begin
    f_past_q <= rst_ni;
    f_r_q    <= rvalid_o && !rready_i;
    f_b_q    <= bvalid_o && !bready_i;
    if (f_past_q && rst_ni) begin
      if (f_b_q) assume (!hold_i);
      if (f_r_q) assert (rvalid_o);
      if (f_b_q) assert (bvalid_o);
      assert (!(re_o && we_o));
    end
  end
`endif
endmodule
