# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
#
# Hardware threads as slot libraries with their bitstreams.
#
#   add_hardware_thread(NAME <n> TOP <module> SOURCES <file>... [SLOTS <slot>...] [VERSION <text>])
#       build/slots/<n>.so, and build/bitstreams/<n>_<slot>.bin for each slot that it fits.
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
    COMMAND mkbitstream --slots "${ZT_BOARD_SLOTS}" --slot ${slot} --thread ${thread} --out "${bin}" --manifest "${line}"
    DEPENDS mkbitstream "${ZT_BOARD_SLOTS}"
    COMMENT "Making the bitstream of ${thread} in ${slot}" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_BITSTREAMS "${bin}")
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_MANIFESTS "${line}")
endfunction()

function(add_hardware_thread)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "NAME;TOP;VERSION" "SOURCES;SLOTS")
  if(NOT a_VERSION)
    set(a_VERSION "${PROJECT_VERSION}")
  endif()
  set(target slot_${a_NAME})
  add_library(${target} MODULE "${ZT_ROOT}/sim/pl/slot/slot_wrapper.cpp")
  zt_verilate(TARGET ${target} TOP ${a_TOP} PREFIX V${a_NAME} SOURCES ${a_SOURCES}
              OPTIONS -O3 -Wall --x-assign unique --x-initial unique)
  target_compile_definitions(
    ${target} PRIVATE "ZT_THREAD_NAME=\"${a_NAME}\"" "ZT_THREAD_VERSION=\"${a_VERSION}\"" "ZT_MODEL=V${a_NAME}"
                      "ZT_MODEL_HEADER=\"V${a_NAME}.h\"")
  zt_warnings(${target})
  target_compile_options(${target} PRIVATE -O2 -fvisibility=hidden -fvisibility-inlines-hidden -fno-gnu-unique)
  # Each library keeps its own copy of the Verilator runtime to itself.
  target_link_options(${target} PRIVATE "LINKER:--version-script=${ZT_ROOT}/sim/pl/slot/exports.map"
                      "LINKER:-Bsymbolic")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${a_NAME} PREFIX "" SUFFIX ".so"
                        LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/slots"
                        LINK_DEPENDS "${ZT_ROOT}/sim/pl/slot/exports.map")
  set_property(GLOBAL APPEND PROPERTY ZT_THREAD_TARGETS ${target})
  foreach(slot IN LISTS a_SLOTS)
    _zt_bitstream(${a_NAME} ${slot})
  endforeach()
endfunction()

function(finish_hardware_threads)
  get_property(targets GLOBAL PROPERTY ZT_THREAD_TARGETS)
  get_property(bitstreams GLOBAL PROPERTY ZT_THREAD_BITSTREAMS)
  get_property(manifests GLOBAL PROPERTY ZT_THREAD_MANIFESTS)
  set(dir "${CMAKE_BINARY_DIR}/slots")
  add_custom_command(
    OUTPUT "${dir}/manifest" "${dir}/slots"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${dir}"
    COMMAND "${CMAKE_COMMAND}" -E cat ${manifests} > "${dir}/manifest"
    COMMAND "${CMAKE_COMMAND}" -E copy "${ZT_BOARD_SLOTS}" "${dir}/slots"
    DEPENDS ${manifests} "${ZT_BOARD_SLOTS}"
    COMMENT "Writing the manifest of hardware threads" VERBATIM)
  add_custom_target(slots ALL DEPENDS ${bitstreams} "${dir}/manifest" "${dir}/slots")
  add_dependencies(slots ${targets})
endfunction()
