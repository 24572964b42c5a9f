# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# Cross build for the card: Debian's armhf compiler, Debian's armhf libraries unpacked to a sysroot.
#   cmake -DCMAKE_TOOLCHAIN_FILE=ci/toolchain-armhf.cmake -DARMHF_SYSROOT=$(qemu/guest/build-sysroot) ...
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-linux-gnueabihf-gcc)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
set(CMAKE_LIBRARY_ARCHITECTURE arm-linux-gnueabihf)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ARMHF_SYSROOT)
if(NOT IS_DIRECTORY "${ARMHF_SYSROOT}/usr/include")
  message(FATAL_ERROR "ARMHF_SYSROOT='${ARMHF_SYSROOT}' is not a sysroot: pass what qemu/guest/build-sysroot prints")
endif()
set(CMAKE_SYSROOT "${ARMHF_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH "${ARMHF_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${ARMHF_SYSROOT}")
set(ENV{PKG_CONFIG_LIBDIR} "${ARMHF_SYSROOT}/usr/lib/arm-linux-gnueabihf/pkgconfig")

# A Cortex-A9 with NEON; no path of this machine in what is built.
set(armhf_flags "-mcpu=cortex-a9 -mfpu=neon -mfloat-abi=hard")
string(APPEND armhf_flags " -ffile-prefix-map=${CMAKE_SOURCE_DIR}=. -ffile-prefix-map=${CMAKE_BINARY_DIR}=build")
string(APPEND armhf_flags " -ffile-prefix-map=${ARMHF_SYSROOT}=sysroot")
# The sysroot's C headers come before those of the host's own cross packages.
set(armhf_headers "-isystem ${ARMHF_SYSROOT}/usr/include/arm-linux-gnueabihf -isystem ${ARMHF_SYSROOT}/usr/include")
set(CMAKE_C_FLAGS_INIT "${armhf_flags} ${armhf_headers}")
set(CMAKE_CXX_FLAGS_INIT "${armhf_flags}")
set(armhf_link "-Wl,-rpath-link,${ARMHF_SYSROOT}/usr/lib/arm-linux-gnueabihf:${ARMHF_SYSROOT}/lib/arm-linux-gnueabihf -Wl,--build-id=sha1")
set(CMAKE_EXE_LINKER_FLAGS_INIT "${armhf_link}")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "${armhf_link}")
set(CMAKE_MODULE_LINKER_FLAGS_INIT "${armhf_link}")
# Nothing on the card looks for libraries where they were built.
set(CMAKE_SKIP_RPATH TRUE)
