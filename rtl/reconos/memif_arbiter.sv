// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Round robin: the next requester after the one granted last, so that a slot waits for at most one request of
// each other slot.

module memif_arbiter #(
  parameter int unsigned NSLOTS = 2
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clr_i,
  input  logic [NSLOTS-1:0] req_i,
  input  logic              take_i,  // the winner is granted at this edge
  output logic              any_o,
  output logic [4:0]        winner_o
);
  logic [4:0]        last_q;
  logic [NSLOTS-1:0] after;
  logic [NSLOTS-1:0] eligible;

  assign any_o = |req_i;

  always_comb begin
    after    = '0;
    eligible = '0;
    winner_o = '0;
    if (any_o) begin
      for (int unsigned s = 0; s < NSLOTS; s++) after[s] = req_i[s] && (5'(s) > last_q);
      eligible = (after != '0) ? after : req_i;
      for (int unsigned s = NSLOTS; s > 0; s--) if (eligible[s-1]) winner_o = 5'(s - 1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clr_i) last_q <= 5'(NSLOTS - 1);
    else if (take_i && any_o) last_q <= winner_o;
  end

`ifdef FORMAL
  // Only a requester wins.
  always_ff @(posedge clk_i) begin
    if (rst_ni && any_o) assert ((req_i & (NSLOTS'(1) << winner_o)) != '0);
  end
`endif
endmodule
