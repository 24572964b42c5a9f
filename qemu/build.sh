#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# SPDX-FileCopyrightText: The zynqtwin authors
# Builds the machine from Debian's QEMU source package and puts qemu-system-arm at OUT.
#   qemu/build.sh OUT
# The result is cached under ${ZYNQTWIN_CACHE:-~/.cache/zynqtwin} by a hash of everything that goes in.
set -euo pipefail
export LC_ALL=C # the order of the files is part of the hash

here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
out=${1:?usage: qemu/build.sh OUT}
cache=${ZYNQTWIN_CACHE:-$HOME/.cache/zynqtwin}
jobs=${JOBS:-$(nproc)}

version=$(apt-cache showsrc qemu 2>/dev/null | sed -n 's/^Version: //p' | grep '^1:7\.2' | sort -V | tail -n 1)
if [ -z "$version" ]; then
    echo "qemu/build.sh: no source package 'qemu' 7.2 known to apt: run ci/setup first" >&2
    exit 2
fi
inputs() {
    echo "$version"
    (cd "$root" && find qemu/src qemu/patches qemu/devices.mak qemu/build.sh sim/pl/pl.h sim/pl/trace.h -type f -print0 |
        sort -z | xargs -0 sha256sum)
}
hash=$(inputs | sha256sum | cut -c1-16)
store=$cache/qemu-$hash

mkdir -p "$cache"
exec 9>"$cache/qemu-$hash.lock"
flock 9 # one builder at a time; the others find the result
if [ ! -x "$store/qemu-system-arm" ]; then
    work=$(mktemp -d "$cache/qemu-build.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    echo "qemu/build.sh: building QEMU $version ($hash), log: $cache/qemu-$hash.log"
    {
        apt-get source --download-only "qemu=$version"
        dpkg-source --no-check -x qemu_*.dsc source
        for p in "$here"/patches/*.patch; do
            patch -d source -p1 --fuzz=0 <"$p"
        done
        cp -r "$here"/src/. source/
        cp "$root/sim/pl/pl.h" "$root/sim/pl/trace.h" source/include/zynqtwin/
        cp "$here/devices.mak" source/configs/devices/arm-softmmu/zynqtwin.mak
        mkdir build && cd build
        ../source/configure --target-list=arm-softmmu --without-default-features --without-default-devices \
            --with-devices-arm=zynqtwin --enable-tcg --enable-system --enable-fdt=system --enable-slirp \
            --disable-tools --disable-werror --disable-qom-cast-debug --extra-cflags="-ffile-prefix-map=$work=qemu -g0"
        ninja -j "$jobs" qemu-system-arm
    } >"$cache/qemu-$hash.log" 2>&1 9>&- || {
        tail -n 30 "$cache/qemu-$hash.log" >&2
        echo "qemu/build.sh: failed; whole log: $cache/qemu-$hash.log" >&2
        exit 1
    }
    mkdir -p "$store.new"
    cp "$work/build/qemu-system-arm" "$store.new/"
    printf '%s\n' "$version" >"$store.new/version"
    rm -rf "$store" && mv "$store.new" "$store"
fi
mkdir -p "$(dirname "$out")"
if ! cmp -s "$store/qemu-system-arm" "$out"; then
    cp "$store/qemu-system-arm" "$out.new" && mv "$out.new" "$out"
fi
