# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# What every target of the host build has in common.
include_guard(GLOBAL)

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

# address, undefined, thread or empty; host tests only.
set(ZT_SANITIZE "" CACHE STRING "Sanitizers for host code: 'address,undefined', 'thread' or empty")
if(ZT_SANITIZE)
  add_compile_options(-fsanitize=${ZT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ZT_SANITIZE})
endif()

# zt_warnings(TARGET): our own code is warning free; generated and foreign code does not call this.
function(zt_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Werror)
endfunction()
