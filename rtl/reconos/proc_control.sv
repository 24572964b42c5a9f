// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// proc-control: resets, signals, page-table bases, faults, TLB maintenance, quiesce and the cycle counter.
//
// A write whose effect takes time keeps its response back (hold_o) until nothing that began before it is still on
// the shared memory path: a TLB invalidation or new page-table base, a slot reset, a quiesce request.

module proc_control #(
  parameter int unsigned NSLOTS = 2,
  parameter int unsigned LOG2_OSIF = 3,
  parameter int unsigned LOG2_MEMIF = 7,
  parameter int unsigned LOG2_TLB = 4
) (
  input  logic                 clk_i,       // may be gated while there is no access and busy_o is 0
  input  logic                 clk_cycles_i, // of the cycle counter
  input  logic                 rst_ni,
  input  logic [63:0]          gated_cycles_i,
  input  logic                 sel_i,
  input  logic                 re_i,        // with sel_i
  input  logic                 we_i,        // with sel_i
  input  logic [15:0]          addr_i,
  input  logic [31:0]          wdata_i,
  output logic [31:0]          rdata_o,
  output logic                 err_o,
  output logic                 hold_o,
  // Slots.
  output logic                 sys_clr_o,
  output logic [NSLOTS-1:0]    slot_rst_o,
  output logic [NSLOTS-1:0]    slot_signal_o,
  output logic [NSLOTS-1:0]    quiesce_o,
  output logic [NSLOTS-1:0]    decoupled_o,
  output logic [NSLOTS*18-1:0] pgd_o,
  // Shared memory path.
  input  logic                 path_busy_i,
  input  logic [NSLOTS-1:0]    in_flight_i,
  input  logic [NSLOTS-1:0]    fault_i,
  input  logic [NSLOTS-1:0]    new_fault_i,
  input  logic [NSLOTS-1:0]    fault_write_i,
  input  logic [NSLOTS*4-1:0]  fault_cause_i,
  input  logic [NSLOTS*32-1:0] fault_addr_i,
  input  logic [NSLOTS-1:0]    held_i,
  output logic [NSLOTS-1:0]    retry_o,
  output logic [NSLOTS-1:0]    abandon_o,
  output logic                 inv_all_o,
  output logic                 inv_slot_o,
  output logic [4:0]           inv_slot_index_o,
  output logic                 inv_page_o,
  output logic [19:0]          inv_vpn_o,
  input  logic                 tlb_hit_i,
  input  logic                 tlb_miss_i,
  output logic                 irq_o,
  output logic                 read_acts_o, // a read of this address changes something
  output logic                 busy_o
);
  localparam logic [15:0] RegSlots = 16'h0000, RegPgd = 16'h0004, RegFault = 16'h0008, RegHits = 16'h000C,
                          RegMisses = 16'h0010, RegSysReset = 16'h0014, RegReset = 16'h0018,
                          RegSignal = 16'h001C, RegId = 16'h8000, RegVersion = 16'h8004, RegSizes = 16'h8008,
                          RegInvAll = 16'h800C, RegInvPage = 16'h8010, RegFaults = 16'h8014,
                          RegCyclesLow = 16'h8018, RegCyclesHigh = 16'h801C;
  // Of a slot.
  localparam logic [5:0] SlotPgd = 6'h00, SlotStatus = 6'h04, SlotAddr = 6'h08, SlotAnswer = 6'h0C,
                         SlotQuiesce = 6'h10, SlotState = 6'h14;
  localparam logic [31:0] Id = 32'h5A54574E, Version = 32'h00010000;
  localparam logic [4:0] SysResetClocks = 5'd16;

  logic [NSLOTS-1:0]    slot_rst_q, signal_q, quiesce_q, unread_q;
  logic [NSLOTS*18-1:0] pgd_q;
  logic                 reported_q;       // reported_slot_q was read through RegFault
  logic [4:0]           reported_slot_q;
  logic [31:0]          hits_q, misses_q, high_q;
  logic [63:0]          cycles_q, cycles;
  logic [4:0]           sys_count_q;
  logic                 inv_wait_q;

  logic [15:0] addr;
  logic        slot_area;
  logic [4:0]  slot;
  logic        inv_any;

  assign addr      = {addr_i[15:2], 2'b00};
  assign slot      = addr_i[10:6];
  assign slot_area = (addr_i[15:11] == 5'b10010) && (32'(slot) < NSLOTS);

  // The slot that RegFault speaks of.
  logic [4:0]  lowest, answer_slot;
  logic [31:0] lowest_addr;
  logic        reported_pending;
  always_comb begin
    lowest           = '0;
    lowest_addr      = '0;
    reported_pending = 1'b0;
    if (fault_i != '0) begin
      for (int unsigned s = NSLOTS; s > 0; s--) begin
        if (fault_i[s-1]) begin
          lowest      = 5'(s - 1);
          lowest_addr = fault_addr_i[32*(s-1)+:32];
        end
        if (reported_q && reported_slot_q == 5'(s - 1) && fault_i[s-1]) reported_pending = 1'b1;
      end
    end
  end
  assign answer_slot = reported_pending ? reported_slot_q : lowest;

  // Reads.
  assign cycles = cycles_q + gated_cycles_i;

  logic [31:0] slot_rdata;
  logic        slot_listed;
  always_comb begin
    slot_rdata  = '0;
    slot_listed = 1'b0;
    if (sel_i && slot_area) begin
      slot_listed = (addr[5:0] <= SlotState);
      for (int unsigned s = 0; s < NSLOTS; s++) begin
        if (slot == 5'(s)) begin
          case (addr[5:0])
            SlotPgd:     slot_rdata = {pgd_q[18*s+:18], 14'd0};
            SlotStatus:  slot_rdata = {24'd0, fault_cause_i[4*s+:4], 2'd0,
                                       fault_write_i[s] && fault_cause_i[4*s+:4] != 4'd0, fault_i[s]};
            SlotAddr:    slot_rdata = (fault_cause_i[4*s+:4] != 4'd0) ? fault_addr_i[32*s+:32] : '0;
            SlotQuiesce: slot_rdata = {31'd0, quiesce_q[s]};
            SlotState:   slot_rdata = {27'd0, signal_q[s], slot_rst_q[s], held_i[s], in_flight_i[s],
                                       decoupled_o[s]};
            default:     slot_rdata = '0;
          endcase
        end
      end
    end
  end

  always_comb begin
    err_o   = 1'b0;
    rdata_o = '0;
    if (sel_i) case (addr)
      RegSlots:      rdata_o = 32'(NSLOTS);
      RegPgd:        rdata_o = {pgd_q[17:0], 14'd0};
      RegFault:      rdata_o = lowest_addr;
      RegHits:       rdata_o = hits_q;
      RegMisses:     rdata_o = misses_q;
      RegSysReset, RegReset, RegSignal, RegInvAll, RegInvPage: rdata_o = '0;
      RegId:         rdata_o = Id;
      RegVersion:    rdata_o = Version;
      RegSizes:      rdata_o = {8'(LOG2_TLB), 8'(LOG2_MEMIF), 8'(LOG2_OSIF), 8'(NSLOTS)};
      RegFaults:     rdata_o = 32'(fault_i);
      RegCyclesLow:  rdata_o = cycles[31:0];
      RegCyclesHigh: rdata_o = high_q;
      default: begin
        rdata_o = slot_rdata;
        err_o   = !slot_listed;
      end
    endcase
  end

  // Writes that act elsewhere.
  logic sys_reset;
  assign sys_clr_o        = (sys_count_q != '0);
  assign inv_slot_index_o = slot;
  assign inv_vpn_o        = wdata_i[31:12];
  assign inv_any          = inv_all_o || inv_slot_o || inv_page_o;

  always_comb begin
    {sys_reset, inv_all_o, inv_slot_o, inv_page_o} = '0;
    if (we_i) begin
      sys_reset  = (addr == RegSysReset);
      inv_all_o  = (addr == RegInvAll || addr == RegPgd || addr == RegSysReset);
      inv_slot_o = slot_area && addr[5:0] == SlotPgd;
      inv_page_o = (addr == RegInvPage);
    end
  end

  always_comb begin
    retry_o   = '0;
    abandon_o = '0;
    if (we_i) for (int unsigned s = 0; s < NSLOTS; s++) begin
      if (addr == RegFault && answer_slot == 5'(s)) retry_o[s] = 1'b1;
      if (slot_area && slot == 5'(s) && addr[5:0] == SlotAnswer) begin
        retry_o[s]   = (wdata_i == 32'd1);
        abandon_o[s] = (wdata_i == 32'd2);
      end
    end
  end

  // State.
  assign slot_rst_o    = slot_rst_q;
  assign slot_signal_o = signal_q;
  assign quiesce_o     = quiesce_q;
  assign decoupled_o   = quiesce_q & ~in_flight_i;
  assign pgd_o         = pgd_q;
  assign irq_o         = |(unread_q & fault_i);
  assign hold_o        = (((quiesce_q | slot_rst_q) & in_flight_i) != '0) || sys_clr_o ||
                         (inv_wait_q && path_busy_i);
  assign read_acts_o   = sel_i && (addr == RegFault || addr == RegFaults || addr == RegCyclesLow);
  assign busy_o        = sys_clr_o || inv_wait_q || tlb_hit_i || tlb_miss_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      slot_rst_q <= '1;
      signal_q   <= '0;
      quiesce_q  <= '0;
      pgd_q      <= '0;
    end else if (sys_reset) begin
      slot_rst_q <= '1;
      signal_q   <= '0;
      quiesce_q  <= '0;
      pgd_q      <= '0;
    end else if (we_i) begin
      if (addr == RegReset) slot_rst_q <= wdata_i[NSLOTS-1:0];
      if (addr == RegSignal) signal_q <= wdata_i[NSLOTS-1:0];
      for (int unsigned s = 0; s < NSLOTS; s++) begin
        if (addr == RegPgd || (slot_area && slot == 5'(s) && addr[5:0] == SlotPgd)) begin
          pgd_q[18*s+:18] <= wdata_i[31:14];
        end
        if (slot_area && slot == 5'(s) && addr[5:0] == SlotQuiesce) quiesce_q[s] <= wdata_i[0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      unread_q        <= '0;
      reported_q      <= 1'b0;
      reported_slot_q <= '0;
    end else begin
      // A read silences what is pending; an answer through RegFault lets the others speak again.
      if (re_i && (addr == RegFault || addr == RegFaults)) unread_q <= (unread_q & ~fault_i) | new_fault_i;
      else if (we_i && addr == RegFault) unread_q <= unread_q | fault_i | new_fault_i;
      else if (new_fault_i != '0) unread_q <= unread_q | new_fault_i;
      if (re_i && addr == RegFault) begin
        reported_q      <= (fault_i != '0);
        reported_slot_q <= lowest;
      end else if (we_i && addr == RegFault) begin
        reported_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_cycles_i) begin
    if (!rst_ni) cycles_q <= '0;
    else cycles_q <= cycles_q + 64'd1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      hits_q      <= '0;
      misses_q    <= '0;
      high_q      <= '0;
      sys_count_q <= '0;
      inv_wait_q  <= 1'b0;
    end else begin
      if (sys_reset || sys_clr_o) begin
        hits_q   <= '0;
        misses_q <= '0;
      end else begin
        if (tlb_hit_i) hits_q <= hits_q + 32'd1;
        if (tlb_miss_i) misses_q <= misses_q + 32'd1;
      end
      if (re_i && addr == RegCyclesLow) high_q <= cycles[63:32];
      if (sys_reset) sys_count_q <= SysResetClocks;
      else if (sys_clr_o) sys_count_q <= sys_count_q - 5'd1;
      if (inv_any) inv_wait_q <= path_busy_i;
      else if (!path_busy_i) inv_wait_q <= 1'b0;
    end
  end

  logic unused;
  assign unused = ^addr_i[1:0];

`ifdef FORMAL
  // A quiesced slot has no request on the shared path.
  always_ff @(posedge clk_i) begin
    if (rst_ni) assert ((decoupled_o & in_flight_i) == '0);
  end
`endif
endmodule
