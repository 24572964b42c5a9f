# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
#
# Hardware threads as slot libraries with their bitstreams.
#
#   add_hardware_thread(NAME <n> TOP <module> SOURCES <file>... [STYLE slot|hls|reconos] [SLOTS <slot>...]
#                       [STREAMS <stream>=<port prefix>...] [OPTIONS <o>...] [GHDL_OPTIONS <o>...] [VERSION <text>])
#       build/slots/<n>.so, and build/bitstreams/<n>_<slot>.bin for each slot. What each argument means, and how a
#       project of its own uses it: rtl/threads/README.md.
#   finish_hardware_threads()
#       once, after all of them: build/slots/manifest, build/slots/slots and the target `slots` that stands for all.
#   zt_verilate(TARGET <t> TOP <module> PREFIX <class> SOURCES <file>... [OPTIONS <o>...])
#       adds the verilated code of a module to a target.
include_guard(DIRECTORY) # its variables are those of a folder

find_program(VERILATOR verilator REQUIRED)
execute_process(COMMAND "${VERILATOR}" --getenv VERILATOR_ROOT
                OUTPUT_VARIABLE VERILATOR_ROOT_DIR OUTPUT_STRIP_TRAILING_WHITESPACE)

get_filename_component(ZT_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(ZT_BOARD_SLOTS "${ZT_ROOT}/models/boards/zedboard.slots" CACHE FILEPATH "Device columns and slots of the board")
set(ZT_VERILATE_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/VerilateAll.cmake")
set(ZT_THREAD_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/ThreadSlot.cmake")
set(ZT_VHDL_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/vhdl-to-verilog")
# Outside of the twin's own build there is no target of that name.
set(ZT_MKBITSTREAM mkbitstream CACHE FILEPATH "The twin's program mkbitstream, for threads in a project of their own")

function(zt_verilate)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "TARGET;TOP;PREFIX" "SOURCES;OPTIONS")
  set(dir "${CMAKE_CURRENT_BINARY_DIR}/${a_TARGET}.verilated")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/${a_TARGET}.verilated.cpp")
  set(sources "")
  foreach(source IN LISTS a_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  list(JOIN sources "," joined)
  list(JOIN a_OPTIONS "," options)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DVERILATOR=${VERILATOR}" "-DTOP=${a_TOP}" "-DPREFIX=${a_PREFIX}" "-DDIR=${dir}"
            "-DOUTPUT=${output}" "-DSOURCES=${joined}" "-DOPTIONS=${options}" -P "${ZT_VERILATE_SCRIPT}"
    DEPENDS ${sources} "${ZT_VERILATE_SCRIPT}"
    COMMENT "Verilating ${a_TOP}" VERBATIM)
  # Other files of the target include generated headers: they wait for the generated source.
  add_custom_target(${a_TARGET}.verilate DEPENDS "${output}")
  add_dependencies(${a_TARGET} ${a_TARGET}.verilate)
  target_sources(${a_TARGET} PRIVATE "${output}" "${VERILATOR_ROOT_DIR}/include/verilated.cpp"
                                     "${VERILATOR_ROOT_DIR}/include/verilated_threads.cpp")
  target_include_directories(${a_TARGET} SYSTEM PRIVATE "${dir}" "${VERILATOR_ROOT_DIR}/include"
                                                        "${VERILATOR_ROOT_DIR}/include/vltstd")
  # Generated and foreign code is not held to our warnings.
  set_source_files_properties("${output}" "${VERILATOR_ROOT_DIR}/include/verilated.cpp"
                              "${VERILATOR_ROOT_DIR}/include/verilated_threads.cpp"
                              PROPERTIES COMPILE_OPTIONS "-O2;-w")
endfunction()

function(_zt_bitstream thread slot)
  set(bin "${CMAKE_BINARY_DIR}/bitstreams/${thread}_${slot}.bin")
  set(line "${CMAKE_CURRENT_BINARY_DIR}/${thread}_${slot}.manifest")
  add_custom_command(
    OUTPUT "${bin}" "${line}"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_BINARY_DIR}/bitstreams"
    COMMAND "${CMAKE_COMMAND}" -E rm -f "${line}"
    COMMAND "${ZT_MKBITSTREAM}" --slots "${ZT_BOARD_SLOTS}" --slot ${slot} --thread ${thread} --out "${bin}" --manifest "${line}"
    DEPENDS "${ZT_MKBITSTREAM}" "${ZT_BOARD_SLOTS}"
    COMMENT "Making the bitstream of ${thread} in ${slot}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_MANIFESTS "${line}")
endfunction()

# _zt_thread_error(TEXT): where the caller of add_hardware_thread is, CMake says by itself.
function(_zt_thread_error text)
  message(FATAL_ERROR "add_hardware_thread: ${text}")
endfunction()

# Sets SLOTS in the caller: those given, or all of the board.
function(_zt_thread_slots thread)
  file(STRINGS "${ZT_BOARD_SLOTS}" slots REGEX "^slot ")
  list(TRANSFORM slots REPLACE "^slot +" "")
  foreach(slot IN LISTS ARGN)
    if(NOT slot IN_LIST slots)
      list(JOIN slots ", " slots)
      _zt_thread_error("${thread}: SLOTS: '${slot}' is no slot of ${ZT_BOARD_SLOTS} (allowed: ${slots})")
    endif()
  endforeach()
  if(ARGN)
    set(slots "${ARGN}")
  endif()
  set(SLOTS "${slots}" PARENT_SCOPE)
endfunction()

# Sets VERILOG and VHDL in the caller to the absolute names of the sources.
function(_zt_thread_sources thread)
  set(verilog "")
  set(vhdl "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path "${source}" ABSOLUTE)
    get_filename_component(suffix "${source}" LAST_EXT)
    if(suffix STREQUAL ".v" OR suffix STREQUAL ".sv")
      list(APPEND verilog "${path}")
    elseif(suffix STREQUAL ".vhd" OR suffix STREQUAL ".vhdl")
      list(APPEND vhdl "${path}")
    else()
      _zt_thread_error("${thread}: SOURCES: '${source}' has the suffix '${suffix}' (allowed: .sv, .v, .vhd, .vhdl)")
    endif()
    get_property(generated SOURCE "${path}" PROPERTY GENERATED)
    if(NOT generated AND NOT EXISTS "${path}")
      _zt_thread_error("${thread}: SOURCES: '${path}' does not exist")
    endif()
  endforeach()
  if(verilog AND vhdl)
    _zt_thread_error("${thread}: SOURCES: VHDL and Verilog in one thread (allowed: all of one language)")
  endif()
  set(VERILOG "${verilog}" PARENT_SCOPE)
  set(VHDL "${vhdl}" PARENT_SCOPE)
endfunction()

# Sets VERILOG in the caller to what GHDL makes of the entity. ReconOS' package is in its library for whoever uses it.
function(_zt_thread_vhdl thread top vhdl options)
  find_program(GHDL ghdl)
  if(NOT GHDL)
    _zt_thread_error("${thread}: VHDL needs ghdl, which is not installed (Debian: ghdl-mcode)")
  endif()
  set(package "${ZT_ROOT}/rtl/threads/vhdl/reconos_pkg.vhd")
  set(output "${CMAKE_CURRENT_BINARY_DIR}/slot_${thread}.ghdl.v")
  if(NOT options MATCHES "--std=")
    list(APPEND options --std=08)
  endif()
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${ZT_VHDL_SCRIPT}" ${top} "${output}" -fsynopsys -frelaxed ${options} --work=reconos_v3_01_a "${package}"
            --work=work ${vhdl}
    DEPENDS ${vhdl} "${package}" "${ZT_VHDL_SCRIPT}"
    COMMENT "Synthesizing the VHDL of ${thread}" VERBATIM)
  set(VERILOG "${output}" PARENT_SCOPE)
endfunction()

# The module zt_slot_<thread>, with the pins of a slot whatever the style, and what the wrapper in C++ has to know.
function(_zt_thread_slot thread top style verilog streams options)
  set(stem "${CMAKE_CURRENT_BINARY_DIR}/slot_${thread}")
  list(JOIN verilog "," sources)
  list(JOIN streams "," streams)
  list(JOIN options "," options)
  add_custom_command(
    OUTPUT "${stem}.pins.sv" "${stem}.pins.h"
    COMMAND "${CMAKE_COMMAND}" "-DVERILATOR=${VERILATOR}" "-DNAME=${thread}" "-DTOP=${top}" "-DSTYLE=${style}"
            "-DSOURCES=${sources}" "-DSTREAMS=${streams}" "-DOPTIONS=${options}" "-DOUTPUT=${stem}.pins"
            -P "${ZT_THREAD_SCRIPT}"
    DEPENDS ${verilog} "${ZT_THREAD_SCRIPT}"
    COMMENT "Fitting ${thread} into a slot" VERBATIM)
endfunction()

function(_zt_thread_library target name top version verilog options)
  add_library(${target} MODULE "${ZT_ROOT}/sim/pl/slot/slot_wrapper.cpp" "${CMAKE_CURRENT_BINARY_DIR}/${target}.pins.h")
  zt_verilate(TARGET ${target} TOP zt_slot_${name} PREFIX V${name}
              SOURCES ${verilog} "${CMAKE_CURRENT_BINARY_DIR}/${target}.pins.sv"
              OPTIONS -O3 ${options} --x-assign unique --x-initial unique)
  target_compile_definitions(
    ${target} PRIVATE "ZT_THREAD_NAME=\"${name}\"" "ZT_THREAD_VERSION=\"${version}\"" "ZT_MODEL=V${name}"
                      "ZT_MODEL_HEADER=\"V${name}.h\"" "ZT_MODEL_STATE=V${name}__Syms"
                      "ZT_MODEL_STATE_HEADER=\"V${name}__Syms.h\""
                      "ZT_PINS_HEADER=\"${CMAKE_CURRENT_BINARY_DIR}/${target}.pins.h\"")
  if(COMMAND zt_warnings)
    zt_warnings(${target})
  endif()
  target_compile_features(${target} PRIVATE cxx_std_17)
  target_compile_options(${target} PRIVATE -O2 -fvisibility=hidden -fvisibility-inlines-hidden -fno-gnu-unique)
  # Each library keeps its own copy of the Verilator runtime to itself.
  target_link_options(${target} PRIVATE "LINKER:--version-script=${ZT_ROOT}/sim/pl/slot/exports.map"
                      "LINKER:-Bsymbolic")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} PREFIX "" SUFFIX ".so"
                        LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/slots"
                        LINK_DEPENDS "${ZT_ROOT}/sim/pl/slot/exports.map")
endfunction()

function(_zt_thread_check_arguments)
  set(usage "NAME, TOP, SOURCES, STYLE, SLOTS, STREAMS, OPTIONS, GHDL_OPTIONS, VERSION")
  if(a_UNPARSED_ARGUMENTS)
    _zt_thread_error("'${a_UNPARSED_ARGUMENTS}' is unknown (allowed: ${usage})")
  endif()
  foreach(needed IN ITEMS NAME TOP SOURCES)
    if(NOT a_${needed})
      _zt_thread_error("${a_NAME}: ${needed} is missing (needed: NAME, TOP, SOURCES)")
    endif()
  endforeach()
  string(LENGTH "${a_NAME}" length)
  if(NOT a_NAME MATCHES "^[a-z][a-z0-9_]*$" OR length GREATER 16)
    _zt_thread_error("NAME: '${a_NAME}' is not a thread's name (a letter, then up to 15 of a-z, 0-9, _)")
  endif()
  if(NOT a_TOP MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    _zt_thread_error("${a_NAME}: TOP: '${a_TOP}' is not the name of a module or an entity")
  endif()
  if(TARGET slot_${a_NAME})
    _zt_thread_error("${a_NAME}: there is a thread of that name already")
  endif()
  list(LENGTH a_STYLE count)
  list(JOIN a_STYLE ", " styles)
  if(count GREATER 1)
    _zt_thread_error("${a_NAME}: STYLE: a thread has one style, not ${count} (${styles})")
  endif()
  if(count EQUAL 1 AND NOT a_STYLE MATCHES "^(slot|hls|reconos)$")
    _zt_thread_error("${a_NAME}: STYLE: '${a_STYLE}' is unknown (allowed: slot, hls, reconos)")
  endif()
  foreach(stream IN LISTS a_STREAMS)
    if(NOT stream MATCHES "^(sw2hw|hw2sw|hwt2mem|mem2hwt)=[A-Za-z_][A-Za-z0-9_]*$")
      _zt_thread_error("${a_NAME}: STREAMS: '${stream}' is not STREAM=PREFIX (streams: sw2hw, hw2sw, hwt2mem, mem2hwt)")
    endif()
  endforeach()
endfunction()

function(add_hardware_thread)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "NAME;TOP;VERSION" "SOURCES;SLOTS;STYLE;STREAMS;OPTIONS;GHDL_OPTIONS")
  _zt_thread_check_arguments()
  _zt_thread_slots(${a_NAME} ${a_SLOTS})
  _zt_thread_sources(${a_NAME} ${a_SOURCES})
  if(NOT a_VERSION)
    set(a_VERSION "${PROJECT_VERSION}")
  endif()
  if(VHDL)
    # What GHDL writes is nobody's style.
    list(APPEND a_OPTIONS -Wno-lint -Wno-style -Wno-UNOPTFLAT)
    _zt_thread_vhdl(${a_NAME} ${a_TOP} "${VHDL}" "${a_GHDL_OPTIONS}")
  elseif(NOT a_OPTIONS)
    set(a_OPTIONS -Wno-fatal)
  endif()
  _zt_thread_slot(${a_NAME} ${a_TOP} "${a_STYLE}" "${VERILOG}" "${a_STREAMS}" "${a_OPTIONS}")
  _zt_thread_library(slot_${a_NAME} ${a_NAME} ${a_TOP} "${a_VERSION}" "${VERILOG}" "${a_OPTIONS}")
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_TARGETS slot_${a_NAME})
  set(files "")
  foreach(slot IN LISTS SLOTS)
    _zt_bitstream(${a_NAME} ${slot})
    list(APPEND files "${CMAKE_BINARY_DIR}/bitstreams/${a_NAME}_${slot}.bin")
  endforeach()
  # Rules belong to a folder: without a target of this one, `slots` of another would not find them.
  add_custom_target(slot_${a_NAME}.bitstreams DEPENDS ${files})
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_TARGETS slot_${a_NAME}.bitstreams)
endfunction()

function(finish_hardware_threads)
  get_property(targets GLOBAL PROPERTY ZT_THREAD_TARGETS)
  get_property(manifests GLOBAL PROPERTY ZT_THREAD_MANIFESTS)
  set(dir "${CMAKE_BINARY_DIR}/slots")
  add_custom_command(
    OUTPUT "${dir}/manifest" "${dir}/slots"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${dir}"
    COMMAND "${CMAKE_COMMAND}" -E cat ${manifests} > "${dir}/manifest"
    COMMAND "${CMAKE_COMMAND}" -E copy "${ZT_BOARD_SLOTS}" "${dir}/slots"
    DEPENDS ${manifests} "${ZT_BOARD_SLOTS}"
    COMMENT "Writing the manifest of hardware threads" VERBATIM)
  add_custom_target(slots ALL DEPENDS "${dir}/manifest" "${dir}/slots")
  add_dependencies(slots ${targets})
endfunction()
