// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// LeNet-5 in 8-bit fixed point on the padded picture in the values' RAM: writes the values of each layer behind it
// (mnist_layer.sv says where) and finds the digit. Eight outputs are computed side by side, one product a clock each.
// RAM and ROM answer a clock after their address. What is computed: models/golden/golden.h.
module mnist_net (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        start_i,       // for one clock while busy_o is 0
    output logic        busy_o,
    output logic [3:0]  digit_o,       // when it is no longer busy
    output logic        read_o,        // of both memories
    output logic [11:0] value_addr_o,
    input  logic [7:0]  value_i,
    output logic [12:0] weight_addr_o,
    input  logic [63:0] weights_i,     // the first output's in the low bits
    output logic        we_o,
    output logic [11:0] addr_o,
    output logic [7:0]  data_o
);

  localparam logic [2:0] LAST_LAYER   = 3'd4;
  localparam logic [7:0] BIAS_INPUT   = 8'd64;
  localparam logic [3:0] DRAIN_CLOCKS = 4'd15;  // a layer's last values are away: 4 stages and 8 outputs

  typedef enum logic [1:0] {IDLE, START, RUN, DRAIN} state_e;

  state_e     state_q, state_d;
  logic [2:0] layer_q, layer_d;
  logic [3:0] drain_q;
  logic       run;

  always_comb begin
    state_d = state_q;
    layer_d = layer_q;
    unique case (state_q)
      IDLE: begin
        layer_d = '0;
        if (start_i) state_d = START;
      end
      START: state_d = RUN;
      RUN:   if (!run) state_d = DRAIN;
      DRAIN: begin
        if (drain_q == 0) begin
          state_d = (layer_q == LAST_LAYER) ? IDLE : START;
          layer_d = layer_q + 3'd1;
        end
      end
      default: state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q <= IDLE;
      layer_q <= '0;
    end else begin
      state_q <= state_d;
      layer_q <= layer_d;
    end
    drain_q <= (state_q == DRAIN) ? drain_q - 4'd1 : DRAIN_CLOCKS;
  end

  logic [11:0] in_addr, out_addr, out_stride, row_step, map_step, side;
  logic [6:0]  outputs, last_column;
  logic [3:0]  last_group, last_map, last_pool;
  logic [2:0]  last_row;
  logic        pools, wide;

  mnist_layer u_layer (
      .layer_i      (layer_q),
      .in_addr_o    (in_addr),
      .out_addr_o   (out_addr),
      .out_stride_o (out_stride),
      .outputs_o    (outputs),
      .last_group_o (last_group),
      .last_column_o(last_column),
      .last_row_o   (last_row),
      .last_map_o   (last_map),
      .row_step_o   (row_step),
      .map_step_o   (map_step),
      .pools_o      (pools),
      .last_pool_o  (last_pool),
      .side_o       (side),
      .wide_o       (wide)
  );

  logic        bias, last_step, pool_first, pool_last;
  logic [3:0]  group;
  logic [11:0] place;

  mnist_walk u_walk (
      .clk_i,
      .rst_i,
      .start_i      (state_q == START),
      .first_layer_i(layer_q == 0),
      .run_o        (run),
      .in_addr_i    (in_addr),
      .out_addr_i   (out_addr),
      .out_stride_i (out_stride),
      .last_group_i (last_group),
      .last_column_i(last_column),
      .last_row_i   (last_row),
      .last_map_i   (last_map),
      .row_step_i   (row_step),
      .map_step_i   (map_step),
      .pools_i      (pools),
      .last_pool_i  (last_pool),
      .side_i       (side),
      .value_addr_o,
      .weight_addr_o,
      .bias_o       (bias),
      .last_step_o  (last_step),
      .pool_first_o (pool_first),
      .pool_last_o  (pool_last),
      .group_o      (group),
      .place_o      (place)
  );

  // Stages behind the walk: 1 memories have answered, 2 products, 3 sums, 4 the largest of the pool. Place and group
  // are those of the window that ended last; another does not end before they are used.
  logic [2:1]  run_q, bias_q;
  logic [3:1]  last_q, pool_first_q;
  logic [4:1]  pool_last_q;
  logic [3:0]  group_q;
  logic [11:0] place_q;

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      run_q       <= '0;
      last_q      <= '0;
      pool_last_q <= '0;
    end else begin
      run_q       <= {run_q[1], run};
      last_q      <= {last_q[2:1], run && last_step};
      pool_last_q <= {pool_last_q[3:1], run && pool_last};
    end
    bias_q       <= {bias_q[1], bias};
    pool_first_q <= {pool_first_q[2:1], pool_first};
    if (run && pool_last) {group_q, place_q} <= {group, place};
  end

  logic [7:0]   value;
  logic [191:0] best;
  assign value = bias_q[1] ? BIAS_INPUT : value_i;

  for (genvar i = 0; i < 8; i++) begin : g_lane
    mnist_lane u_lane (
        .clk_i,
        .product_i   (run_q[1]),
        .value_i     (value),
        .weight_i    (weights_i[8*i+:8]),
        .add_i       (run_q[2]),
        .first_i     (bias_q[2]),
        .take_i      (last_q[3]),
        .take_first_i(pool_first_q[3]),
        .best_o      (best[24*i+:24])
    );
  end

  logic out_busy;
  mnist_out u_out (
      .clk_i,
      .rst_i,
      .take_i      (pool_last_q[4]),
      .sums_i      (best),
      .first_i     ({group_q, 3'd0}),
      .outputs_i   (outputs),
      .last_layer_i(layer_q == LAST_LAYER),
      .wide_i      (wide),
      .addr_i      (place_q),
      .stride_i    (out_stride),
      .busy_o      (out_busy),
      .we_o,
      .addr_o,
      .data_o,
      .digit_o
  );

  assign read_o = run;
  assign busy_o = state_q != IDLE;

`ifdef FORMAL
  always_ff @(posedge clk_i) begin
    if (!rst_i && start_i) assume (!busy_o);
    if (!rst_i && state_q == START) assert (!out_busy && run_q == 0);
  end
`else
  logic unused_busy;
  assign unused_busy = out_busy;
`endif

endmodule
