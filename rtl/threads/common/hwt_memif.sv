// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors

// Moves a run of words between a hardware thread and memory over the MEMIF. A run may begin at any word and
// have any length; it goes out as requests that never cross a 256-byte boundary. Requests of a read
// are sent ahead of their data, so that memory never waits for the thread; the reader must take every word at once.
module hwt_memif (
    input  logic        clk_i,
    input  logic        rst_i,
    // One run: start_i for one cycle while busy_o is 0, with the rest of these.
    input  logic        start_i,
    input  logic        write_i,
    input  logic [31:0] addr_i,    // virtual; bits 1:0 are ignored
    input  logic [11:0] words_i,   // at least 1
    output logic        busy_o,
    // Data of a write
    input  logic [31:0] wdata_i,
    input  logic        wvalid_i,
    output logic        wready_o,
    // Data of a read
    output logic [31:0] rdata_o,
    output logic        rvalid_o,
    // FIFOs
    output logic [31:0] memif_hwt2mem_data_o,
    input  logic        memif_hwt2mem_full_i,
    output logic        memif_hwt2mem_we_o,
    input  logic [31:0] memif_mem2hwt_data_i,
    input  logic        memif_mem2hwt_empty_i,
    output logic        memif_mem2hwt_re_o
);

  localparam logic [7:0] OP_READ  = 8'h00;
  localparam logic [7:0] OP_WRITE = 8'hF0;

  typedef enum logic [1:0] {IDLE, COMMAND, ADDRESS, DATA} state_e;

  state_e      state_q, state_d;
  logic        write_q, write_d;
  logic [29:0] addr_q, addr_d;        // word address of the present request
  logic [11:0] left_q, left_d;        // words from the present request on
  logic [6:0]  data_left_q, data_left_d;
  logic [11:0] owed_q, owed_d;        // words of a read that have not come back

  // Words of the present request: up to the next 256-byte boundary.
  logic [6:0] to_boundary;
  logic [6:0] chunk;
  assign to_boundary = 7'd64 - {1'b0, addr_q[5:0]};
  assign chunk       = (left_q < {5'd0, to_boundary}) ? left_q[6:0] : to_boundary;

  logic pushed;
  assign pushed = memif_hwt2mem_we_o && !memif_hwt2mem_full_i;

  always_comb begin
    state_d     = state_q;
    write_d     = write_q;
    addr_d      = addr_q;
    left_d      = left_q;
    data_left_d = data_left_q;
    owed_d      = owed_q;
    if (rvalid_o && owed_q != 0) owed_d = owed_q - 12'd1;
    unique case (state_q)
      IDLE: begin
        if (start_i) begin
          state_d = COMMAND;
          write_d = write_i;
          addr_d  = addr_i[31:2];
          left_d  = words_i;
          owed_d  = write_i ? 12'd0 : words_i;
        end
      end
      COMMAND: if (pushed) state_d = ADDRESS;
      ADDRESS: begin
        if (pushed) begin
          data_left_d = chunk;
          addr_d      = addr_q + {23'd0, chunk};
          left_d      = left_q - {5'd0, chunk};
          if (write_q) state_d = DATA;
          else state_d = (left_d == 0) ? IDLE : COMMAND;
        end
      end
      DATA: begin
        if (pushed) begin
          data_left_d = data_left_q - 7'd1;
          if (data_left_d == 0) state_d = (left_q == 0) ? IDLE : COMMAND;
        end
      end
      default: state_d = IDLE;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (rst_i) begin
      state_q     <= IDLE;
      write_q     <= 1'b0;
      addr_q      <= '0;
      left_q      <= '0;
      data_left_q <= '0;
      owed_q      <= '0;
    end else begin
      state_q     <= state_d;
      write_q     <= write_d;
      addr_q      <= addr_d;
      left_q      <= left_d;
      data_left_q <= data_left_d;
      owed_q      <= owed_d;
    end
  end

  always_comb begin
    unique case (state_q)
      COMMAND: memif_hwt2mem_data_o = {write_q ? OP_WRITE : OP_READ, 15'd0, chunk, 2'b00};
      ADDRESS: memif_hwt2mem_data_o = {addr_q, 2'b00};
      DATA:    memif_hwt2mem_data_o = wdata_i;
      default: memif_hwt2mem_data_o = 32'd0;  // so that the pins rest while nothing is sent
    endcase
  end

  assign memif_hwt2mem_we_o = state_q == COMMAND || state_q == ADDRESS || (state_q == DATA && wvalid_i);
  assign wready_o           = state_q == DATA && !memif_hwt2mem_full_i;
  assign memif_mem2hwt_re_o = owed_q != 0;
  assign rvalid_o           = owed_q != 0 && !memif_mem2hwt_empty_i;
  assign rdata_o            = memif_mem2hwt_data_i;
  assign busy_o             = state_q != IDLE || owed_q != 0;

  logic unused_addr;
  assign unused_addr = ^addr_i[1:0];

`ifdef FORMAL
  always_ff @(posedge clk_i) begin
    if (!rst_i && start_i) assume (!busy_o && words_i != 0);
    // No request is empty or crosses a 256-byte boundary.
    if (!rst_i && state_q == COMMAND) assert (chunk != 0 && {1'b0, addr_q[5:0]} + chunk <= 7'd64);
  end
`endif

endmodule
