-- SPDX-License-Identifier: Apache-2.0
-- SPDX-FileCopyrightText: The zynqtwin authors

-- A thread as ReconOS users write them: takes the address of {a, b, sum, count} from mailbox 0, adds the two arrays
-- word by word, answers the count into mailbox 1 and waits for the next address; 0 ends it.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

library reconos_v3_01_a;
use reconos_v3_01_a.reconos_pkg.all;

entity add_vhdl is
  port (
    OSIF_Sw2Hw_Data  : in  std_logic_vector(31 downto 0);
    OSIF_Sw2Hw_Empty : in  std_logic;
    OSIF_Sw2Hw_RE    : out std_logic;

    OSIF_Hw2Sw_Data  : out std_logic_vector(31 downto 0);
    OSIF_Hw2Sw_Full  : in  std_logic;
    OSIF_Hw2Sw_WE    : out std_logic;

    MEMIF_Hwt2Mem_Data  : out std_logic_vector(31 downto 0);
    MEMIF_Hwt2Mem_Full  : in  std_logic;
    MEMIF_Hwt2Mem_WE    : out std_logic;

    MEMIF_Mem2Hwt_Data  : in  std_logic_vector(31 downto 0);
    MEMIF_Mem2Hwt_Empty : in  std_logic;
    MEMIF_Mem2Hwt_RE    : out std_logic;

    HWT_Clk    : in  std_logic;
    HWT_Rst    : in  std_logic;
    HWT_Signal : in  std_logic
  );
end entity add_vhdl;

architecture implementation of add_vhdl is

  constant MBOX_REQUEST : std_logic_vector(31 downto 0) := x"00000000";
  constant MBOX_ANSWER  : std_logic_vector(31 downto 0) := x"00000001";

  type state_t is (STATE_INIT, STATE_GET, STATE_A, STATE_B, STATE_SUM, STATE_COUNT, STATE_READ_A, STATE_READ_B,
                   STATE_WRITE, STATE_FENCE, STATE_PUT, STATE_EXIT);

  signal state   : state_t;
  signal i_osif  : i_osif_t;
  signal o_osif  : o_osif_t;
  signal i_memif : i_memif_t;
  signal o_memif : o_memif_t;

  signal ignore                     : std_logic_vector(31 downto 0);
  signal request, count             : std_logic_vector(31 downto 0);
  signal a_addr, b_addr, sum_addr   : std_logic_vector(31 downto 0);
  signal a, b                       : std_logic_vector(31 downto 0);
  signal index                      : unsigned(29 downto 0);

  function word_at (base : std_logic_vector(31 downto 0); i : unsigned(29 downto 0)) return std_logic_vector is
  begin
    return std_logic_vector(unsigned(base) + (i & "00"));
  end function;

begin

  osif_setup(i_osif, o_osif, OSIF_Sw2Hw_Data, OSIF_Sw2Hw_Empty, OSIF_Sw2Hw_RE, OSIF_Hw2Sw_Data, OSIF_Hw2Sw_Full,
             OSIF_Hw2Sw_WE);
  memif_setup(i_memif, o_memif, MEMIF_Mem2Hwt_Data, MEMIF_Mem2Hwt_Empty, MEMIF_Mem2Hwt_RE, MEMIF_Hwt2Mem_Data,
              MEMIF_Hwt2Mem_Full, MEMIF_Hwt2Mem_WE);

  -- With an asynchronous reset, as ReconOS' own demonstrations have it.
  fsm : process (HWT_Clk, HWT_Rst, o_osif, o_memif) is
    variable done : boolean;
  begin
    if HWT_Rst = '1' then
      osif_reset(o_osif);
      memif_reset(o_memif);
      state <= STATE_INIT;
      index <= (others => '0');
    elsif rising_edge(HWT_Clk) then
      case state is
        when STATE_INIT =>
          osif_read(i_osif, o_osif, ignore, done);
          if done then
            state <= STATE_GET;
          end if;

        when STATE_GET =>
          osif_mbox_get(i_osif, o_osif, MBOX_REQUEST, request, done);
          index <= (others => '0');
          if done then
            if request = x"00000000" then
              state <= STATE_EXIT;
            else
              state <= STATE_A;
            end if;
          end if;

        when STATE_A =>
          memif_read_word(i_memif, o_memif, request, a_addr, done);
          if done then
            state <= STATE_B;
          end if;

        when STATE_B =>
          memif_read_word(i_memif, o_memif, word_at(request, to_unsigned(1, 30)), b_addr, done);
          if done then
            state <= STATE_SUM;
          end if;

        when STATE_SUM =>
          memif_read_word(i_memif, o_memif, word_at(request, to_unsigned(2, 30)), sum_addr, done);
          if done then
            state <= STATE_COUNT;
          end if;

        when STATE_COUNT =>
          memif_read_word(i_memif, o_memif, word_at(request, to_unsigned(3, 30)), count, done);
          if done then
            if unsigned(count) = 0 then
              state <= STATE_PUT;
            else
              state <= STATE_READ_A;
            end if;
          end if;

        when STATE_READ_A =>
          memif_read_word(i_memif, o_memif, word_at(a_addr, index), a, done);
          if done then
            state <= STATE_READ_B;
          end if;

        when STATE_READ_B =>
          memif_read_word(i_memif, o_memif, word_at(b_addr, index), b, done);
          if done then
            state <= STATE_WRITE;
          end if;

        when STATE_WRITE =>
          memif_write_word(i_memif, o_memif, word_at(sum_addr, index),
                           std_logic_vector(unsigned(a) + unsigned(b)), done);
          if done then
            if ("00" & index) + 1 = unsigned(count) then
              state <= STATE_FENCE;
            else
              index <= index + 1;
              state <= STATE_READ_A;
            end if;
          end if;

        when STATE_FENCE =>
          -- Comes back only when all that was written before is in memory.
          memif_read_word(i_memif, o_memif, word_at(sum_addr, index), ignore, done);
          if done then
            state <= STATE_PUT;
          end if;

        when STATE_PUT =>
          osif_mbox_put(i_osif, o_osif, MBOX_ANSWER, count, ignore, done);
          if done then
            state <= STATE_GET;
          end if;

        when STATE_EXIT =>
          osif_thread_exit(i_osif, o_osif);
      end case;
    end if;
  end process;

end architecture implementation;
