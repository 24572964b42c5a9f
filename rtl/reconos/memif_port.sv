// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// One slot's side of MEMIF: collects command and address, asks for the shared path only when the request can be
// carried out whatever the slot does, and keeps a request that faulted until software answers.

module memif_port #(
  parameter int unsigned LOG2_DEPTH = 7
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                slot_rst_i,
  input  logic                quiesce_i,
  // From the slot: the head of its hwt2mem FIFO.
  input  logic [31:0]         head_i,
  input  logic                empty_i,
  input  logic [LOG2_DEPTH:0] words_i,
  output logic                pop_o,
  // To the slot: its mem2hwt FIFO.
  input  logic [LOG2_DEPTH:0] used_i,
  output logic                push_o,
  output logic [31:0]         push_data_o,
  // Shared path.
  output logic                req_o,
  output logic                write_o,
  output logic [31:0]         addr_o,
  output logic [6:0]          words_o,
  input  logic                grant_i,
  input  logic                take_i,      // takes a data word of a write
  input  logic                give_i,      // gives a data word of a read
  input  logic [31:0]         give_data_i,
  input  logic                done_i,
  input  logic                fault_i,
  input  logic [3:0]          cause_i,
  // Software.
  input  logic                retry_i,
  input  logic                abandon_i,
  output logic                fault_o,     // pending
  output logic [3:0]          cause_o,
  output logic                new_fault_o, // one clock: it is pending from the next edge on
  output logic                held_o,
  output logic                busy_o
);
  localparam logic [7:0] OpRead = 8'h00, OpWrite = 8'hF0;
  localparam logic [3:0] CauseSlave = 4'd5, CauseMalformed = 4'd7;
  localparam logic [31:0] Filler = 32'hDEADBEEF;

  typedef enum logic [2:0] {
    Command, Address, Ready, Granted, Parked, Finish, Held
  } state_e;

  state_e     state_q;
  logic [7:0] op_q;
  logic [23:0] bytes_q;
  logic [31:0] addr_q;
  logic [6:0] left_q; // data words that still have to pass
  logic [3:0] cause_q;
  logic       write, fits, malformed, answered;

  assign write = (op_q == OpWrite);

  always_comb begin
    malformed = 1'b0;
    if (state_q == Address) begin
      malformed = !(op_q == OpRead || write) || (bytes_q[1:0] != 2'd0) || (bytes_q == '0) ||
                  (bytes_q > 24'd256) || (head_i[1:0] != 2'd0) ||
                  ({1'b0, head_i[7:0]} + bytes_q[8:0] > 9'd256);
    end
    fits = 1'b0;
    if (state_q == Ready) begin
      fits = write ? ((LOG2_DEPTH + 1)'(left_q) <= words_i)
                   : (used_i + (LOG2_DEPTH + 1)'(left_q) <= (LOG2_DEPTH + 1)'(2 ** LOG2_DEPTH));
    end
  end

  // A request cannot be repeated once its data has moved, or when it makes no sense.
  assign answered = abandon_i || retry_i;

  assign req_o   = (state_q == Ready) && fits && !quiesce_i && !slot_rst_i;
  assign write_o = write;
  assign addr_o  = addr_q;
  assign words_o = left_q;

  assign pop_o = (state_q == Command) || (state_q == Address) || take_i ||
                 (state_q == Finish && write && left_q != '0);
  assign push_o      = give_i || (state_q == Finish && !write && left_q != '0);
  assign push_data_o = (state_q == Finish) ? Filler : give_data_i;

  assign fault_o = (state_q == Parked);
  assign cause_o = cause_q;
  assign held_o  = (state_q == Finish) || (state_q == Held);
  assign new_fault_o = !slot_rst_i && ((state_q == Address && !empty_i && malformed) ||
                                       (state_q == Granted && fault_i));
  assign busy_o = !slot_rst_i && (((state_q == Command || state_q == Address) && !empty_i) ||
                                  req_o || state_q == Finish);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || slot_rst_i) begin
      state_q <= Command;
      op_q    <= '0;
      bytes_q <= '0;
      addr_q  <= '0;
      left_q  <= '0;
      cause_q <= '0;
    end else begin
      case (state_q)
        Command: if (!empty_i) begin
          op_q    <= head_i[31:24];
          bytes_q <= head_i[23:0];
          state_q <= Address;
        end
        Address: if (!empty_i) begin
          addr_q  <= head_i;
          left_q  <= malformed ? '0 : bytes_q[8:2];
          cause_q <= malformed ? CauseMalformed : '0;
          state_q <= malformed ? Parked : Ready;
        end
        Ready: if (grant_i) state_q <= Granted;
        Granted: begin
          if (take_i || give_i) left_q <= left_q - 1'b1;
          if (fault_i) begin
            cause_q <= cause_i;
            state_q <= Parked;
          end else if (done_i) begin
            state_q <= Command;
          end
        end
        Parked: if (answered) begin
          if (retry_i && cause_q < CauseSlave) begin
            cause_q <= '0;
            state_q <= Ready;
          end else begin
            state_q <= Finish;
          end
        end
        Finish: begin
          if (left_q == '0) state_q <= Held;
          else left_q <= left_q - 1'b1;
        end
        default: ; // Held: until the slot is reset
      endcase
    end
  end

`ifdef FORMAL
  // The shared path moves words only in a granted request, and never more than it has; it grants what was asked.
  // A port that waits for an answer has a cause.
  always_ff @(posedge clk_i) begin
    if (rst_ni && !slot_rst_i) begin
      if (take_i || give_i) assume (state_q == Granted && left_q != '0);
      if (grant_i) assume (req_o);
      // A translation fails before any data moves.
      if (fault_i) assume (cause_i >= CauseSlave ||
                           (cause_i != '0 && left_q == bytes_q[8:2] && !take_i && !give_i));
    end
  end

  logic f_past_q = 1'b0;
  always_ff @(posedge clk_i) begin
    f_past_q <= !rst_ni || f_past_q;
    if (f_past_q && rst_ni) begin
      if (fault_o) assert (cause_q != '0);
      assert (left_q <= 7'd64);
      if (req_o) assert (left_q != '0);
    end
  end
`endif
endmodule
