# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# Run at build time with -P: verilates SOURCES (separated by commas) and writes one file that includes all of the
# generated ones, so that a build rule can name its outputs.
#   VERILATOR, TOP, PREFIX, DIR, OUTPUT, SOURCES, OPTIONS (separated by commas)
string(REPLACE "," ";" sources "${SOURCES}")
string(REPLACE "," ";" options "${OPTIONS}")
file(REMOVE_RECURSE "${DIR}")
file(MAKE_DIRECTORY "${DIR}")
execute_process(
  COMMAND "${VERILATOR}" --cc ${options} --top-module "${TOP}" --prefix "${PREFIX}" --Mdir "${DIR}" ${sources}
  RESULT_VARIABLE rc)
if(NOT rc EQUAL 0)
  message(FATAL_ERROR "verilator of ${TOP} failed")
endif()
file(GLOB generated RELATIVE "${DIR}" "${DIR}/*.cpp")
list(SORT generated)
set(text "// All of the generated code of ${TOP}.\n")
foreach(name IN LISTS generated)
  string(APPEND text "#include \"${name}\"\n")
endforeach()
file(WRITE "${OUTPUT}" "${text}")
