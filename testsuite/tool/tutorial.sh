# SPDX-License-Identifier: GPL-3.0-or-later
# Every command of doc/tutorial.md does what the page says.
. "$SRCDIR/testsuite/lib/script.sh"
# More than a minute of compiling.
[ "$PP_ALL" != 0 ] || { unsupported "the tutorial" "make check-all runs it"; exit 0; }
has cmake || { unsupported "the tutorial" "there is no cmake"; exit 0; }
sources cmark || exit 0
cp -r "$from" cmark-0.30.2 && cd cmark-0.30.2 || exit 1
[ -e changelog.txt ] && grep -q '^\[0\.30\.2\]' changelog.txt ||
    { unsupported "the tutorial" "Debian's cmark is another version here"; exit 0; }
mkdir ../bin && ln -s "$PATHPROF" ../bin/pathprof && PATH=$PWD/../bin:$PATH

# The page as a script: each command, then what it prints in a file of its own; and beside it what the page shows.
mkdir ../said ../shown
awk -v plugin="$PLUGIN" -v cc="$CC" -v gcov="${CC/gcc/gcov}" '
    /^    \$ apt-get/ { next }
    /^    \$ / {
        command = substr($0, 7); number++
        gsub(/-fplugin=pathprof/, "-fplugin=" plugin, command)
        sub(/^gcc /, cc " ", command)
        sub(/^gcov /, gcov " ", command)
        printf "%s >../said/%d 2>../said/%d.err || echo \"exit status $?\" >>../said/%d\n", "{ " command "; }", number, number, number > "../script"
        printf "%s", "" > ("../shown/" number)
        open = 1; next
    }
    /^    / && open { print substr($0, 5) > ("../shown/" number); next }
    { open = 0 }' "$SRCDIR/doc/tutorial.md"
bash ../script

# "..." on the page stands for any lines.  Numbers of instructions differ from one C library to another.
compare() {
    python3 - "$1" "$2" <<'PYTHON'
import re, sys
shown, said = (open(name).read().rstrip('\n').split('\n') for name in sys.argv[1:])
expression = ''.join('(?:.*\n)*' if line == '...' else
                     r'==\d+== I +refs: +[\d,]+\n' if ' refs: ' in line else re.escape(line) + '\n' for line in shown)
text = '\n'.join(said) + '\n'
if not re.fullmatch(expression, text):
    sys.exit('the page:\n%s\nthe command:\n%s' % ('\n'.join(shown), text))
PYTHON
}
for shown in $(ls ../shown | sort -n); do
    [ -s ../said/$shown.err ] && same "command $shown is silent" '' "$(head -c 2000 ../said/$shown.err)"
    if [ -s ../shown/$shown ]; then
        check "command $shown: what the page shows" compare ../shown/$shown ../said/$shown
    else
        same "command $shown" '' "$(cat ../said/$shown)"
    fi
done

# The gains are those of the page, to half a percent of the whole.
gains() { grep -h ' refs: ' "$@" | tr -d , | awk '{ n[++i] = $NF } END { for (k = 2; k <= i; k++) printf "%.3f ", n[k] / n[1] }'; }
check "the gains: $(gains "$SRCDIR/doc/tutorial.md"), here $(gains $(ls ../said/* | sort -V))" awk -v page="$(gains "$SRCDIR/doc/tutorial.md")" \
    -v here="$(gains $(ls ../said/* | sort -V))" 'BEGIN {
        n = split(page, a); m = split(here, b)
        for (i = 1; i <= n; i++) if (a[i] - b[i] > 0.005 || b[i] - a[i] > 0.005) exit 1
        exit n != 3 || m != n }'
