// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Takes the sums of eight outputs and puts them away, one a clock: rounded to the RAM, or, in the last layer, into the
// search for the largest (the first of equals).
module mnist_out (
    input  logic         clk_i,
    input  logic         rst_i,
    input  logic         take_i,       // for one clock, at most once in eight
    input  logic [191:0] sums_i,       // the first output in the low bits
    input  logic [6:0]   first_i,      // its number
    input  logic [6:0]   outputs_i,    // of the layer; what lies beyond is dropped
    input  logic         last_layer_i,
    input  logic         wide_i,       // shift 9 (else 7)
    input  logic [11:0]  addr_i,       // of the first
    input  logic [11:0]  stride_i,
    output logic         busy_o,
    output logic         we_o,
    output logic [11:0]  addr_o,
    output logic [7:0]   data_o,
    output logic [3:0]   digit_o
);

  logic [191:0] sums_q;
  logic [6:0]   number_q;
  logic [11:0]  addr_q;
  logic [3:0]   left_q;
  logic [23:0]  best_q;
  logic [3:0]   digit_q;

  logic [23:0] sum;
  logic        real_output;
  assign sum         = sums_q[23:0];
  assign real_output = left_q != 0 && number_q < outputs_i;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      left_q <= '0;
    end else if (take_i) begin
      left_q <= 4'd8;
    end else if (left_q != 0) begin
      left_q <= left_q - 4'd1;
    end
    if (take_i) begin
      sums_q   <= sums_i;
      number_q <= first_i;
      addr_q   <= addr_i;
    end else if (left_q != 0) begin
      sums_q   <= {24'd0, sums_q[191:24]};
      number_q <= number_q + 7'd1;
      addr_q   <= addr_q + stride_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (real_output && last_layer_i && (number_q == 0 || $signed(sum) > $signed(best_q))) begin
      best_q  <= sum;
      digit_q <= number_q[3:0];
    end
  end

  // A half is added, then what lies below the shift is cut off; 0 to 127 is what a value may be.
  logic [23:0] raised, shifted;
  assign raised  = sum + (wide_i ? 24'd256 : 24'd64);
  assign shifted = wide_i ? {9'd0, raised[23:9]} : {7'd0, raised[23:7]};

  logic unused_raised;
  assign unused_raised = ^raised[6:0];

  assign busy_o  = left_q != 0;
  assign we_o    = real_output && !last_layer_i;
  assign addr_o  = addr_q;
  assign data_o  = raised[23] ? 8'd0 : (shifted > 24'd127) ? 8'd127 : shifted[7:0];
  assign digit_o = digit_q;

`ifdef FORMAL
  always_ff @(posedge clk_i) if (!rst_i && take_i) assume (left_q <= 4'd1);
`endif

endmodule
