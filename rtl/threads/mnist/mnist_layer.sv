// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// The shape of each of the five layers that have weights. Values of a layer lie one behind the other, map by map,
// row by row: the padded picture at 0, S2 at 1024, S4 at 2200, C5 at 2600, F6 at 2720.
module mnist_layer (
    input  logic [2:0]  layer_i,         // 0 to 4: C1, C3, C5, F6, F7
    output logic [11:0] in_addr_o,
    output logic [11:0] out_addr_o,
    output logic [11:0] out_stride_o,    // from one output's value to the next one's
    output logic [6:0]  outputs_o,
    output logic [3:0]  last_group_o,    // groups of eight outputs
    // A window: maps of rows of values. The last of each, and how much further it is to the next row's or map's first.
    output logic [6:0]  last_column_o,
    output logic [2:0]  last_row_o,
    output logic [3:0]  last_map_o,
    output logic [11:0] row_step_o,
    output logic [11:0] map_step_o,
    // The windows of an output: pools of four in a square. Without pools it is one.
    output logic        pools_o,
    output logic [3:0]  last_pool_o,     // across, and down
    output logic [11:0] side_o,          // of the map that is looked at
    output logic        wide_o           // shift 9
);

  always_comb begin
    in_addr_o     = 12'd0;
    out_addr_o    = 12'd1024;
    out_stride_o  = 12'd196;
    outputs_o     = 7'd6;
    last_group_o  = 4'd0;
    last_column_o = 7'd4;
    last_row_o    = 3'd4;
    last_map_o    = 4'd0;
    row_step_o    = 12'd28;
    map_step_o    = 12'd0;
    pools_o       = 1'b1;
    last_pool_o   = 4'd13;
    side_o        = 12'd32;
    wide_o        = 1'b0;
    unique case (layer_i)
      3'd0: wide_o = 1'b1;
      3'd1: begin
        in_addr_o    = 12'd1024;
        out_addr_o   = 12'd2200;
        out_stride_o = 12'd25;
        outputs_o    = 7'd16;
        last_group_o = 4'd1;
        last_map_o   = 4'd5;
        row_step_o   = 12'd10;
        map_step_o   = 12'd136;
        last_pool_o  = 4'd4;
        side_o       = 12'd14;
      end
      3'd2: begin
        in_addr_o    = 12'd2200;
        out_addr_o   = 12'd2600;
        out_stride_o = 12'd1;
        outputs_o    = 7'd120;
        last_group_o = 4'd14;
        last_map_o   = 4'd15;
        row_step_o   = 12'd1;
        map_step_o   = 12'd1;
        pools_o      = 1'b0;
        last_pool_o  = 4'd0;
      end
      3'd3: begin
        in_addr_o     = 12'd2600;
        out_addr_o    = 12'd2720;
        out_stride_o  = 12'd1;
        outputs_o     = 7'd84;
        last_group_o  = 4'd10;
        last_column_o = 7'd119;
        last_row_o    = 3'd0;
        pools_o       = 1'b0;
        last_pool_o   = 4'd0;
      end
      default: begin
        in_addr_o     = 12'd2720;
        outputs_o     = 7'd10;
        last_group_o  = 4'd1;
        last_column_o = 7'd83;
        last_row_o    = 3'd0;
        pools_o       = 1'b0;
        last_pool_o   = 4'd0;
      end
    endcase
  end

endmodule
