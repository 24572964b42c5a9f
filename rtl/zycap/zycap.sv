// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The zynqtwin authors
//
// ZyCAP: the MM2S half of an AXI DMA in direct register mode, in front of ICAP.

module zycap (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        sel_i,
  input  logic        we_i,        // with sel_i
  input  logic [15:0] addr_i,
  input  logic [31:0] wdata_i,
  output logic [31:0] rdata_o,
  output logic        err_o,
  output logic        irq_o,
  // AXI3 master, read channels, 64 bits.
  output logic [31:0] araddr_o,
  output logic [3:0]  arlen_o,
  output logic        arvalid_o,
  input  logic        arready_i,
  input  logic [63:0] rdata_i,
  input  logic [1:0]  rresp_i,
  input  logic        rlast_i,
  input  logic        rvalid_i,
  output logic        rready_o,
  // ICAPE2.
  output logic [31:0] icap_i_o,
  output logic        icap_csib_o,
  output logic        icap_rdwrb_o,
  input  logic [31:0] icap_o_i,
  // Probes.
  output logic        start_o,
  output logic        done_o,
  output logic [31:0] source_o,
  output logic [24:0] bytes_o,
  output logic [31:0] active_o,
  output logic [31:0] gap_o,
  output logic [31:0] setup_o,
  output logic        busy_o
);
  localparam logic [15:0] RegControl = 16'h0000, RegStatus = 16'h0004, RegSource = 16'h0018,
                          RegLength = 16'h0028, RegId = 16'h8000, RegIcap = 16'h8004, RegActive = 16'h8008,
                          RegGap = 16'h800C, RegSetup = 16'h8010;
  localparam logic [31:0] Id = 32'h5A43574E;

  logic        run_q, ioc_en_q, err_en_q;        // DMACR
  logic        idle_q, slave_err_q, decode_err_q, ioc_q, err_q; // DMASR
  logic        reset_q;                          // soft reset waits for the bursts under way
  logic [31:2] source_q;
  logic [24:0] length_q;
  logic        start_q, done_q;

  logic [15:0] addr;
  logic        dma_busy, dma_done, dma_error, dma_decode, word_valid, start, halted, failed, bridge_busy;
  logic [31:0] word;
  logic [7:0]  icap_status;
  logic        cfgerr_seen, icap_busy, soft_reset, clear_reset;

  assign addr   = {addr_i[15:2], 2'b00};
  assign failed = slave_err_q || decode_err_q;
  assign halted = !run_q && !dma_busy;
  assign start  = we_i && addr == RegLength && wdata_i[24:0] != '0 && run_q && !dma_busy && !reset_q;
  assign soft_reset  = we_i && addr == RegControl && wdata_i[2];
  assign clear_reset = (soft_reset || reset_q) && !dma_busy;

  always_comb begin
    err_o   = 1'b0;
    rdata_o = '0;
    if (sel_i) case (addr)
      RegControl: rdata_o = {17'd0, err_en_q, 1'b0, ioc_en_q, 9'd0, reset_q, 1'b0, run_q};
      RegStatus:  rdata_o = {17'd0, err_q, 1'b0, ioc_q, 5'd0, decode_err_q, slave_err_q, 3'd0,
                             idle_q && !halted, halted};
      RegSource:  rdata_o = {source_q, 2'b00};
      RegLength:  rdata_o = {7'd0, length_q};
      RegId:      rdata_o = Id;
      RegIcap:    rdata_o = {23'd0, cfgerr_seen, icap_status};
      RegActive:  rdata_o = active_o;
      RegGap:     rdata_o = gap_o;
      RegSetup:   rdata_o = setup_o;
      default:    err_o = 1'b1;
    endcase
  end

  assign irq_o    = (ioc_q && ioc_en_q) || (err_q && err_en_q);
  assign start_o  = start_q;
  assign done_o   = done_q;
  assign source_o = {source_q, 2'b00};
  assign bytes_o  = length_q;
  assign busy_o   = dma_busy || bridge_busy || icap_busy || reset_q || start_q || done_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_reset) begin
      run_q        <= 1'b0;
      ioc_en_q     <= 1'b0;
      err_en_q     <= 1'b0;
      idle_q       <= 1'b0;
      slave_err_q  <= 1'b0;
      decode_err_q <= 1'b0;
      ioc_q        <= 1'b0;
      err_q        <= 1'b0;
      reset_q      <= 1'b0;
      source_q     <= '0;
      length_q     <= '0;
    end else begin
      if (soft_reset) reset_q <= 1'b1;
      if (we_i && !reset_q) begin
        case (addr)
          RegControl: begin
            run_q    <= wdata_i[0] && !failed;
            ioc_en_q <= wdata_i[12];
            err_en_q <= wdata_i[14];
          end
          RegStatus: begin
            if (wdata_i[12]) ioc_q <= 1'b0;
            if (wdata_i[14]) err_q <= 1'b0;
          end
          RegSource: if (!dma_busy) source_q <= wdata_i[31:2];
          RegLength: if (start) length_q <= wdata_i[24:0];
          default: ;
        endcase
      end
      if (start) idle_q <= 1'b0;
      if (dma_done && !reset_q) begin
        if (dma_error) begin
          run_q        <= 1'b0;
          err_q        <= 1'b1;
          slave_err_q  <= !dma_decode;
          decode_err_q <= dma_decode;
        end else begin
          idle_q <= 1'b1;
          ioc_q  <= 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    start_q <= rst_ni && start;
    done_q  <= rst_ni && dma_done;
  end

  // The data mover, and the way to the 64-bit port.
  logic [31:0] m_araddr, m_rdata;
  logic [7:0]  m_arlen;
  logic [1:0]  m_rresp;
  logic        m_arvalid, m_arready, m_rlast, m_rvalid;

  zycap_dma u_dma (
    .clk_i, .rst_ni,
    .start_i(start), .start_addr_i(source_q), .start_words_i(24'((26'(wdata_i[24:0]) + 26'd3) >> 2)),
    .abort_i(reset_q || soft_reset), .busy_o(dma_busy), .done_o(dma_done), .error_o(dma_error),
    .decode_o(dma_decode), .word_valid_o(word_valid), .word_o(word),
    .araddr_o(m_araddr), .arlen_o(m_arlen), .arvalid_o(m_arvalid), .arready_i(m_arready),
    .rdata_i(m_rdata), .rresp_i(m_rresp), .rlast_i(m_rlast), .rvalid_i(m_rvalid)
  );

  axi4_to_axi3_read u_bridge (
    .clk_i, .rst_ni,
    .s_araddr_i(m_araddr), .s_arlen_i(m_arlen), .s_arvalid_i(m_arvalid), .s_arready_o(m_arready),
    .s_rdata_o(m_rdata), .s_rresp_o(m_rresp), .s_rlast_o(m_rlast), .s_rvalid_o(m_rvalid), .s_rready_i(1'b1),
    .m_araddr_o(araddr_o), .m_arlen_o(arlen_o), .m_arvalid_o(arvalid_o), .m_arready_i(arready_i),
    .m_rdata_i(rdata_i), .m_rresp_i(rresp_i), .m_rlast_i(rlast_i), .m_rvalid_i(rvalid_i),
    .m_rready_o(rready_o), .busy_o(bridge_busy)
  );

  icap_wrapper u_icap (
    .clk_i, .rst_ni,
    .valid_i(word_valid), .word_i(word), .clear_i(we_i && addr == RegIcap && wdata_i[8]),
    .status_o(icap_status), .cfgerr_seen_o(cfgerr_seen),
    .icap_i_o, .icap_csib_o, .icap_rdwrb_o, .icap_o_i, .busy_o(icap_busy)
  );

  zycap_stats u_stats (
    .clk_i, .rst_ni, .start_i(start), .busy_i(dma_busy), .valid_i(word_valid), .active_o, .gap_o, .setup_o
  );

  logic unused;
  assign unused = ^addr_i[1:0];
endmodule
