# SPDX-License-Identifier: GPL-3.0-or-later
# Every subcommand takes each option that its --help lists, long and short, and no other one.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
int work(int x) { return x > 2 ? x : 2 * x; }
int main(void)
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += work(i);
    int (*volatile pointer)(int) = work;
    return s + pointer(3) == 0;
}
PROG
$CC -O1 -g $(plugin_flags mode=context targets=count) prog.c -o prog && ./prog || exit 1
$CC -O1 -g $(plugin_flags mode=path) prog.c -o path && ./path || exit 1
python3 "$SRCDIR/testsuite/lib/samples.py" prog.ppda prog main=5 work=7 # of which --time is
cp "$SRCDIR/testsuite/use/report.json" lanes.json || exit 1
echo 'exclude nothing-like-this' >filters
echo prog.ppda >names

# arguments COMMAND OPTION: what it is about.
arguments() {
    case $1,${2-} in
    insights,tests) echo path; return ;;
    coverage,by-call) echo prog; return ;;
    html,tests) echo -o "$(mktemp -u ./pagesXXXXXX)" path; return ;;
    esac
    case $1 in
    show) echo 1 prog ;;
    contexts | graph) echo work prog ;;
    lanes) echo lanes.json ;;
    html) echo -o "$(mktemp -u ./pagesXXXXXX)" prog ;;
    diff | overlap) echo prog prog.ppda prog.ppda ;;
    coverage) echo path ;;
    merge) echo -o sum.ppda prog.ppda prog.ppda ;;
    *) echo prog ;;
    esac
}

# value ARGUMENT: one that an option takes which has this in the help.
value() {
    case $1 in
    N) echo 3 ;;
    PERCENT) echo 5 ;;
    COLUMNS) echo 80 ;;
    DIR) echo . ;;
    LIST) echo 1,2 ;;
    REGEX) echo . ;;
    PATH) echo 1 ;;
    PROGRAM) echo prog ;;
    DATA) case $3,$2 in coverage,* | *,tests) echo path.ppda ;; *) echo prog.ppda ;; esac ;;
    REPORT) echo lanes.json ;;
    FILE) case $2 in data) echo prog.ppda ;; filters) echo filters ;; files-from) echo names ;; *) echo out.info ;; esac ;;
    *) "$PATHPROF" $3 --$2=? 2>&1 | sed -n 's/.*is none of \([a-z]*\).*/\1/p' ;; # one of a list
    esac
}

# listed COMMAND: "letter name argument" of each option; the letter or the argument may be "-".
listed() {
    "$PATHPROF" $1 --help | sed -nE 's/^  (-(.), |    )--([a-z-]+)(=([A-Z]+))? .*/\2 \3 \5/p' |
        sed -E 's/^ /- /; s/ $/ -/'
}

commands=$("$PATHPROF" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p')
all=$(for command in $commands; do listed $command; done | cut -d' ' -f2 | sort -u)
letters=$(for command in $commands; do listed $command; done | cut -d' ' -f1 | grep -v '^-$' | sort -u)
same 'options were found' yes "$([ "$(echo $all | wc -w)" -gt 12 ] && echo yes || echo "$all")"
for command in $commands; do
    refused= taken=
    while read -r letter name argument; do
        with= short=
        [ "$argument" = - ] || { with=$(value $argument $name $command); short="-$letter $with"; with==$with; }
        "$PATHPROF" $command --$name$with $(arguments $command $name) >out 2>&1 || refused="$refused --$name:$?"
        [ "$letter" = - ] && continue
        "$PATHPROF" $command ${short:--$letter} $(arguments $command $name) >out 2>&1 || refused="$refused -$letter:$?"
    done < <(listed $command)
    same "$command: what is listed is taken" '' "$refused"
    for name in $all; do
        listed $command | cut -d' ' -f2 | grep -q -- "^$name" && continue # or what begins so: it may be cut short
        "$PATHPROF" $command --$name=1 $(arguments $command $name) >out 2>&1
        [ $? -eq 2 ] && grep -q 'unknown option' out || taken="$taken --$name"
    done
    for letter in $letters; do
        listed $command | cut -d' ' -f1 | grep -qx -- $letter && continue
        "$PATHPROF" $command -$letter $(arguments $command $name) >out 2>&1
        [ $? -eq 2 ] && grep -q 'unknown option' out || taken="$taken -$letter"
    done
    same "$command: what is not listed is refused" '' "$taken"
done
