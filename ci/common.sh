# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# shellcheck shell=sh
# What the build scripts have in common; sourced by them, POSIX sh.

LC_ALL=C
export LC_ALL

die() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

zt_cache=${ZYNQTWIN_CACHE:-$HOME/.cache/zynqtwin}

# deb_inputs PACKAGE...: one line a package, "file-name digest", as apt's present lists have it.
# Needs no network; names no server.
deb_inputs() {
    apt-get download --print-uris "$@" 2>/dev/null | awk '{ print $2, $4 }' | sort
}

# hash_of: 16 hex digits of the standard input.
hash_of() {
    sha256sum | cut -c1-16
}

# fetch_debs FOLDER PACKAGE...: the packages' files, downloaded into FOLDER.
fetch_debs() {
    fetch_to=$1
    shift
    mkdir -p "$fetch_to"
    # As root apt drops its privileges for downloads, which a private folder does not allow.
    (cd "$fetch_to" && apt-get -q -o APT::Sandbox::User=root download "$@") >"$fetch_to/apt.log" 2>&1 || {
        cat "$fetch_to/apt.log" >&2
        die "apt-get could not download: $*"
    }
}

# in_cache NAME-HASH COMMAND [ARGUMENT...]: runs COMMAND (a program, so that its own -e holds) with a new
# folder as its last argument and moves that folder into the cache under NAME-HASH when it has succeeded:
# an entry is whole or absent. Prints the entry's path. One builder at a time for an entry; others wait.
in_cache() {
    entry=$zt_cache/$1
    shift
    if [ ! -e "$entry/.complete" ]; then
        mkdir -p "$zt_cache"
        (
            flock 9
            [ -e "$entry/.complete" ] && exit 0
            rm -rf "$entry" "$entry.new"
            mkdir "$entry.new"
            build_start=$(date +%s)
            "$@" "$entry.new" >"$entry.log" 2>&1 9>&- || {
                tail -n 40 "$entry.log" >&2
                echo "whole log: $entry.log" >&2
                exit 1
            }
            touch "$entry.new/.complete"
            mv -T "$entry.new" "$entry"
            echo "$(basename "$entry"): built in $(($(date +%s) - build_start)) s" >&2
        ) 9>"$entry.lock" || return 1
    fi
    echo "$entry"
}

# step NAME COMMAND [ARGUMENT...]: says what is done, does it, and says how long it took.
step() {
    step_name=$1
    shift
    step_start=$(date +%s)
    echo "== $step_name"
    "$@" || die "$step_name failed"
    echo "== $step_name: $(($(date +%s) - step_start)) s"
}
