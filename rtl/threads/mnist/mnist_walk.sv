// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// The order of the work of one layer: group by group of eight outputs, pool by pool, window by window. Each
// window is the step of the bias, then one for each value that it looks at; one step a clock while run_i.
// Weights lie in the order of the steps of a group, and each of its windows reads them again.
module mnist_walk (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        start_i,        // a layer, for one clock
    input  logic        first_layer_i,  // with start_i: weights from the beginning
    output logic        run_o,
    // The layer's shape
    input  logic [11:0] in_addr_i,
    input  logic [11:0] out_addr_i,
    input  logic [11:0] out_stride_i,
    input  logic [3:0]  last_group_i,
    input  logic [6:0]  last_column_i,
    input  logic [2:0]  last_row_i,
    input  logic [3:0]  last_map_i,
    input  logic [11:0] row_step_i,
    input  logic [11:0] map_step_i,
    input  logic        pools_i,
    input  logic [3:0]  last_pool_i,
    input  logic [11:0] side_i,
    // The step
    output logic [11:0] value_addr_o,
    output logic [12:0] weight_addr_o,
    output logic        bias_o,
    output logic        last_step_o,    // of a window
    output logic        pool_first_o,   // the window is its pool's first
    output logic        pool_last_o,
    output logic [3:0]  group_o,
    output logic [11:0] place_o         // address for the first output's value
);

  logic        run_q, bias_q;
  logic [6:0]  column_q;
  logic [2:0]  row_q;
  logic [3:0]  map_q;
  logic [1:0]  window_q;
  logic [3:0]  across_q, down_q, group_q;
  logic [11:0] place_q, group_place_q;
  logic [11:0] addr_q, corner_q, pool_corner_q;  // this value, its window's first, its pool's first
  logic [12:0] weight_q, group_weight_q;         // this weight, its group's first

  logic row_ends, map_ends, window_ends, pool_ends, line_ends, group_ends, layer_ends;
  assign row_ends    = column_q == last_column_i;
  assign map_ends    = row_ends && row_q == last_row_i;
  assign window_ends = !bias_q && map_ends && map_q == last_map_i;
  assign pool_ends   = window_ends && (!pools_i || window_q == 2'd3);
  assign line_ends   = pool_ends && across_q == last_pool_i;
  assign group_ends  = line_ends && down_q == last_pool_i;
  assign layer_ends  = group_ends && group_q == last_group_i;

  // Where the next window begins
  logic [11:0] next_pool, next_corner;
  always_comb begin
    next_pool = pool_corner_q;
    if (group_ends) next_pool = in_addr_i;
    else if (line_ends) next_pool = pool_corner_q + {side_i[10:0], 1'b0} - {7'd0, last_pool_i, 1'b0};
    else if (pool_ends) next_pool = pool_corner_q + 12'd2;
    if (pool_ends) next_corner = next_pool;
    else next_corner = corner_q + (window_q[0] ? side_i - 12'd1 : 12'd1);
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      run_q <= 1'b0;
    end else if (start_i) begin
      run_q <= 1'b1;
    end else if (layer_ends) begin
      run_q <= 1'b0;
    end
  end

  // Within a window
  always_ff @(posedge clk_i) begin
    if (start_i || window_ends) begin
      bias_q   <= 1'b1;
      column_q <= '0;
      row_q    <= '0;
      map_q    <= '0;
      addr_q   <= start_i ? in_addr_i : next_corner;
    end else if (run_q && bias_q) begin
      bias_q <= 1'b0;
    end else if (run_q) begin
      column_q <= row_ends ? 7'd0 : column_q + 7'd1;
      if (row_ends) row_q <= map_ends ? 3'd0 : row_q + 3'd1;
      if (map_ends) map_q <= map_q + 4'd1;
      addr_q <= addr_q + (map_ends ? map_step_i : row_ends ? row_step_i : 12'd1);
    end
  end

  // From window to window
  always_ff @(posedge clk_i) begin
    if (start_i) begin
      window_q      <= '0;
      across_q      <= '0;
      down_q        <= '0;
      group_q       <= '0;
      place_q       <= out_addr_i;
      group_place_q <= out_addr_i;
      corner_q      <= in_addr_i;
      pool_corner_q <= in_addr_i;
    end else if (run_q && window_ends) begin
      window_q      <= pool_ends ? 2'd0 : window_q + 2'd1;
      corner_q      <= next_corner;
      pool_corner_q <= next_pool;
      if (pool_ends) across_q <= line_ends ? 4'd0 : across_q + 4'd1;
      if (line_ends) down_q <= group_ends ? 4'd0 : down_q + 4'd1;
      if (group_ends) group_q <= group_q + 4'd1;
      if (group_ends) {place_q, group_place_q} <= {2{group_place_q + {out_stride_i[8:0], 3'd0}}};
      else if (pool_ends) place_q <= place_q + 12'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i && first_layer_i) begin
      weight_q       <= '0;
      group_weight_q <= '0;
    end else if (run_q) begin
      weight_q <= (window_ends && !group_ends) ? group_weight_q : weight_q + 13'd1;
      if (group_ends) group_weight_q <= weight_q + 13'd1;
    end
  end

  logic unused_stride;
  assign unused_stride = ^{out_stride_i[11:9], side_i[11]};

  assign run_o         = run_q;
  assign value_addr_o  = addr_q;
  assign weight_addr_o = weight_q;
  assign bias_o        = bias_q;
  assign last_step_o   = window_ends;
  assign pool_first_o  = window_q == 2'd0;
  assign pool_last_o   = pool_ends;
  assign group_o       = group_q;
  assign place_o       = place_q;

endmodule
