# SPDX-License-Identifier: GPL-3.0-or-later
# A command built with sanitizers reads programs and data files that were damaged at random: it says
# so and exits with status 1, or finds that it was not its part that was damaged.
. "$SRCDIR/testsuite/lib/script.sh"

core=$HOST_OBJDIR/selftest/core.a
flags="$(bash "$SRCDIR/testsuite/lib/core-archive.sh") -fsanitize-coverage=trace-pc" || exit 1
mkdir objects
# An object is called after its directory, too: tool and input have files of the same name.
if ! (cd "$SRCDIR/plugin" && ls input/*.c input/*/*.c tool/*.c tool/*/*.c) | xargs -P 2 -I{} sh -c \
    "$CC $flags -c $SRCDIR/plugin/{} -o objects/\$(echo {} | tr / -).o"; then
    fail 'build with sanitizers' 'does not compile'
    exit 0
fi
$CC $flags objects/*.o "$HOST_OBJDIR/web-assets.o" "$core" -o checked -lelf -ldw -ljansson -lgmp -lz -lstdc++ -lm || exit 1
cp "$SRCDIR/testsuite/tool/golden/sample.c" .
cp "$SRCDIR/testsuite/tool/golden/calls.c" .
for mode in path edge path-context callgraph; do
    $CC -O0 -g $(plugin_flags mode=$mode values=on) sample.c -o $mode && ./$mode >/dev/null || exit 1
done
for mode in context piecewise; do
    $CC -O0 -g $(plugin_flags mode=$mode max-paths=40 values=on) calls.c -o $mode && ./$mode >/dev/null || exit 1
done
$CC -O0 -g $(plugin_flags mode=context-values recursion=context) calls.c -o context-values &&
    ./context-values >/dev/null || exit 1
$CC -O0 -g $(plugin_flags mode=callgraph) sample.c -o callgraph && ./callgraph >/dev/null || exit 1
python3 "$SRCDIR/testsuite/lib/samples.py" callgraph.ppda callgraph main=7 sum=5 '[vdso]+10=3' /no/such/library.so+20=4 || exit 1
$CC -O0 $(plugin_flags use=path report=report.json) sample.c -o second || exit 1
cp "$SRCDIR/testsuite/use/report.json" lanes.json
cat report.json >>lanes.json
cat >damage.py <<'PYTHON'
import os, random, re, shutil, subprocess, sys
times = int(sys.argv[1])
random.seed(int(sys.argv[2]))
commands = [["report", "--all"], ["insights"], ["coverage", "--all"], ["coverage", "--by-call", "--all"], ["coverage", "--by-call", "--json"], ["coverage", "--sarif=-"], ["coverage", "--prime-paths"], ["coverage", "--cobertura=-"], ["diff", "--old=path", "--all"], ["diff", "--old=path", "--json"], ["insights", "--json", "--all", "--least=0.001"], ["show", "1"], ["edges"], ["targets"], ["targets", "--json"], ["lines"], ["lines", "--lcov=-"], ["stats"],
            ["graph", "main"], ["contexts", "main"], ["contexts", "leaf", "--json"], ["stacks"], ["stacks", "--format=pprof"], ["stacks", "--format=trace"], ["callgrind"],
            ["show", "main#3"], ["show", "1", "--json"], ["stats", "--json"], ["dump"], ["dump", "--json"], ["report", "--json"],
            ["callgraph"], ["callgraph", "--json"], ["callgraph", "--callgrind"], ["callgraph", "--dot"],
            ["callgraph", "--contexts=context"], ["html", "--single-file", "-o", "page.html"], ["callgraph", "--json", "--contexts=damaged"]]
statuses, problems = {}, []
# What is said on stderr and is no error.
notes = re.compile(rb"pathprof: (warning: |stacks: [0-9.]+ % of the |\S+: the counts include what unfinished paths)")

def run(command, program, data, what):
    files = [data] * (data is not None)
    if files and command[0] == "diff":
        files = ["path.ppda", data]
    done = subprocess.run(["./checked"] + command + [program] + files, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120)
    statuses[done.returncode] = statuses.get(done.returncode, 0) + 1
    bad = done.returncode not in (0, 1) or b"Sanitizer" in done.stderr or b"runtime error" in done.stderr
    errors = [line for line in done.stderr.splitlines() if not notes.match(line)]
    bad = bad or len(errors) != done.returncode or (done.returncode == 1 and done.stdout)
    if bad:
        problems.append((what, command, done.returncode, done.stderr[-1500:].decode("utf-8", "replace")))

def flip(original, low, high):
    copy = bytearray(original)
    for _ in range(random.randint(1, 3)):
        copy[random.randrange(low, high)] = random.randrange(256)
    return copy

modes = "path", "edge", "callgraph", "path-context", "context", "piecewise", "context-values"
# What is said of whole files must be let pass: which of the commands meets which damage is chance.
shutil.copy("context", "damaged")
shutil.copy("context.ppda", "damaged.ppda")
for mode in "path", "piecewise", "context":
    for command in commands:
        run(command, mode, mode + ".ppda", mode + ", whole")
whole, statuses = sum(statuses.values()), {}
for mode in modes:
    program, data = open(mode, "rb").read(), open(mode + ".ppda", "rb").read()
    start = program.index(b"PPPPNO01")
    size = int.from_bytes(program[start + 16:start + 24], "little")
    for i in range(times):
        kind = random.randrange(4)
        new_program, new_data = program, data
        if kind == 0:
            new_program = flip(program, start, start + size)
        elif kind == 1:
            new_program = flip(program, 0, 64) if random.random() < 0.3 else \
                flip(program, int.from_bytes(program[40:48], "little"), len(program))
        elif kind == 2:
            new_data = flip(data, 0, len(data))
        elif random.random() < 0.5:
            new_program = program[:random.randrange(len(program))]
        else:
            new_data = data[:random.randrange(len(data))]
        open("damaged", "wb").write(new_program)
        open("damaged.ppda", "wb").write(new_data)
        run(random.choice(commands), "damaged", "damaged.ppda", "%s, kind %d, round %d" % (mode, kind, i))
    # Damage under a checksum that is right again: path numbers and counts that nothing has.
    for i in range(times):
        new_data = flip(data, 32, len(data))
        check = 0xcbf29ce484222325
        for byte in new_data[32:]:
            check = (check ^ byte) * 0x100000001b3 & (1 << 64) - 1
        new_data[24:32] = check.to_bytes(8, "little")
        open("damaged.ppda", "wb").write(new_data)
        run(random.choice(commands), mode, "damaged.ppda", "%s, forged data, round %d" % (mode, i))
# Reports of lanes: damaged bytes, and values of other types and sizes.
report = open("lanes.json", "rb").read()
values = [b"0", b"-1", b"1.5", b"1e400", b"99999999999999999999", b'"18446744073709551615"', b'"x"', b"null", b"[]", b"{}", b"true"]
for i in range(3 * times):
    if random.random() < 0.6:
        numbers = [m.span() for m in re.finditer(rb"(?<=:)(\d+|null|true|false|\"[^\"]*\"|\[\]|\{)", report)]
        low, high = random.choice(numbers)
        new = report[:low] + random.choice(values) + report[high:]
    elif random.random() < 0.7:
        new = flip(report, 0, len(report))
    else:
        new = report[:random.randrange(len(report))]
    open("damaged.json", "wb").write(new)
    run(random.choice([["lanes"], ["lanes", "--json"], ["lanes", "-f", "correlated"]]), "damaged.json", None, "report, round %d" % i)
print("statuses:", statuses)
for problem in problems[:3]:
    print(problem)
print("FAIL: damage: %d of %d" % (len(problems), whole + sum(statuses.values())) if problems else "PASS: damage")
print("PASS: damage is noticed" if statuses.get(1, 0) > times / 2 else "FAIL: damage is noticed: %s" % statuses)
print("PASS: forged data are read" if statuses.get(0, 0) > 0 else "FAIL: forged data are read: %s" % statuses)
PYTHON
times=30
[ "$PP_ALL" != 0 ] && times=1500
python3 damage.py $times 1

# Each reader by itself, in one process, led by what its code does (fuzz.c).  The corpora are files that
# went new ways before; of notes and data there are real ones as well.
FUZZ=$SRCDIR/testsuite/tool
for part in fuzz fuzz-readers; do
    $CC -std=gnu11 -O2 -g -Wall -Wextra -Werror -I"$SRCDIR" -I"$SRCDIR/plugin" -c "$FUZZ/$part.c" -o $part.o
done
$CC $flags "$SRCDIR/plugin/options/plugin-options.c" fuzz.o fuzz-readers.o "$FUZZ/fuzz-runtime.c" \
    $(ls objects/*.o | grep -v tool-main) "$HOST_OBJDIR/web-assets.o" "$core" -o fuzz -lelf -ldw -ljansson -lgmp -lz -lstdc++ -lm || { fail "fuzz" "does not compile"; exit 0; }
times=3000
[ "${PP_ALL:-}" = 1 ] && times=1500000
for target in data runtime live notes lanes options spelling elf command; do
    mkdir -p "corpus/$target"
    [ $target = elf ] || cp "$FUZZ/corpus/$target"/* "corpus/$target"
    case $target in
    data | runtime) cp ./*.ppda "corpus/$target" ;;
    elf) # small ones: with all symbols, with those of the dynamic linker, an object
        echo 'static int own(int n) { return n + 1; } int _start(int n) { return own(n); }' >small.c
        small="$CC -O0 -fno-asynchronous-unwind-tables -fcf-protection=none -nostdlib -Wl,-z,noseparate-code,-z,max-page-size=512,--build-id small.c"
        $small -static -o corpus/elf/static && $small -shared -fPIC -s -o corpus/elf/shared &&
            $small -r -o corpus/elf/object || exit 1
        ;;
    notes) python3 - ./path ./context <<'PYTHON' ;;
import sys, zlib
for name in sys.argv[1:]:
    program = open(name, "rb").read()
    image = program[program.index(b"PPPPNO01"):]
    payload = image[56 + int.from_bytes(image[48:56], "little"):]  # behind the header and the listing
    open("corpus/notes/" + name, "wb").write(zlib.decompressobj().decompress(payload)[:4096])
PYTHON
    esac
    if ASAN_OPTIONS=detect_leaks=0 ./fuzz $target $RANDOM $times "corpus/$target" >out 2>err; then
        pass "fuzz $target"
        sed 's/^/    /' out
    else
        fail "fuzz $target" "exit status $?; the input is $(od -A n -v -t x1 crash | tr -d ' \n' | head -c 4000)"
        grep -vE '^pathprof: ' err | head -n 30 | sed 's/^/    /'
    fi
done
