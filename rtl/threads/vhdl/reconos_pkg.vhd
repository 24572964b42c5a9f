-- SPDX-License-Identifier: Apache-2.0
-- SPDX-FileCopyrightText: The zynqtwin authors

-- Calls of a hardware thread in VHDL, with the names and the shape that ReconOS threads use: analysed into the library
-- reconos_v3_01_a, so that such a thread needs no change. Words and codes: rtl/README.md and sim/pl/slot.h.
--
-- A call is made by calling its procedure in every clock of a state until `done` is true:
--
--   when STATE_GET =>
--     osif_mbox_get(i_osif, o_osif, HANDLE, word, done);
--     if done then state <= STATE_USE; end if;
--
-- Results are signals, and hold their value when `done` is. The records o_* are registers of the process that makes
-- the calls; i_* is what the FIFOs show, with those registers fed back. *_setup connects them to the ports,
-- *_reset belongs into the process' reset. One call at a time for each of OSIF and MEMIF.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package reconos_pkg is

  subtype reconos_word_t is std_logic_vector(31 downto 0);

  subtype reconos_step_t is natural range 0 to 15;

  type i_osif_t is record
    step        : reconos_step_t;
    sw2hw_data  : reconos_word_t;
    sw2hw_empty : std_logic;
    hw2sw_full  : std_logic;
  end record;

  type o_osif_t is record
    step       : reconos_step_t;
    sw2hw_re   : std_logic;
    hw2sw_data : reconos_word_t;
    hw2sw_we   : std_logic;
  end record;

  type i_memif_t is record
    step          : reconos_step_t;
    addr          : unsigned(31 downto 0);
    left          : unsigned(21 downto 0);
    chunk         : unsigned(6 downto 0);
    ram_index     : unsigned(31 downto 0);
    mem2hwt_data  : reconos_word_t;
    mem2hwt_empty : std_logic;
    hwt2mem_full  : std_logic;
  end record;

  type o_memif_t is record
    step         : reconos_step_t;
    addr         : unsigned(31 downto 0);  -- of the next request or word
    left         : unsigned(21 downto 0);  -- words of the whole call
    chunk        : unsigned(6 downto 0);   -- words of the present request
    ram_index    : unsigned(31 downto 0);
    mem2hwt_re   : std_logic;
    hwt2mem_data : reconos_word_t;
    hwt2mem_we   : std_logic;
  end record;

  -- The local memory of block transfers: one clock from address to data.
  type i_ram_t is record
    data : reconos_word_t;
  end record;

  type o_ram_t is record
    addr : reconos_word_t;  -- in words
    data : reconos_word_t;
    we   : std_logic;
  end record;

  ------------------------------------------------------------------------------------------------ OSIF

  constant OSIF_CMD_GET_INIT_DATA : reconos_word_t := x"000000A0";
  constant OSIF_CMD_GET_STATE     : reconos_word_t := x"000000A1";
  constant OSIF_CMD_THREAD_EXIT   : reconos_word_t := x"000000A2";
  constant OSIF_CMD_CLEAR_SIGNAL  : reconos_word_t := x"000000A4";
  constant OSIF_CMD_SEM_POST      : reconos_word_t := x"000000B0";
  constant OSIF_CMD_SEM_WAIT      : reconos_word_t := x"000000B1";
  constant OSIF_CMD_MUTEX_LOCK    : reconos_word_t := x"000000C0";
  constant OSIF_CMD_MUTEX_UNLOCK  : reconos_word_t := x"000000C1";
  constant OSIF_CMD_MUTEX_TRYLOCK : reconos_word_t := x"000000C2";
  constant OSIF_CMD_COND_WAIT     : reconos_word_t := x"000000D0";
  constant OSIF_CMD_COND_SIGNAL   : reconos_word_t := x"000000D1";
  constant OSIF_CMD_COND_BROADCAST : reconos_word_t := x"000000D2";
  constant OSIF_CMD_MBOX_GET      : reconos_word_t := x"000000F0";
  constant OSIF_CMD_MBOX_PUT      : reconos_word_t := x"000000F1";
  constant OSIF_CMD_MBOX_TRYGET   : reconos_word_t := x"000000F2";
  constant OSIF_CMD_MBOX_TRYPUT   : reconos_word_t := x"000000F3";
  constant OSIF_CMD_GET_OBJECT    : reconos_word_t := x"000000F6";
  constant OSIF_CMD_ROS_PUBLISH   : reconos_word_t := x"00000900";
  constant OSIF_CMD_ROS_RESPOND   : reconos_word_t := x"00000910";

  procedure osif_setup (
    signal i_osif      : out i_osif_t;
    signal o_osif      : in  o_osif_t;
    signal sw2hw_data  : in  reconos_word_t;
    signal sw2hw_empty : in  std_logic;
    signal sw2hw_re    : out std_logic;
    signal hw2sw_data  : out reconos_word_t;
    signal hw2sw_full  : in  std_logic;
    signal hw2sw_we    : out std_logic
  );

  procedure osif_reset (signal o_osif : out o_osif_t);

  -- One word: the start word of a thread comes with osif_read.
  procedure osif_read (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    signal word   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_write (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    word          : in  reconos_word_t;
    variable done : out boolean
  );

  -- Any call: osif_call_ARGUMENTS_RESULTS.
  procedure osif_call_0_0 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    variable done : out boolean
  );

  procedure osif_call_0_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_call_1_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_call_1_2 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    signal ret1   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_call_2_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    arg1          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_get_init_data (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  -- For ever: the thread waits for its reset.
  procedure osif_thread_exit (signal i_osif : in i_osif_t; signal o_osif : out o_osif_t);

  procedure osif_sem_post (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_sem_wait (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_mutex_lock (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_mutex_unlock (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_cond_wait (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    cond_handle   : in  reconos_word_t;
    mutex_handle  : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_mbox_get (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal word   : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_mbox_put (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    word          : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  procedure osif_mbox_tryget (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal word   : out reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  );

  ----------------------------------------------------------------------------------------------- MEMIF

  constant MEMIF_OP_READ  : std_logic_vector(7 downto 0) := x"00";
  constant MEMIF_OP_WRITE : std_logic_vector(7 downto 0) := x"F0";

  procedure memif_setup (
    signal i_memif       : out i_memif_t;
    signal o_memif       : in  o_memif_t;
    signal mem2hwt_data  : in  reconos_word_t;
    signal mem2hwt_empty : in  std_logic;
    signal mem2hwt_re    : out std_logic;
    signal hwt2mem_data  : out reconos_word_t;
    signal hwt2mem_full  : in  std_logic;
    signal hwt2mem_we    : out std_logic
  );

  procedure memif_reset (signal o_memif : out o_memif_t);

  -- One word. Bits 1:0 of every address are taken as 0.
  procedure memif_write_word (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    addr           : in  reconos_word_t;
    data           : in  reconos_word_t;
    variable done  : out boolean
  );

  procedure memif_read_word (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    addr           : in  reconos_word_t;
    signal data    : out reconos_word_t;
    variable done  : out boolean
  );

  procedure ram_setup (
    signal i_ram    : out i_ram_t;
    signal o_ram    : in  o_ram_t;
    signal ram_addr : out reconos_word_t;
    signal ram_out  : out reconos_word_t;  -- to the memory
    signal ram_in   : in  reconos_word_t;  -- from it
    signal ram_we   : out std_logic
  );

  procedure ram_reset (signal o_ram : out o_ram_t);

  -- len bytes (a multiple of 4; 0: nothing) between memory and the local memory, whose address counts words. Goes out
  -- as requests that do not cross 256 bytes.
  procedure memif_read (
    signal i_ram   : in  i_ram_t; signal o_ram : out o_ram_t;
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    src_addr       : in  reconos_word_t;
    dst_addr       : in  reconos_word_t;
    len            : in  std_logic_vector(23 downto 0);
    variable done  : out boolean
  );

  procedure memif_write (
    signal i_ram   : in  i_ram_t; signal o_ram : out o_ram_t;
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    src_addr       : in  reconos_word_t;
    dst_addr       : in  reconos_word_t;
    len            : in  std_logic_vector(23 downto 0);
    variable done  : out boolean
  );

end package reconos_pkg;

package body reconos_pkg is

  constant NO_WORD : reconos_word_t := (others => '0');

  procedure osif_setup (
    signal i_osif      : out i_osif_t;
    signal o_osif      : in  o_osif_t;
    signal sw2hw_data  : in  reconos_word_t;
    signal sw2hw_empty : in  std_logic;
    signal sw2hw_re    : out std_logic;
    signal hw2sw_data  : out reconos_word_t;
    signal hw2sw_full  : in  std_logic;
    signal hw2sw_we    : out std_logic
  ) is
  begin
    i_osif.step        <= o_osif.step;
    i_osif.sw2hw_data  <= sw2hw_data;
    i_osif.sw2hw_empty <= sw2hw_empty;
    i_osif.hw2sw_full  <= hw2sw_full;
    sw2hw_re           <= o_osif.sw2hw_re;
    hw2sw_data         <= o_osif.hw2sw_data;
    hw2sw_we           <= o_osif.hw2sw_we;
  end procedure;

  procedure osif_reset (signal o_osif : out o_osif_t) is
  begin
    o_osif.step       <= 0;
    o_osif.sw2hw_re   <= '0';
    o_osif.hw2sw_data <= (others => '0');
    o_osif.hw2sw_we   <= '0';
  end procedure;

  procedure osif_read (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    signal word   : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    done := false;
    case i_osif.step is
      when 0 =>
        o_osif.sw2hw_re <= '1';
        o_osif.step     <= 1;
      when 1 =>
        if i_osif.sw2hw_empty = '0' then
          word            <= i_osif.sw2hw_data;
          o_osif.sw2hw_re <= '0';
          o_osif.step     <= 2;
        end if;
      when others =>
        done        := true;
        o_osif.step <= 0;
    end case;
  end procedure;

  procedure osif_write (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    word          : in  reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_0_0(i_osif, o_osif, word, done);
  end procedure;

  -- Sends call_id and so many arguments, then takes so many results: got is 0, or the number (from 1) of the result that
  -- is at the FIFO's head and taken in this clock.
  procedure osif_transfer (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    arg1          : in  reconos_word_t;
    arguments     : in  natural;
    results       : in  natural;
    variable got  : out natural;
    variable done : out boolean
  ) is
  begin
    got  := 0;
    done := false;
    if i_osif.step = 0 then
      o_osif.hw2sw_data <= call_id;
      o_osif.hw2sw_we   <= '1';
      o_osif.step       <= 1;
    elsif i_osif.step <= arguments + 1 then
      -- The word before this one has been on the pins: did the FIFO take it?
      if i_osif.hw2sw_full = '0' then
        o_osif.step <= i_osif.step + 1;
        if i_osif.step = arguments + 1 then
          o_osif.hw2sw_we <= '0';
          if results /= 0 then
            o_osif.sw2hw_re <= '1';
          end if;
        elsif i_osif.step = 1 then
          o_osif.hw2sw_data <= arg0;
        else
          o_osif.hw2sw_data <= arg1;
        end if;
      end if;
    elsif i_osif.step <= arguments + 1 + results then
      if i_osif.sw2hw_empty = '0' then
        got         := i_osif.step - arguments - 1;
        o_osif.step <= i_osif.step + 1;
        if i_osif.step = arguments + 1 + results then
          o_osif.sw2hw_re <= '0';
        end if;
      end if;
    else
      done        := true;
      o_osif.step <= 0;
    end if;
  end procedure;

  procedure osif_call_0_0 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    variable done : out boolean
  ) is
    variable got : natural;
  begin
    osif_transfer(i_osif, o_osif, call_id, NO_WORD, NO_WORD, 0, 0, got, done);
  end procedure;

  procedure osif_call_0_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  ) is
    variable got : natural;
  begin
    osif_transfer(i_osif, o_osif, call_id, NO_WORD, NO_WORD, 0, 1, got, done);
    if got = 1 then
      ret0 <= i_osif.sw2hw_data;
    end if;
  end procedure;

  procedure osif_call_1_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  ) is
    variable got : natural;
  begin
    osif_transfer(i_osif, o_osif, call_id, arg0, NO_WORD, 1, 1, got, done);
    if got = 1 then
      ret0 <= i_osif.sw2hw_data;
    end if;
  end procedure;

  procedure osif_call_1_2 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    signal ret1   : out reconos_word_t;
    variable done : out boolean
  ) is
    variable got : natural;
  begin
    osif_transfer(i_osif, o_osif, call_id, arg0, NO_WORD, 1, 2, got, done);
    if got = 1 then
      ret0 <= i_osif.sw2hw_data;
    end if;
    if got = 2 then
      ret1 <= i_osif.sw2hw_data;
    end if;
  end procedure;

  procedure osif_call_2_1 (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    call_id       : in  reconos_word_t;
    arg0          : in  reconos_word_t;
    arg1          : in  reconos_word_t;
    signal ret0   : out reconos_word_t;
    variable done : out boolean
  ) is
    variable got : natural;
  begin
    osif_transfer(i_osif, o_osif, call_id, arg0, arg1, 2, 1, got, done);
    if got = 1 then
      ret0 <= i_osif.sw2hw_data;
    end if;
  end procedure;

  procedure osif_get_init_data (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_0_1(i_osif, o_osif, OSIF_CMD_GET_INIT_DATA, result, done);
  end procedure;

  procedure osif_thread_exit (signal i_osif : in i_osif_t; signal o_osif : out o_osif_t) is
  begin
    case i_osif.step is
      when 0 =>
        o_osif.hw2sw_data <= OSIF_CMD_THREAD_EXIT;
        o_osif.hw2sw_we   <= '1';
        o_osif.step       <= 1;
      when 1 =>
        if i_osif.hw2sw_full = '0' then
          o_osif.hw2sw_we <= '0';
          o_osif.step     <= 2;
        end if;
      when others => null;
    end case;
  end procedure;

  procedure osif_sem_post (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_1(i_osif, o_osif, OSIF_CMD_SEM_POST, handle, result, done);
  end procedure;

  procedure osif_sem_wait (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_1(i_osif, o_osif, OSIF_CMD_SEM_WAIT, handle, result, done);
  end procedure;

  procedure osif_mutex_lock (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_1(i_osif, o_osif, OSIF_CMD_MUTEX_LOCK, handle, result, done);
  end procedure;

  procedure osif_mutex_unlock (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_1(i_osif, o_osif, OSIF_CMD_MUTEX_UNLOCK, handle, result, done);
  end procedure;

  procedure osif_cond_wait (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    cond_handle   : in  reconos_word_t;
    mutex_handle  : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_2_1(i_osif, o_osif, OSIF_CMD_COND_WAIT, cond_handle, mutex_handle, result, done);
  end procedure;

  procedure osif_mbox_get (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal word   : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_1(i_osif, o_osif, OSIF_CMD_MBOX_GET, handle, word, done);
  end procedure;

  procedure osif_mbox_put (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    word          : in  reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_2_1(i_osif, o_osif, OSIF_CMD_MBOX_PUT, handle, word, result, done);
  end procedure;

  procedure osif_mbox_tryget (
    signal i_osif : in  i_osif_t; signal o_osif : out o_osif_t;
    handle        : in  reconos_word_t;
    signal word   : out reconos_word_t;
    signal result : out reconos_word_t;
    variable done : out boolean
  ) is
  begin
    osif_call_1_2(i_osif, o_osif, OSIF_CMD_MBOX_TRYGET, handle, word, result, done);
  end procedure;

  ----------------------------------------------------------------------------------------------- MEMIF

  procedure memif_setup (
    signal i_memif       : out i_memif_t;
    signal o_memif       : in  o_memif_t;
    signal mem2hwt_data  : in  reconos_word_t;
    signal mem2hwt_empty : in  std_logic;
    signal mem2hwt_re    : out std_logic;
    signal hwt2mem_data  : out reconos_word_t;
    signal hwt2mem_full  : in  std_logic;
    signal hwt2mem_we    : out std_logic
  ) is
  begin
    i_memif.step          <= o_memif.step;
    i_memif.addr          <= o_memif.addr;
    i_memif.left          <= o_memif.left;
    i_memif.chunk         <= o_memif.chunk;
    i_memif.ram_index     <= o_memif.ram_index;
    i_memif.mem2hwt_data  <= mem2hwt_data;
    i_memif.mem2hwt_empty <= mem2hwt_empty;
    i_memif.hwt2mem_full  <= hwt2mem_full;
    mem2hwt_re            <= o_memif.mem2hwt_re;
    hwt2mem_data          <= o_memif.hwt2mem_data;
    hwt2mem_we            <= o_memif.hwt2mem_we;
  end procedure;

  procedure memif_reset (signal o_memif : out o_memif_t) is
  begin
    o_memif.step         <= 0;
    o_memif.addr         <= (others => '0');
    o_memif.left         <= (others => '0');
    o_memif.chunk        <= (others => '0');
    o_memif.ram_index    <= (others => '0');
    o_memif.mem2hwt_re   <= '0';
    o_memif.hwt2mem_data <= (others => '0');
    o_memif.hwt2mem_we   <= '0';
  end procedure;

  function memif_command (op : std_logic_vector(7 downto 0); words : unsigned(6 downto 0)) return reconos_word_t is
  begin
    return op & "000000000000000" & std_logic_vector(words) & "00";
  end function;

  procedure memif_write_word (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    addr           : in  reconos_word_t;
    data           : in  reconos_word_t;
    variable done  : out boolean
  ) is
  begin
    done := false;
    case i_memif.step is
      when 0 =>
        o_memif.hwt2mem_data <= memif_command(MEMIF_OP_WRITE, to_unsigned(1, 7));
        o_memif.hwt2mem_we   <= '1';
        o_memif.step         <= 1;
      when 1 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_data <= addr and x"FFFFFFFC";
          o_memif.step         <= 2;
        end if;
      when 2 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_data <= data;
          o_memif.step         <= 3;
        end if;
      when 3 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_we <= '0';
          o_memif.step       <= 4;
        end if;
      when others =>
        done         := true;
        o_memif.step <= 0;
    end case;
  end procedure;

  procedure memif_read_word (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    addr           : in  reconos_word_t;
    signal data    : out reconos_word_t;
    variable done  : out boolean
  ) is
  begin
    done := false;
    case i_memif.step is
      when 0 =>
        o_memif.hwt2mem_data <= memif_command(MEMIF_OP_READ, to_unsigned(1, 7));
        o_memif.hwt2mem_we   <= '1';
        o_memif.step         <= 1;
      when 1 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_data <= addr and x"FFFFFFFC";
          o_memif.step         <= 2;
        end if;
      when 2 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_we <= '0';
          o_memif.mem2hwt_re <= '1';
          o_memif.step       <= 3;
        end if;
      when 3 =>
        if i_memif.mem2hwt_empty = '0' then
          data               <= i_memif.mem2hwt_data;
          o_memif.mem2hwt_re <= '0';
          o_memif.step       <= 4;
        end if;
      when others =>
        done         := true;
        o_memif.step <= 0;
    end case;
  end procedure;

  procedure ram_setup (
    signal i_ram    : out i_ram_t;
    signal o_ram    : in  o_ram_t;
    signal ram_addr : out reconos_word_t;
    signal ram_out  : out reconos_word_t;
    signal ram_in   : in  reconos_word_t;
    signal ram_we   : out std_logic
  ) is
  begin
    i_ram.data <= ram_in;
    ram_addr   <= o_ram.addr;
    ram_out    <= o_ram.data;
    ram_we     <= o_ram.we;
  end procedure;

  procedure ram_reset (signal o_ram : out o_ram_t) is
  begin
    o_ram.addr <= (others => '0');
    o_ram.data <= (others => '0');
    o_ram.we   <= '0';
  end procedure;

  -- Steps that reads and writes have in common: 0 takes the call, 1 begins a request up to the next 256 bytes.
  procedure memif_begin (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    op             : in  std_logic_vector(7 downto 0);
    addr           : in  reconos_word_t;
    ram_addr       : in  reconos_word_t;
    len            : in  std_logic_vector(23 downto 0);
    end_step       : in  reconos_step_t
  ) is
    variable chunk : unsigned(6 downto 0);
  begin
    if i_memif.step = 0 then
      o_memif.addr      <= unsigned(addr and x"FFFFFFFC");
      o_memif.left      <= unsigned(len(23 downto 2));
      o_memif.ram_index <= unsigned(ram_addr);
      if unsigned(len(23 downto 2)) = 0 then
        o_memif.step <= end_step;
      else
        o_memif.step <= 1;
      end if;
    else
      chunk := to_unsigned(64, 7) - ('0' & i_memif.addr(7 downto 2));
      if i_memif.left < chunk then
        chunk := i_memif.left(6 downto 0);
      end if;
      o_memif.chunk        <= chunk;
      o_memif.hwt2mem_data <= memif_command(op, chunk);
      o_memif.hwt2mem_we   <= '1';
      o_memif.step         <= 2;
    end if;
  end procedure;

  -- Counts a word that has been moved; the step is the next one of a request, of the call, or the end.
  procedure memif_count (
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    next_step      : in  reconos_step_t;
    end_step       : in  reconos_step_t
  ) is
  begin
    o_memif.addr      <= i_memif.addr + 4;
    o_memif.left      <= i_memif.left - 1;
    o_memif.chunk     <= i_memif.chunk - 1;
    o_memif.ram_index <= i_memif.ram_index + 1;
    if i_memif.left = 1 then
      o_memif.step <= end_step;
    elsif i_memif.chunk = 1 then
      o_memif.step <= 1;
    else
      o_memif.step <= next_step;
    end if;
  end procedure;

  procedure memif_read (
    signal i_ram   : in  i_ram_t; signal o_ram : out o_ram_t;
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    src_addr       : in  reconos_word_t;
    dst_addr       : in  reconos_word_t;
    len            : in  std_logic_vector(23 downto 0);
    variable done  : out boolean
  ) is
  begin
    done     := false;
    o_ram.we <= '0';
    case i_memif.step is
      when 0 | 1 =>
        memif_begin(i_memif, o_memif, MEMIF_OP_READ, src_addr, dst_addr, len, 5);
      when 2 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_data <= std_logic_vector(i_memif.addr);
          o_memif.step         <= 3;
        end if;
      when 3 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_we <= '0';
          o_memif.mem2hwt_re <= '1';
          o_memif.step       <= 4;
        end if;
      when 4 =>
        if i_memif.mem2hwt_empty = '0' then
          o_ram.addr <= std_logic_vector(i_memif.ram_index);
          o_ram.data <= i_memif.mem2hwt_data;
          o_ram.we   <= '1';
          memif_count(i_memif, o_memif, 4, 5);
          if i_memif.chunk = 1 then
            o_memif.mem2hwt_re <= '0';
          end if;
        end if;
      when others =>
        done         := true;
        o_memif.step <= 0;
    end case;
  end procedure;

  procedure memif_write (
    signal i_ram   : in  i_ram_t; signal o_ram : out o_ram_t;
    signal i_memif : in  i_memif_t; signal o_memif : out o_memif_t;
    src_addr       : in  reconos_word_t;
    dst_addr       : in  reconos_word_t;
    len            : in  std_logic_vector(23 downto 0);
    variable done  : out boolean
  ) is
  begin
    done       := false;
    o_ram.we   <= '0';
    case i_memif.step is
      when 0 | 1 =>
        memif_begin(i_memif, o_memif, MEMIF_OP_WRITE, dst_addr, src_addr, len, 6);
      when 2 =>
        o_ram.addr <= std_logic_vector(i_memif.ram_index);
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_data <= std_logic_vector(i_memif.addr);
          o_memif.step         <= 3;
        end if;
      when 3 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_we <= '0';
          o_memif.step       <= 4;
        end if;
      when 4 =>
        -- The memory has had this word's address for a clock; it gets the next one's.
        o_memif.hwt2mem_data <= i_ram.data;
        o_memif.hwt2mem_we   <= '1';
        o_ram.addr           <= std_logic_vector(i_memif.ram_index + 1);
        o_memif.step         <= 5;
      when 5 =>
        if i_memif.hwt2mem_full = '0' then
          o_memif.hwt2mem_we <= '0';
          memif_count(i_memif, o_memif, 4, 6);
        end if;
      when others =>
        done         := true;
        o_memif.step <= 0;
    end case;
  end procedure;

end package body reconos_pkg;
