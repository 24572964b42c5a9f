// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// A plain Verilog thread with a slot's pins, that does not tell when it is quiet. Takes the address of {a, b, sum, count}
// from mailbox 0, adds the two arrays word by word, answers the count into mailbox 1 and waits for the next
// address; 0 ends it.
module add_v (
    input             clk_i,
    input             rst_i,
    input             signal_i,
    input      [31:0] osif_sw2hw_data_i,
    input             osif_sw2hw_empty_i,
    output            osif_sw2hw_re_o,
    output reg [31:0] osif_hw2sw_data_o,
    input             osif_hw2sw_full_i,
    output            osif_hw2sw_we_o,
    output reg [31:0] memif_hwt2mem_data_o,
    input             memif_hwt2mem_full_i,
    output            memif_hwt2mem_we_o,
    input      [31:0] memif_mem2hwt_data_i,
    input             memif_mem2hwt_empty_i,
    output            memif_mem2hwt_re_o
);

  localparam [4:0] START = 0, GET = 1, GET_HANDLE = 2, GET_RESULT = 3, FIELDS = 4, FIELDS_ADDR = 5, FIELD = 6,
      LOOP = 7, READ_A = 8, READ_A_ADDR = 9, A = 10, READ_B = 11, READ_B_ADDR = 12, B = 13, WRITE = 14,
      WRITE_ADDR = 15, SUM = 16, FENCE = 17, FENCE_ADDR = 18, FENCED = 19, PUT = 20, PUT_HANDLE = 21, PUT_WORD = 22,
      PUT_RESULT = 23, EXIT = 24, ENDED = 25;

  reg [4:0]  state;
  reg [31:0] request, a_addr, b_addr, sum_addr, count, index, a, b;
  reg [1:0]  field;

  wire [31:0] offset   = index << 2;
  wire        receives = state == START || state == GET_RESULT || state == PUT_RESULT;
  wire        sends    = state == GET || state == GET_HANDLE || (state >= PUT && state <= PUT_WORD) || state == EXIT;
  wire        asks     = state == FIELDS || state == FIELDS_ADDR || state == READ_A || state == READ_A_ADDR ||
      state == READ_B || state == READ_B_ADDR || (state >= WRITE && state <= FENCE_ADDR);
  wire        loads    = state == FIELD || state == A || state == B || state == FENCED;

  assign osif_sw2hw_re_o    = receives;
  assign osif_hw2sw_we_o    = sends;
  assign memif_hwt2mem_we_o = asks;
  assign memif_mem2hwt_re_o = loads;

  wire stall = (receives && osif_sw2hw_empty_i) || (sends && osif_hw2sw_full_i) ||
      (asks && memif_hwt2mem_full_i) || (loads && memif_mem2hwt_empty_i);

  always @(*) begin
    case (state)
      GET:      osif_hw2sw_data_o = 32'hF0;
      PUT:      osif_hw2sw_data_o = 32'hF1;
      PUT_HANDLE: osif_hw2sw_data_o = 32'd1;
      PUT_WORD: osif_hw2sw_data_o = count;
      EXIT:     osif_hw2sw_data_o = 32'hA2;
      default:  osif_hw2sw_data_o = 32'd0;
    endcase
    case (state)
      FIELDS:      memif_hwt2mem_data_o = 32'h0000_0010;
      FIELDS_ADDR: memif_hwt2mem_data_o = request;
      READ_A, READ_B, FENCE: memif_hwt2mem_data_o = 32'h0000_0004;
      READ_A_ADDR: memif_hwt2mem_data_o = a_addr + offset;
      READ_B_ADDR: memif_hwt2mem_data_o = b_addr + offset;
      WRITE:       memif_hwt2mem_data_o = 32'hF000_0004;
      WRITE_ADDR:  memif_hwt2mem_data_o = sum_addr + offset;
      SUM:         memif_hwt2mem_data_o = a + b;
      FENCE_ADDR:  memif_hwt2mem_data_o = sum_addr;
      default:     memif_hwt2mem_data_o = 32'd0;
    endcase
  end

  always @(posedge clk_i) begin
    if (rst_i) begin
      state <= START;
    end else if (!stall) begin
      state <= state + 5'd1;
      case (state)
        GET_RESULT: begin
          request <= osif_sw2hw_data_i;
          index   <= 32'd0;
          field   <= 2'd0;
          if (osif_sw2hw_data_i == 32'd0) state <= EXIT;
        end
        FIELD: begin
          {a_addr, b_addr, sum_addr, count} <= {b_addr, sum_addr, count, memif_mem2hwt_data_i};
          field <= field + 2'd1;
          if (field != 2'd3) state <= FIELD;
        end
        LOOP: if (index == count) state <= (count == 32'd0) ? PUT : FENCE;
        A: a <= memif_mem2hwt_data_i;
        B: b <= memif_mem2hwt_data_i;
        SUM: begin
          index <= index + 32'd1;
          state <= LOOP;
        end
        PUT_RESULT: state <= signal_i ? EXIT : GET;
        ENDED: state <= ENDED;
        default: ;
      endcase
    end
  end

endmodule
