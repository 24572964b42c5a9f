#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The zynqtwin authors
# In the guest: the drivers' test program, which needs the bitstream of sort for slot 0.
export PATH=/bin:/sbin:/usr/bin:/usr/sbin LD_LIBRARY_PATH=/data/lib
cd /data && mkdir -p results || exit 1
for M in reconos zycap; do
    insmod modules/$M.ko || exit 1
done
bin/drvtest 0 bitstreams/sort_small.bin > results/drvtest.log 2>&1
echo "exit $?" >> results/drvtest.log
dmesg | grep -E 'WARNING:|BUG:|Oops:|refcount_t|rcu:.*stall' > results/kernel.log
sync
