// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Stream to ICAPE2: each byte's bits are reversed, the bytes keep their places; without a word ICAP is deselected
// and RDWRB says "read". Also watches the status that ICAP shows on O[7:0].

module icap_wrapper (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        valid_i,
  input  logic [31:0] word_i,
  input  logic        clear_i,      // forget that CFGERR_B was low
  output logic [7:0]  status_o,
  output logic        cfgerr_seen_o,
  output logic [31:0] icap_i_o,
  output logic        icap_csib_o,
  output logic        icap_rdwrb_o,
  input  logic [31:0] icap_o_i,
  output logic        busy_o
);
  logic        csib_q, seen_q;
  logic [31:0] data_q;
  logic [7:0]  status_q;
  logic [31:0] reversed;

  always_comb begin
    reversed = '0;
    if (valid_i) for (int unsigned b = 0; b < 32; b++) reversed[b] = word_i[(b & 32'd24) | (32'd7 - (b & 32'd7))];
  end

  assign icap_i_o      = data_q;
  assign icap_csib_o   = csib_q;
  assign icap_rdwrb_o  = csib_q;
  assign status_o      = status_q;
  assign cfgerr_seen_o = seen_q;
  assign busy_o        = valid_i || !csib_q || (icap_o_i[7:0] != status_q) || (!icap_o_i[7] && !seen_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      csib_q   <= 1'b1;
      data_q   <= '0;
      status_q <= '1;
      seen_q   <= 1'b0;
    end else begin
      csib_q <= !valid_i;
      if (valid_i) data_q <= reversed;
      status_q <= icap_o_i[7:0];
      if (!icap_o_i[7]) seen_q <= 1'b1;
      else if (clear_i) seen_q <= 1'b0;
    end
  end

  logic unused;
  assign unused = ^icap_o_i[31:8];
endmodule
