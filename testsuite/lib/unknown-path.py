#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""unknown-path.py FROM TO: a copy of a data file in which the last count of the first function, which is a function's of
the program and not all of the unit's, is of a path that there is not.  Its checksum is right."""

import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = bytearray(file.read())
at = 32
while struct.unpack_from("<Q", data, at)[0] != 3:
    at += 16 + struct.unpack_from("<Q", data, at + 8)[0]
index, _, pairs = struct.unpack_from("<3Q", data, at + 16)
assert index != 0xffffffff, "the first record is the unit's own"
struct.pack_into("<Q", data, at + 40 + 16 * (pairs - 1), 1 << 40)
check = 0xcbf29ce484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001b3 & (1 << 64) - 1
struct.pack_into("<Q", data, 24, check)
with open(sys.argv[2], "wb") as file:
    file.write(data)
