// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Translates one request at a time: ARMv7 short descriptors (sections, large and small pages), access flag off,
// permissions of user mode. Domains are taken as "client". Supersections and descriptor type 3 of the first level
// are faults: the Cortex-A9 has no PXN, and nobody maps user memory with supersections.

module mmu #(
  parameter int unsigned LOG2_ENTRIES = 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Request: start_i for a clock, the others stable from the next clock on until the answer.
  input  logic        start_i,
  input  logic [4:0]  slot_i,
  input  logic        write_i,
  input  logic [31:0] va_i,
  input  logic [17:0] pgd_i,      // the slot's page-table base, bits 31:14
  // Answer: one of the two for a clock.
  output logic        ok_o,
  output logic [31:0] pa_o,
  output logic        fault_o,
  output logic [3:0]  cause_o,
  // Descriptor fetch.
  output logic        fetch_o,    // for a clock
  output logic [31:0] fetch_addr_o,
  input  logic        fetch_done_i,
  input  logic        fetch_err_i,
  input  logic [31:0] fetch_data_i,
  // Invalidation.
  input  logic        inv_all_i,
  input  logic        inv_slot_i,
  input  logic [4:0]  inv_slot_index_i,
  input  logic        inv_page_i,
  input  logic [19:0] inv_vpn_i,
  output logic        hit_o,      // for a clock: counted hit
  output logic        miss_o      // for a clock: counted miss
);
  localparam logic [3:0] CauseL1 = 4'd1, CauseL2 = 4'd2, CausePermission = 4'd3, CauseWalk = 4'd4;

  typedef enum logic [2:0] {
    Idle, Lookup, FetchL1, WaitL1, FetchL2, WaitL2
  } state_e;

  state_e      state_q;
  logic        walked_q;  // this request was counted as a miss
  logic        stale_q;   // an invalidation came during the walk: what it read may be old
  logic [21:0] table_q;   // second-level table, bits 31:10
  logic        inv_any, hit, writable, allowed_hit, lookup;
  logic [19:0] ppn;
  logic [31:0] desc;
  logic        section, big, user_read, user_write, is_leaf, is_table, insert;

  assign inv_any = inv_all_i || inv_slot_i || inv_page_i;
  assign lookup  = (state_q == Lookup);
  assign desc    = fetch_data_i;

  // Leaf descriptors: AP[2] is bit 15 of a section and bit 9 of a page, AP[1:0] bits 11:10 and 5:4.
  always_comb begin
    {section, big, is_table, is_leaf, user_read, user_write} = '0;
    if (state_q == WaitL1) begin
      section    = 1'b1;
      is_table   = (desc[1:0] == 2'b01);
      is_leaf    = (desc[1:0] == 2'b10) && !desc[18];
      user_read  = desc[11];
      user_write = (desc[11:10] == 2'b11) && !desc[15];
    end else if (state_q == WaitL2) begin
      big        = !desc[1];
      is_leaf    = (desc[1:0] != 2'b00);
      user_read  = desc[5];
      user_write = (desc[5:4] == 2'b11) && !desc[9];
    end
  end

  always_comb begin
    {allowed_hit, ok_o, pa_o, hit_o, miss_o, fetch_o, fetch_addr_o} = '0;
    if (state_q != Idle) begin
      allowed_hit  = hit && (!write_i || writable);
      ok_o         = lookup && allowed_hit;
      pa_o         = {ppn, va_i[11:0]};
      hit_o        = ok_o && !walked_q;
      miss_o       = lookup && !allowed_hit && !walked_q;
      fetch_o      = (state_q == FetchL1) || (state_q == FetchL2);
      fetch_addr_o = (state_q == FetchL1) ? {pgd_i, va_i[31:20], 2'b00} : {table_q, va_i[19:12], 2'b00};
    end
  end

  // What a fetched descriptor says.
  always_comb begin
    fault_o = 1'b0;
    cause_o = '0;
    insert  = 1'b0;
    if (fetch_done_i && (state_q == WaitL1 || state_q == WaitL2) && !stale_q && !inv_any) begin
      if (fetch_err_i) begin
        fault_o = 1'b1;
        cause_o = CauseWalk;
      end else if (is_table) begin
        fault_o = 1'b0;
      end else if (!is_leaf) begin
        fault_o = 1'b1;
        cause_o = section ? CauseL1 : CauseL2;
      end else if (!user_read || (write_i && !user_write)) begin
        fault_o = 1'b1;
        cause_o = CausePermission;
      end else begin
        insert = 1'b1;
      end
    end
  end

  mmu_tlb #(.LOG2_ENTRIES(LOG2_ENTRIES)) u_tlb (
    .clk_i, .rst_ni,
    .lookup_i(lookup), .slot_i, .vpn_i(va_i[31:12]), .hit_o(hit), .writable_o(writable), .ppn_o(ppn),
    .drop_i(!allowed_hit), // not enough permission: the page table may allow more by now
    .insert_i(insert), .insert_section_i(section), .insert_big_i(big), .insert_writable_i(user_write),
    .insert_ppn_i(desc[31:12]),
    .inv_all_i, .inv_slot_i, .inv_slot_index_i, .inv_page_i, .inv_vpn_i
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= Idle;
      walked_q <= 1'b0;
      stale_q  <= 1'b0;
      table_q  <= '0;
    end else begin
      if (state_q == Lookup) stale_q <= 1'b0;
      else if (inv_any) stale_q <= 1'b1;
      case (state_q)
        Idle: if (start_i) begin
          walked_q <= 1'b0;
          state_q  <= Lookup;
        end
        Lookup: begin
          walked_q <= 1'b1;
          state_q  <= allowed_hit ? Idle : FetchL1;
        end
        FetchL1: state_q <= WaitL1;
        WaitL1: if (fetch_done_i) begin
          table_q <= desc[31:10];
          if (stale_q || inv_any) state_q <= Lookup;
          else if (fault_o) state_q <= Idle;
          else state_q <= is_table ? FetchL2 : Lookup;
        end
        FetchL2: state_q <= WaitL2;
        WaitL2: if (fetch_done_i) state_q <= fault_o ? Idle : Lookup;
        default: state_q <= Idle;
      endcase
    end
  end

  logic unused;
  assign unused = ^{desc[8:6], desc[3:2]};

`ifdef FORMAL
  // An answer is one thing only, and comes only to a request.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(ok_o && fault_o));
      if (ok_o || fault_o) assert (state_q != Idle);
    end
  end
`endif
endmodule
