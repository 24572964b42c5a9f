// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Block RAM with one port that writes or reads and one that reads; both answer after one clock.
module hwt_ram #(
    parameter int unsigned ADDR_BITS = 9,
    parameter int unsigned DATA_BITS = 32
) (
    input  logic                 clk_i,
    input  logic                 a_en_i,
    input  logic                 a_we_i,
    input  logic [ADDR_BITS-1:0] a_addr_i,
    input  logic [DATA_BITS-1:0] a_data_i,
    output logic [DATA_BITS-1:0] a_data_o,
    input  logic                 b_en_i,
    input  logic [ADDR_BITS-1:0] b_addr_i,
    output logic [DATA_BITS-1:0] b_data_o
);

  logic [DATA_BITS-1:0] mem[0:2**ADDR_BITS-1];

  always_ff @(posedge clk_i) begin
    if (a_en_i) begin
      if (a_we_i) mem[a_addr_i] <= a_data_i;
      else a_data_o <= mem[a_addr_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (b_en_i) b_data_o <= mem[b_addr_i];
  end

endmodule
