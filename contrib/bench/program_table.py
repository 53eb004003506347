# SPDX-License-Identifier: GPL-3.0-or-later
"""How each program is compiled, and what it is run on; recipes.py does it."""

import math
from dataclasses import dataclass, field

import inputs


@dataclass
class Command:
    """One run: arguments after the executable, what it reads and where its output goes.  {in} is
    the directory of the inputs, {here} that of our own scripts, {n} the size."""

    args: str
    stdin: str = ""
    stdout: str = "out"
    writes: str = ""  # one more file that it makes
    volatile: str = ""  # pattern of what differs from run to run (times)


@dataclass
class Program:
    sources: str  # patterns, relative to the source directory; !name leaves one out
    cflags: list
    commands: list
    sizes: dict  # full, count, small, train -> n; middle is added
    libs: list = field(default_factory=list)
    inputs: dict = field(default_factory=dict)  # name -> (maker, bytes for each n)
    training: list = field(default_factory=list)  # commands of size train, if not the same

    def __post_init__(self):
        if "full" in self.sizes:
            self.sizes["middle"] = round(math.sqrt(self.sizes["full"] * self.sizes["count"]))


PROGRAMS = {
    "compress": Program(
        "compress*.c",  # compress42.c until version 5
        ["-std=gnu89", "-DDIRENT=1", "-DUSERMEM=800000", "-DREGISTERS=3"],
        [
            Command("-f -c {in}/text", stdout="text.Z"),
            Command("-d -c text.Z", stdout="text"),
            Command("-f -b 12 -c {in}/text", stdout="text12.Z"),
        ],
        {"full": 50000, "count": 4000, "small": 500, "train": 1000},
        inputs={"text": (inputs.text, 1000)},
    ),
    "bzip2": Program(
        "blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c bzip2.c",
        ["-D_FILE_OFFSET_BITS=64"],
        [
            Command("-c {in}/text", stdout="text.bz2"),
            Command("-d -c text.bz2", stdout="text"),
        ],
        {"full": 12000, "count": 900, "small": 250, "train": 500},
        inputs={"text": (inputs.text, 1000)},
    ),
    "minigzip": Program(
        "*.c test/minigzip.c",
        ["-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN", "-include", "unistd.h", "-I."],
        [
            Command("", stdin="{in}/text", stdout="text.gz"),
            Command("-d", stdin="text.gz", stdout="text"),
            Command("-1", stdin="{in}/image", stdout="image.gz"),
        ],
        {"full": 14000, "count": 1000, "small": 300, "train": 500},
        inputs={"text": (inputs.text, 1000), "image": (inputs.image, 1000)},
    ),
    "lua": Program(
        "src/*.c !src/luac.c",
        # The seed of string hashes is a time and an address unless it is given.
        ["-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-Dluai_makeseed(L)=1"],
        [Command("{here}/inputs/mixed.lua {n}")],
        {"full": 240, "count": 4, "small": 2, "train": 3},
        libs=["-lm"],
        training=[Command("{here}/inputs/train.lua {n}")],
    ),
    "mawk": Program(
        "*.c !makescan.c !fpe_check.c !rexp.c !rexp[0-4].c !rexpdb.c !regexp_system.c !trace.c",
        ["-DHAVE_CONFIG_H", "-DLOCAL_REGEXP", "-D_DEFAULT_SOURCE", "-D_XOPEN_SOURCE=500", "-I."],
        [
            Command("-f {here}/inputs/count.awk {in}/text", stdout="count"),
            Command("-f {here}/inputs/fields.awk {in}/records", stdout="fields"),
            Command("-f {here}/inputs/match.awk {in}/text", stdout="match"),
        ],
        {"full": 16000, "count": 800, "small": 300, "train": 600},
        libs=["-lm"],
        inputs={"text": (inputs.text, 1000), "records": (inputs.records, 1000)},
        training=[
            Command("-f {here}/inputs/train.awk {in}/text", stdout="text.out"),
            Command("-f {here}/inputs/train.awk -F , {in}/records", stdout="records.out"),
        ],
    ),
    "cjpeg": Program(
        "jc*.c jd*.c jaricom.c jerror.c jfdct*.c jidct*.c jquant*.c jutils.c jmemmgr.c jmemnobs.c"
        " jsimd_none.c cjpeg.c cdjpeg.c rdgif.c rdppm.c rdswitch.c rdbmp.c rdtarga.c"
        " !jcstest.c !jdatadst-tj.c !jdatasrc-tj.c !jccolext.c !jdcolext.c !jdcol565.c"
        " !jdmrgext.c !jdmrg565.c",
        ["-DPPM_SUPPORTED", "-DGIF_SUPPORTED", "-DBMP_SUPPORTED", "-DTARGA_SUPPORTED", "-I."],
        [
            Command("{in}/image", stdout="baseline.jpg"),
            Command("-progressive -optimize {in}/image", stdout="progressive.jpg"),
            Command("-dct float -sample 1x1 {in}/image", stdout="float.jpg"),
            Command("-arithmetic -quality 90 {in}/image", stdout="arithmetic.jpg"),
        ],
        {"full": 16000, "count": 800, "small": 300, "train": 500},
        libs=["-lm"],
        inputs={"image": (inputs.image, 1000)},
        training=[
            Command("-quality 60 {in}/image", stdout="low.jpg"),
            Command("-progressive -quality 85 {in}/image", stdout="progressive.jpg"),
            Command("-dct float -optimize -sample 2x1 {in}/image", stdout="float.jpg"),
            Command("-arithmetic {in}/image", stdout="arithmetic.jpg"),
        ],
    ),
    "sqlite3": Program(
        "sqlite3.c speedtest1.c",
        ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_ENABLE_RTREE", "-I."],
        [Command("--size {n} --verify :memory:", volatile=r" +[0-9]+\.[0-9]+s$")],
        {"full": 80, "count": 3, "small": 1, "train": 2},
        libs=["-lm"],
        training=[
            Command("--size {n} --without-rowid --primarykey --verify :memory:", stdout="keys",
                    volatile=r" +[0-9]+\.[0-9]+s$"),
            Command("--size {n} --testset orm --verify :memory:", stdout="orm",
                    volatile=r" +[0-9]+\.[0-9]+s$"),
        ],
    ),
    "expat": Program(
        "expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c expat/xmlwf/xmlwf.c"
        " expat/xmlwf/xmlfile.c expat/xmlwf/codepage.c expat/xmlwf/unixfilemap.c",
        # Its hashes begin with a random number: here with 0.
        ["-DHAVE_EXPAT_CONFIG_H", "-Iexpat", "-Iexpat/lib", "-DHAVE_ARC4RANDOM_BUF",
         "-Darc4random_buf=bzero"],
        [
            Command("{in}/document.xml", stdout="check"),
            Command("-n -d . {in}/document.xml", stdout="names", writes="document.xml"),
        ],
        {"full": 90000, "count": 4000, "small": 800, "train": 1500},
        inputs={"document.xml": (inputs.xml, 1000)},
    ),
    "phalanx": Program(  # a chess engine
        "*.c",
        ["-std=gnu89", "-D_GNU_SOURCE", "-DGNUFUN"],
        [Command("-x- -l- -b- -o- -s- -e0", stdin="{in}/positions",
                 volatile=r"(Processor time|Average NPS).*")],
        {"full": 200, "count": 6, "small": 2, "train": 3},
        libs=["-lm"],
        inputs={"positions": (inputs.chess_positions, 1)},
    ),
    "gnugo": Program(  # a Go engine
        "engine/*.c interface/*.c patterns/*.c sgf/*.c utils/*.c"
        " !patterns/compress_fuseki.c !patterns/uncompress_fuseki.c !patterns/extract_fuseki.c !patterns/mk*.c"
        " !patterns/joseki.c !patterns/dfa.c !sgf/sgfgen.c !utils/winsocket.c",
        ["-fcommon", "-DHAVE_CONFIG_H", "-I.", "-Iengine", "-Ipatterns", "-Isgf", "-Iutils", "-Iinterface"],
        [Command("--mode gtp --seed 1 --level 5", stdin="{in}/game")],
        {"full": 50, "count": 3, "small": 1, "train": 2},
        libs=["-lm"],
        inputs={"game": (inputs.go_game, 1)},
    ),
    "picosat": Program(  # a SAT solver
        "picosat.c app.c main.c version.c",
        ["-DNDEBUG", "-I."],
        [
            Command("-n {in}/random", stdout="random.out"),
            Command("{in}/product", stdout="product.out"),
        ],
        {"full": 100, "count": 83, "small": 60, "train": 78},
        inputs={"random": (inputs.cnf, 2.2), "product": (inputs.product, 0.18)},
    ),
    "tinyscheme": Program(  # an interpreter of Scheme
        "scheme.c",
        ["-DUSE_DL=0", "-DSTANDALONE=1", "-DUSE_INTERFACE=1", "-DUSE_MATH=1", "-DUSE_ASCII_NAMES=1",
         '-DInitFile="{source}/init.scm"'],
        [Command("-1 {here}/inputs/mixed.scm {n}")],
        {"full": 20, "count": 2, "small": 1, "train": 2},
        libs=["-lm"],
        training=[Command("-1 {here}/inputs/train.scm {n}")],
    ),
    "pdp11": Program(  # a simulator of a computer
        "PDP11/*.c !PDP11/txt2cbn.c scp.c sim_console.c sim_fio.c sim_timer.c sim_sock.c sim_tmxr.c sim_ether.c sim_tape.c",
        ["-std=gnu99", "-DVM_PDP11", "-IPDP11", "-I."],
        [Command("{here}/inputs/mixed.pdp11 {n}")],
        {"full": 1000, "count": 40, "small": 4, "train": 10},
        libs=["-lm"],
        training=[Command("{here}/inputs/train.pdp11 {n}")],
    ),
    "tcc": Program(  # a C compiler
        "tcc.c libtcc.c tccpp.c tccgen.c tccelf.c tccasm.c tccrun.c x86_64-gen.c x86_64-link.c i386-asm.c",
        ["-DONE_SOURCE=0", "-DTCC_TARGET_X86_64", "-I."],
        [
            Command("-c {in}/source.c -o source.o", writes="source.o"),
            Command("-g -E {in}/source.c", stdout="source.i"),
        ],
        {"full": 30000, "count": 1000, "small": 300, "train": 700},
        libs=["-lm", "-ldl"],
        inputs={"source.c": (inputs.c_source, 1000)},
    ),
    "ninja": Program(  # a build tool, in C++
        "src/*.cc !src/*_test.cc !src/*_perftest.cc !src/*-win32.cc !src/*.in.cc !src/browse.cc !src/test.cc"
        " !src/hash_collision_bench.cc",
        ["-DUSE_PPOLL=1", "-DNDEBUG"],
        [
            Command("-n -f {in}/build.ninja", stdout="build"),
            Command("-f {in}/build.ninja -t query bin/25", stdout="query"),
            Command("-f {in}/build.ninja -t commands", stdout="commands"),
            Command("-f {in}/build.ninja -t targets depth 3", stdout="depth"),  # ("-t graph" prints addresses)
        ],
        {"full": 12000, "count": 400, "small": 60, "train": 150},
        libs=["-lstdc++"],
        inputs={"build.ninja": (inputs.manifest, 1000)},
        training=[
            Command("-n -v -f {in}/build.ninja", stdout="build"),
            Command("-f {in}/build.ninja -t targets all", stdout="targets"),
            Command("-f {in}/build.ninja -t compdb", stdout="compdb"),
        ],
    ),
    "xmllint": Program(  # a tool for XML
        "SAX.c entities.c encoding.c error.c parserInternals.c parser.c tree.c hash.c list.c xmlIO.c xmlmemory.c uri.c"
        " valid.c xlink.c HTMLparser.c HTMLtree.c debugXML.c xpath.c xpointer.c xinclude.c catalog.c globals.c"
        " threads.c c14n.c xmlstring.c buf.c xmlregexp.c xmlschemas.c xmlschemastypes.c xmlunicode.c xmlreader.c"
        " relaxng.c dict.c SAX2.c xmlwriter.c legacy.c chvalid.c pattern.c xmlsave.c schematron.c xmllint.c",
        ["-DHAVE_CONFIG_H", "-I.", "-Iinclude"],
        [
            Command("--noent --noblanks {in}/document.xml", stdout="entities"),
            Command("--format {in}/document.xml", stdout="format"),
            Command("--xpath count(//item[@kind='b']/name[contains(.,'ba')]) {in}/document.xml", stdout="count"),
            Command("--c14n {in}/document.xml", stdout="canonical"),
        ],
        {"full": 16000, "count": 700, "small": 200, "train": 400},
        libs=["-lm"],
        inputs={"document.xml": (inputs.xml, 1000)},
        training=[
            Command("--noout --stream {in}/document.xml", stdout="stream"),
            Command("--dropdtd --nocdata --encode UTF-16 {in}/document.xml", stdout="wide"),
            Command("--debug {in}/document.xml", stdout="debug"),
        ],
    ),
    "potrace": Program(  # traces pictures
        "src/main.c src/backend_*.c src/bbox.c src/bitmap_io.c src/curve.c src/decompose.c src/flate.c src/greymap.c"
        " src/lzw.c src/potracelib.c src/progress_bar.c src/render.c src/trace.c src/trans.c",
        ["-DHAVE_CONFIG_H", "-I.", "-Isrc"],
        [
            Command("-s {in}/picture.pbm -o -", stdout="picture.svg"),
            Command("-g -t 5 {in}/picture.pbm -o -", stdout="picture.pgm"),
        ],
        {"full": 30000, "count": 800, "small": 100, "train": 150},
        libs=["-lm"],
        inputs={"picture.pbm": (inputs.bitmap, 1000)},
        training=[
            Command("-b dxf -a 0.5 {in}/picture.pbm -o -", stdout="picture.dxf"),
            Command("-b geojson -n {in}/picture.pbm -o -", stdout="picture.json"),
        ],
    ),
}
