// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// What a slot drives, seen from the static region: 0 while the slot is decoupled, whatever its logic does.

module decoupler (
  input  logic        decouple_i,
  input  logic        sw2hw_re_i,
  input  logic [31:0] hw2sw_data_i,
  input  logic        hw2sw_we_i,
  input  logic [31:0] hwt2mem_data_i,
  input  logic        hwt2mem_we_i,
  input  logic        mem2hwt_re_i,
  output logic        sw2hw_re_o,
  output logic [31:0] hw2sw_data_o,
  output logic        hw2sw_we_o,
  output logic [31:0] hwt2mem_data_o,
  output logic        hwt2mem_we_o,
  output logic        mem2hwt_re_o
);
  assign sw2hw_re_o     = sw2hw_re_i && !decouple_i;
  assign hw2sw_data_o   = decouple_i ? '0 : hw2sw_data_i;
  assign hw2sw_we_o     = hw2sw_we_i && !decouple_i;
  assign hwt2mem_data_o = decouple_i ? '0 : hwt2mem_data_i;
  assign hwt2mem_we_o   = hwt2mem_we_i && !decouple_i;
  assign mem2hwt_re_o   = mem2hwt_re_i && !decouple_i;
endmodule
