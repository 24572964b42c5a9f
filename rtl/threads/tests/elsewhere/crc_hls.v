// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// A thread in the style of an HLS tool's output: ap_fifo streams, a one-hot state machine, blocking reads and writes,
// the handshake of a block. Takes an address and a number of words from mailbox 0, answers the CRC-32 (IEEE 802.3)
// of those bytes into mailbox 1, and begins again; 0 words end it.
`timescale 1 ns / 1 ps

module crc_hls (
        ap_clk,
        ap_rst,
        ap_start,
        ap_done,
        ap_idle,
        ap_ready,
        hwt_signal,
        osif_sw2hw_V_dout,
        osif_sw2hw_V_empty_n,
        osif_sw2hw_V_read,
        osif_hw2sw_V_din,
        osif_hw2sw_V_full_n,
        osif_hw2sw_V_write,
        memif_hwt2mem_V_din,
        memif_hwt2mem_V_full_n,
        memif_hwt2mem_V_write,
        memif_mem2hwt_V_dout,
        memif_mem2hwt_V_empty_n,
        memif_mem2hwt_V_read
);

parameter    ap_ST_fsm_start   = 17'd1;
parameter    ap_ST_fsm_get0    = 17'd2;
parameter    ap_ST_fsm_get1    = 17'd4;
parameter    ap_ST_fsm_addr    = 17'd8;
parameter    ap_ST_fsm_get2    = 17'd16;
parameter    ap_ST_fsm_get3    = 17'd32;
parameter    ap_ST_fsm_words   = 17'd64;
parameter    ap_ST_fsm_chunk   = 17'd128;
parameter    ap_ST_fsm_command = 17'd256;
parameter    ap_ST_fsm_address = 17'd512;
parameter    ap_ST_fsm_word    = 17'd1024;
parameter    ap_ST_fsm_bits    = 17'd2048;
parameter    ap_ST_fsm_put0    = 17'd4096;
parameter    ap_ST_fsm_put1    = 17'd8192;
parameter    ap_ST_fsm_put2    = 17'd16384;
parameter    ap_ST_fsm_result  = 17'd32768;
parameter    ap_ST_fsm_exit    = 17'd65536;
parameter    ap_ST_fsm_end     = 17'd0;

input   ap_clk;
input   ap_rst;
input   ap_start;
output   ap_done;
output   ap_idle;
output   ap_ready;
input  [0:0] hwt_signal;
input  [31:0] osif_sw2hw_V_dout;
input   osif_sw2hw_V_empty_n;
output   osif_sw2hw_V_read;
output  [31:0] osif_hw2sw_V_din;
input   osif_hw2sw_V_full_n;
output   osif_hw2sw_V_write;
output  [31:0] memif_hwt2mem_V_din;
input   memif_hwt2mem_V_full_n;
output   memif_hwt2mem_V_write;
input  [31:0] memif_mem2hwt_V_dout;
input   memif_mem2hwt_V_empty_n;
output   memif_mem2hwt_V_read;

reg osif_sw2hw_V_read;
reg [31:0] osif_hw2sw_V_din;
reg osif_hw2sw_V_write;
reg [31:0] memif_hwt2mem_V_din;
reg memif_hwt2mem_V_write;
reg memif_mem2hwt_V_read;

(* fsm_encoding = "none" *) reg   [16:0] ap_CS_fsm = 17'd1;
reg   [31:0] addr_reg;
reg   [31:0] words_reg;
reg   [6:0] left_reg;
reg   [31:0] crc_reg;
reg   [4:0] bit_reg;

wire   [6:0] to_border = 7'd64 - {1'b0, addr_reg[7:2]};
wire   [6:0] chunk = (words_reg < {25'd0, to_border}) ? words_reg[6:0] : to_border;
wire   [31:0] crc_next = {1'b0, crc_reg[31:1]} ^ (crc_reg[0] ? 32'hEDB88320 : 32'd0);

// One of the streams blocks the state: nothing moves until it is ready.
reg blocked;
always @(*) begin
    case (ap_CS_fsm)
        ap_ST_fsm_start, ap_ST_fsm_addr, ap_ST_fsm_words, ap_ST_fsm_result : blocked = ~osif_sw2hw_V_empty_n;
        ap_ST_fsm_get0, ap_ST_fsm_get1, ap_ST_fsm_get2, ap_ST_fsm_get3, ap_ST_fsm_put0, ap_ST_fsm_put1,
        ap_ST_fsm_put2, ap_ST_fsm_exit : blocked = ~osif_hw2sw_V_full_n;
        ap_ST_fsm_command, ap_ST_fsm_address : blocked = ~memif_hwt2mem_V_full_n;
        ap_ST_fsm_word : blocked = ~memif_mem2hwt_V_empty_n;
        default : blocked = 1'b0;
    endcase
end

always @(*) begin
    osif_sw2hw_V_read = 1'b0;
    osif_hw2sw_V_write = 1'b0;
    osif_hw2sw_V_din = 32'd0;
    memif_hwt2mem_V_write = 1'b0;
    memif_hwt2mem_V_din = 32'd0;
    memif_mem2hwt_V_read = 1'b0;
    case (ap_CS_fsm)
        ap_ST_fsm_start, ap_ST_fsm_addr, ap_ST_fsm_words, ap_ST_fsm_result : osif_sw2hw_V_read = ~blocked;
        ap_ST_fsm_get0, ap_ST_fsm_get2 : begin
            osif_hw2sw_V_din = 32'hF0;
            osif_hw2sw_V_write = ~blocked;
        end
        ap_ST_fsm_get1, ap_ST_fsm_get3 : osif_hw2sw_V_write = ~blocked;
        ap_ST_fsm_put0 : begin
            osif_hw2sw_V_din = 32'hF1;
            osif_hw2sw_V_write = ~blocked;
        end
        ap_ST_fsm_put1 : begin
            osif_hw2sw_V_din = 32'd1;
            osif_hw2sw_V_write = ~blocked;
        end
        ap_ST_fsm_put2 : begin
            osif_hw2sw_V_din = ~crc_reg;
            osif_hw2sw_V_write = ~blocked;
        end
        ap_ST_fsm_exit : begin
            osif_hw2sw_V_din = 32'hA2;
            osif_hw2sw_V_write = ~blocked;
        end
        ap_ST_fsm_command : begin
            memif_hwt2mem_V_din = {8'd0, 15'd0, chunk, 2'd0};
            memif_hwt2mem_V_write = ~blocked;
        end
        ap_ST_fsm_address : begin
            memif_hwt2mem_V_din = addr_reg;
            memif_hwt2mem_V_write = ~blocked;
        end
        ap_ST_fsm_word : memif_mem2hwt_V_read = ~blocked;
        default : ;
    endcase
end

always @ (posedge ap_clk) begin
    if (ap_rst == 1'b1) begin
        ap_CS_fsm <= ap_ST_fsm_start;
    end else if (~blocked) begin
        case (ap_CS_fsm)
            ap_ST_fsm_start : if (ap_start) ap_CS_fsm <= ap_ST_fsm_get0;
            ap_ST_fsm_get0 : ap_CS_fsm <= ap_ST_fsm_get1;
            ap_ST_fsm_get1 : ap_CS_fsm <= ap_ST_fsm_addr;
            ap_ST_fsm_addr : ap_CS_fsm <= ap_ST_fsm_get2;
            ap_ST_fsm_get2 : ap_CS_fsm <= ap_ST_fsm_get3;
            ap_ST_fsm_get3 : ap_CS_fsm <= ap_ST_fsm_words;
            ap_ST_fsm_words : ap_CS_fsm <= (osif_sw2hw_V_dout == 32'd0 || hwt_signal[0]) ? ap_ST_fsm_exit : ap_ST_fsm_chunk;
            ap_ST_fsm_chunk : ap_CS_fsm <= (words_reg == 32'd0) ? ap_ST_fsm_put0 : ap_ST_fsm_command;
            ap_ST_fsm_command : ap_CS_fsm <= ap_ST_fsm_address;
            ap_ST_fsm_address : ap_CS_fsm <= ap_ST_fsm_word;
            ap_ST_fsm_word : ap_CS_fsm <= ap_ST_fsm_bits;
            ap_ST_fsm_bits : if (bit_reg == 5'd31) ap_CS_fsm <= (left_reg == 7'd0) ? ap_ST_fsm_chunk : ap_ST_fsm_word;
            ap_ST_fsm_put0 : ap_CS_fsm <= ap_ST_fsm_put1;
            ap_ST_fsm_put1 : ap_CS_fsm <= ap_ST_fsm_put2;
            ap_ST_fsm_put2 : ap_CS_fsm <= ap_ST_fsm_result;
            ap_ST_fsm_result : ap_CS_fsm <= ap_ST_fsm_get0;
            default : ap_CS_fsm <= ap_ST_fsm_end;
        endcase
    end
end

always @ (posedge ap_clk) begin
    if (~blocked) begin
        case (ap_CS_fsm)
            ap_ST_fsm_addr : addr_reg <= osif_sw2hw_V_dout;
            ap_ST_fsm_words : begin
                words_reg <= osif_sw2hw_V_dout;
                crc_reg <= 32'hFFFFFFFF;
            end
            ap_ST_fsm_address : begin
                left_reg <= chunk;
                words_reg <= words_reg - {25'd0, chunk};
                addr_reg <= addr_reg + {23'd0, chunk, 2'd0};
            end
            ap_ST_fsm_word : begin
                crc_reg <= crc_reg ^ memif_mem2hwt_V_dout;
                left_reg <= left_reg - 7'd1;
                bit_reg <= 5'd0;
            end
            ap_ST_fsm_bits : begin
                crc_reg <= crc_next;
                bit_reg <= bit_reg + 5'd1;
            end
            default : ;
        endcase
    end
end

assign ap_done = 1'b0;
assign ap_idle = 1'b0;
assign ap_ready = 1'b0;

endmodule
