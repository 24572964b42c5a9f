# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# The CMakeLists.txt of a project of its own that has hardware threads; test-outside sets THREADS: the arguments of each,
# by commas.
cmake_minimum_required(VERSION 3.25)
project(outside VERSION 2.5 LANGUAGES CXX)

list(APPEND CMAKE_MODULE_PATH "${ZYNQTWIN}/ci/cmake")
include(HardwareThread)
foreach(thread IN LISTS THREADS)
  string(REPLACE "," ";" thread "${thread}")
  add_hardware_thread(${thread})
endforeach()
finish_hardware_threads()
