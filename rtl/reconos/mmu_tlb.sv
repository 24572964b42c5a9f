// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// Fully associative TLB, first in first out. An entry belongs to one slot and maps 4 KiB, 64 KiB or 1 MiB.

module mmu_tlb #(
  parameter int unsigned LOG2_ENTRIES = 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  // Look-up, combinational while lookup_i.
  input  logic        lookup_i,
  input  logic [4:0]  slot_i,
  input  logic [19:0] vpn_i,       // virtual address bits 31:12
  output logic        hit_o,
  output logic        writable_o,
  output logic [19:0] ppn_o,       // physical address bits 31:12
  input  logic        drop_i,      // with lookup_i: forget the entry that hit
  // New entry for slot_i, vpn_i.
  input  logic        insert_i,
  input  logic        insert_section_i,
  input  logic        insert_big_i,
  input  logic        insert_writable_i,
  input  logic [19:0] insert_ppn_i,
  // Invalidation, which wins over an insertion at the same edge.
  input  logic        inv_all_i,
  input  logic        inv_slot_i,  // the entries of inv_slot_index_i
  input  logic [4:0]  inv_slot_index_i,
  input  logic        inv_page_i,  // the entries that map inv_vpn_i, of any slot
  input  logic [19:0] inv_vpn_i
);
  localparam int unsigned Entries = 2 ** LOG2_ENTRIES;

  logic [Entries-1:0]      valid_q, section_q, big_q, writable_q;
  logic [4:0]              slot_q [Entries];
  logic [19:0]             vpn_q [Entries];
  logic [19:0]             ppn_q [Entries];
  logic [LOG2_ENTRIES-1:0] next_q;
  logic [LOG2_ENTRIES-1:0] hit_index;
  logic [Entries-1:0]      inv;

  // A page number within an entry: bits 7:4 count for pages of 4 and 64 KiB, bits 3:0 for 4 KiB only.
  function automatic logic same_page(input logic [19:0] a, input logic [19:0] b, input logic section,
                                     input logic big);
    same_page = (a[19:8] == b[19:8]) && (section || a[7:4] == b[7:4]) &&
                (section || big || a[3:0] == b[3:0]);
  endfunction

  always_comb begin
    hit_o      = 1'b0;
    hit_index  = '0;
    if (lookup_i) begin
      for (int unsigned e = 0; e < Entries; e++) begin
        if (valid_q[e] && slot_q[e] == slot_i && same_page(vpn_q[e], vpn_i, section_q[e], big_q[e])) begin
          hit_o     = 1'b1;
          hit_index = LOG2_ENTRIES'(e);
        end
      end
    end
  end

  always_comb begin
    writable_o = 1'b0;
    ppn_o      = '0;
    if (lookup_i) begin
      writable_o = writable_q[hit_index];
      ppn_o      = ppn_q[hit_index];
      if (section_q[hit_index]) ppn_o[7:0] = vpn_i[7:0];
      else if (big_q[hit_index]) ppn_o[3:0] = vpn_i[3:0];
    end
  end

  always_comb begin
    inv = '0;
    if (inv_all_i) inv = '1;
    if (inv_slot_i || inv_page_i) begin
      for (int unsigned e = 0; e < Entries; e++) begin
        if (inv_slot_i && slot_q[e] == inv_slot_index_i) inv[e] = 1'b1;
        if (inv_page_i && same_page(vpn_q[e], inv_vpn_i, section_q[e], big_q[e])) inv[e] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= '0;
      next_q  <= '0;
    end else begin
      if (inv_all_i || inv_slot_i || inv_page_i) begin
        valid_q <= valid_q & ~inv;
        if (inv_all_i) next_q <= '0;
      end else if (insert_i) begin
        valid_q[next_q] <= 1'b1;
        next_q          <= next_q + 1'b1;
      end else if (lookup_i && hit_o && drop_i) begin
        valid_q[hit_index] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (insert_i) begin
      section_q[next_q]  <= insert_section_i;
      big_q[next_q]    <= insert_big_i;
      writable_q[next_q] <= insert_writable_i;
      slot_q[next_q]     <= slot_i;
      vpn_q[next_q]      <= vpn_i;
      ppn_q[next_q]      <= insert_ppn_i;
    end
  end
endmodule
