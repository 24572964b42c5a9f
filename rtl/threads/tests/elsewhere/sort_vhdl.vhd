-- SPDX-License-Identifier: Apache-2.0
-- SPDX-FileCopyrightText: The zynqtwin authors

-- The service `sort` as a ReconOS thread in VHDL, with block transfers through a local memory: the uint32 sequence at
-- the beginning of the request, ascending, into the one at the beginning of the response. Up to 2048 values;
-- with anything else, or sizes that differ, it sends nothing.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

library reconos_v3_01_a;
use reconos_v3_01_a.reconos_pkg.all;

entity sort_vhdl is
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
end entity sort_vhdl;

architecture implementation of sort_vhdl is

  constant COUNT_MAX : natural := 2048;

  constant HANDLE_SENDER : std_logic_vector(31 downto 0) := x"00000000";
  constant HANDLE_OUTPUT : std_logic_vector(31 downto 0) := x"00000001";

  type state_t is (STATE_INIT, STATE_REQUEST, STATE_RESPONSE, STATE_IN_ADDR, STATE_IN_COUNT, STATE_OUT_ADDR,
                   STATE_OUT_COUNT, STATE_CHECK, STATE_LOAD, STATE_SORT, STATE_STORE, STATE_FENCE, STATE_SEND,
                   STATE_EXIT);
  type sort_t is (SORT_RUN, SORT_FETCH, SORT_COMPARE, SORT_TAKE);

  signal state   : state_t;
  signal i_osif  : i_osif_t;
  signal o_osif  : o_osif_t;
  signal i_memif : i_memif_t;
  signal o_memif : o_memif_t;
  signal i_ram   : i_ram_t;
  signal o_ram   : o_ram_t;

  signal ignore, request, response                : std_logic_vector(31 downto 0);
  signal in_addr, in_count, out_addr, out_count   : std_logic_vector(31 downto 0);
  signal length_bytes                             : std_logic_vector(23 downto 0);

  -- Two halves: a pass merges runs from one into the other. Two copies, so that two values are read at once.
  type memory_t is array (0 to 2 * COUNT_MAX - 1) of std_logic_vector(31 downto 0);
  signal left_memory, right_memory     : memory_t;
  signal left_addr, right_addr         : unsigned(11 downto 0);
  signal left_value, right_value       : std_logic_vector(31 downto 0);
  signal write_addr                    : unsigned(11 downto 0);
  signal write_value                   : std_logic_vector(31 downto 0);
  signal write_enable                  : std_logic;

  signal os_addr, os_value             : std_logic_vector(31 downto 0);
  signal os_we                         : std_logic;

  -- Merging: from runs of `width` values at l and r, up to their ends, to k.
  signal phase                         : sort_t;
  signal half                          : std_logic;
  signal width                         : unsigned(12 downto 0);
  signal l, l_end, r, r_end, k         : unsigned(12 downto 0);
  signal sort_we                       : std_logic;
  signal sort_addr                     : unsigned(11 downto 0);
  signal sort_value                    : std_logic_vector(31 downto 0);

  function least (a, b : unsigned(12 downto 0)) return unsigned is
  begin
    if a < b then
      return a;
    end if;
    return b;
  end function;

  function plus_4 (address : std_logic_vector(31 downto 0)) return std_logic_vector is
  begin
    return std_logic_vector(unsigned(address) + 4);
  end function;

begin

  osif_setup(i_osif, o_osif, OSIF_Sw2Hw_Data, OSIF_Sw2Hw_Empty, OSIF_Sw2Hw_RE, OSIF_Hw2Sw_Data, OSIF_Hw2Sw_Full,
             OSIF_Hw2Sw_WE);
  memif_setup(i_memif, o_memif, MEMIF_Mem2Hwt_Data, MEMIF_Mem2Hwt_Empty, MEMIF_Mem2Hwt_RE, MEMIF_Hwt2Mem_Data,
              MEMIF_Hwt2Mem_Full, MEMIF_Hwt2Mem_WE);
  ram_setup(i_ram, o_ram, os_addr, os_value, left_value, os_we);

  left_addr    <= half & l(10 downto 0) when state = STATE_SORT else unsigned(os_addr(11 downto 0));
  right_addr   <= half & r(10 downto 0);
  write_enable <= os_we or sort_we;
  write_addr   <= sort_addr when sort_we = '1' else unsigned(os_addr(11 downto 0));
  write_value  <= sort_value when sort_we = '1' else os_value;

  memory : process (HWT_Clk) is
  begin
    if rising_edge(HWT_Clk) then
      if write_enable = '1' then
        left_memory(to_integer(write_addr))  <= write_value;
        right_memory(to_integer(write_addr)) <= write_value;
      end if;
      left_value  <= left_memory(to_integer(left_addr));
      right_value <= right_memory(to_integer(right_addr));
    end if;
  end process;

  length_bytes <= in_count(21 downto 0) & "00";

  fsm : process (HWT_Clk) is
    variable done : boolean;
    variable n    : unsigned(12 downto 0);
    variable take_left : boolean;
  begin
    if rising_edge(HWT_Clk) then
      n       := unsigned(in_count(12 downto 0));
      sort_we <= '0';
      if HWT_Rst = '1' then
        osif_reset(o_osif);
        memif_reset(o_memif);
        ram_reset(o_ram);
        state <= STATE_INIT;
        phase <= SORT_RUN;
      else
        case state is
          when STATE_INIT =>
            osif_read(i_osif, o_osif, ignore, done);
            if done then
              state <= STATE_REQUEST;
            end if;

          when STATE_REQUEST =>
            osif_get_init_data(i_osif, o_osif, request, done);
            if done then
              state <= STATE_RESPONSE;
            end if;

          when STATE_RESPONSE =>
            osif_call_1_1(i_osif, o_osif, OSIF_CMD_GET_OBJECT, HANDLE_OUTPUT, response, done);
            if done then
              state <= STATE_IN_ADDR;
            end if;

          when STATE_IN_ADDR =>
            memif_read_word(i_memif, o_memif, request, in_addr, done);
            if done then
              state <= STATE_IN_COUNT;
            end if;

          when STATE_IN_COUNT =>
            memif_read_word(i_memif, o_memif, plus_4(request), in_count, done);
            if done then
              state <= STATE_OUT_ADDR;
            end if;

          when STATE_OUT_ADDR =>
            memif_read_word(i_memif, o_memif, response, out_addr, done);
            if done then
              state <= STATE_OUT_COUNT;
            end if;

          when STATE_OUT_COUNT =>
            memif_read_word(i_memif, o_memif, plus_4(response), out_count, done);
            if done then
              state <= STATE_CHECK;
            end if;

          when STATE_CHECK =>
            width <= to_unsigned(1, width'length);
            half  <= '0';
            l     <= (others => '0');
            r     <= (others => '0');
            r_end <= (others => '0');
            k     <= (others => '0');
            if unsigned(in_count) > COUNT_MAX or in_count /= out_count then
              state <= STATE_EXIT;
            elsif unsigned(in_count) = 0 then
              state <= STATE_SEND;
            elsif in_addr(1 downto 0) /= "00" or out_addr(1 downto 0) /= "00" then
              state <= STATE_EXIT;
            else
              state <= STATE_LOAD;
            end if;

          when STATE_LOAD =>
            memif_read(i_ram, o_ram, i_memif, o_memif, in_addr, x"00000000", length_bytes, done);
            if done then
              state <= STATE_SORT;
            end if;

          when STATE_SORT =>
            case phase is
              when SORT_RUN => -- the next two runs, from k on
                l     <= k;
                l_end <= least(k + width, n);
                r     <= least(k + width, n);
                r_end <= least(k + width + width, n);
                if width >= n then
                  state <= STATE_STORE;
                elsif k = n then
                  half  <= not half;
                  width <= width(11 downto 0) & '0';
                  k     <= (others => '0');
                else
                  phase <= SORT_FETCH;
                end if;

              when SORT_FETCH => -- l and r are on the address pins
                phase <= SORT_COMPARE;

              when SORT_COMPARE =>
                take_left := r = r_end or (l /= l_end and unsigned(left_value) <= unsigned(right_value));
                sort_we   <= '1';
                sort_addr <= not half & k(10 downto 0);
                k         <= k + 1;
                if take_left then
                  sort_value <= left_value;
                  l          <= l + 1;
                else
                  sort_value <= right_value;
                  r          <= r + 1;
                end if;
                phase <= SORT_TAKE;

              when SORT_TAKE =>
                if l = l_end and r = r_end then
                  phase <= SORT_RUN;
                else
                  phase <= SORT_COMPARE;
                end if;
            end case;

          when STATE_STORE =>
            memif_write(i_ram, o_ram, i_memif, o_memif, x"00000" & half & "00000000000", out_addr, length_bytes, done);
            if done then
              state <= STATE_FENCE;
            end if;

          when STATE_FENCE =>
            -- Comes back only when all that was written before is in memory.
            memif_read_word(i_memif, o_memif, out_addr, ignore, done);
            if done then
              state <= STATE_SEND;
            end if;

          when STATE_SEND =>
            osif_call_2_1(i_osif, o_osif, OSIF_CMD_ROS_RESPOND, HANDLE_SENDER, HANDLE_OUTPUT, ignore, done);
            if done then
              state <= STATE_EXIT;
            end if;

          when STATE_EXIT =>
            osif_thread_exit(i_osif, o_osif);
        end case;
      end if;
    end if;
  end process;

end architecture implementation;
