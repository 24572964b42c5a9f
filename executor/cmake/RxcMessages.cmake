# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# Makes messages.h and messages.c from the interface files in msg/. Sets RXC_MESSAGES_DIR and RXC_MESSAGES_C.
# The generator runs on the build machine: a cross build compiles it with RXC_HOST_CC, or takes RXC_MSGGEN.
include_guard(GLOBAL)

set(RXC_MSGGEN "" CACHE FILEPATH "A msggen that runs on the build machine (made when empty)")
set(msggen_sources msggen/main.c msggen/parse.c msggen/emit.c)
set(msggen_depends "")
if(RXC_MSGGEN)
  set(msggen_command "${RXC_MSGGEN}")
elseif(CMAKE_CROSSCOMPILING)
  find_program(RXC_HOST_CC NAMES cc gcc clang REQUIRED NO_CMAKE_FIND_ROOT_PATH DOC "Compiler for the build machine")
  set(msggen_command "${CMAKE_CURRENT_BINARY_DIR}/msggen-host")
  list(TRANSFORM msggen_sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE msggen_paths)
  add_custom_command(OUTPUT "${msggen_command}"
    COMMAND "${RXC_HOST_CC}" -std=c17 -D_GNU_SOURCE -O1 -o "${msggen_command}" ${msggen_paths}
    DEPENDS ${msggen_paths} msggen/msggen.h COMMENT "Building msggen for the build machine" VERBATIM)
  set(msggen_depends "${msggen_command}")
else()
  add_executable(msggen ${msggen_sources})
  target_link_libraries(msggen PRIVATE rxc_options)
  set(msggen_command msggen)
  set(msggen_depends msggen)
endif()

file(GLOB_RECURSE interfaces RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/msg" CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/msg/*.msg" "${CMAKE_CURRENT_SOURCE_DIR}/msg/*.srv")
list(SORT interfaces)
list(TRANSFORM interfaces PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/msg/" OUTPUT_VARIABLE interface_paths)
set(RXC_MESSAGES_DIR "${CMAKE_CURRENT_BINARY_DIR}/messages")
set(RXC_MESSAGES_C "${RXC_MESSAGES_DIR}/messages.c")
file(MAKE_DIRECTORY "${RXC_MESSAGES_DIR}")
add_custom_command(OUTPUT "${RXC_MESSAGES_C}" "${RXC_MESSAGES_DIR}/messages.h"
  COMMAND ${msggen_command} "${RXC_MESSAGES_DIR}/messages.h" "${RXC_MESSAGES_C}"
    "${CMAKE_CURRENT_SOURCE_DIR}/msg" ${interfaces}
  DEPENDS ${msggen_depends} ${interface_paths} COMMENT "Generating messages" VERBATIM)
