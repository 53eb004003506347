#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts samples into a data file, in place of those that it has: times that are known in advance.

    samples.py DATA PROGRAM [--period NS] [--lost COUNT] PLACE=COUNT...

PLACE is a function of PROGRAM, or FILE+ADDRESS (hexadecimal) of any module.  See doc/formats.md.
"""

import argparse
import os
import re
import struct
import subprocess

SAMPLES, HEADER = 7, 32


def fnv(data):
    check = 0xCBF29CE484222325
    for byte in data:
        check = (check ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return check


def symbols(program):
    """{name: (address, size)} of the functions of PROGRAM."""
    lines = subprocess.run(["nm", "-S", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [tTwW] (\S+)$", lines, flags=re.M)
    return {name: (int(address, 16), int(size, 16)) for address, size, name in found}


def build_id(path):
    if not os.path.isfile(path):
        return ""
    notes = subprocess.run(["readelf", "-n", path], check=False, stdout=subprocess.PIPE, text=True).stdout
    found = re.search(r"Build ID: ([0-9a-f]+)", notes)
    return found.group(1) if found else ""


def padded(data):
    return data + bytes(-len(data) % 8)


def record(places, period, ids=None, lost=0):
    """The record of PLACES, {(path, address): count}."""
    modules = sorted({path for path, _ in places})
    total = sum(places.values())
    out = struct.pack("<5Q", period, lost, total, len(modules), len(places))
    for path in modules:
        its_id = bytes.fromhex(ids[path] if ids else build_id(path))
        name = path.encode()
        out += struct.pack("<2Q", len(name), len(its_id)) + padded(name) + padded(its_id)
    for path, address in sorted(places):
        out += struct.pack("<3Q", modules.index(path), address, places[path, address])
    return struct.pack("<2Q", SAMPLES, len(out)) + out


def put(data, places, period=1000000, ids=None, lost=0):
    with open(data, "rb") as stream:
        file = stream.read()
    place, kept = HEADER, b""
    while place < len(file):
        tag, length = struct.unpack_from("<2Q", file, place)
        if tag != SAMPLES:
            kept += file[place : place + 16 + length]
        place += 16 + length
    body = record(places, period, ids, lost) + kept
    magic, version = struct.unpack_from("<2Q", file)
    with open(data, "wb") as stream:
        stream.write(struct.pack("<4Q", magic, version, HEADER + len(body), fnv(body)) + body)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data")
    parser.add_argument("program")
    parser.add_argument("--period", type=int, default=1000000)
    parser.add_argument("--lost", type=int, default=0)
    parser.add_argument("places", nargs="*")
    args = parser.parse_intermixed_args()
    known, places = symbols(args.program), {}
    for item in args.places:
        place, count = item.rsplit("=", 1)
        if "+" in place:
            path, address = place.rsplit("+", 1)
            places[path, int(address, 16)] = int(count)
        else:
            places[os.path.realpath(args.program), known[place][0]] = int(count)
    put(args.data, places, args.period, lost=args.lost)


if __name__ == "__main__":
    main()
