# SPDX-License-Identifier: GPL-3.0-or-later
# What is wrong on the command line is named, option and value; a name that is mistyped gets the nearest.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
int main(int argc, char **argv) { (void)argv; return argc > 3; }
PROG
$CC -g $(plugin_flags mode=context) prog.c -o prog && ./prog || exit 1

# said NAME WHAT ARGUMENT...: it ends with status 2, prints nothing, and says just WHAT.
said() {
    local name=$1 what=$2
    shift 2
    "$PATHPROF" "$@" >out 2>err
    same "$name" "2 0 pathprof: $what" "$? $(wc -c <out) $(cat err)"
}

# ---- Numbers: every option of every subcommand that takes one.
arguments() {
    case $1 in
    show) echo 1 prog ;;
    contexts | graph) echo main prog ;;
    lanes) echo lanes.json ;;
    diff | overlap) echo prog prog.ppda prog.ppda ;;
    merge) echo -o sum.ppda prog.ppda ;;
    *) echo prog ;;
    esac
}
commands=$("$PATHPROF" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p')
tried=0
for command in $commands; do
    bad=
    while read -r option argument; do
        for value in '' 0 -1 +1 3x 0x10 1e1 ' 1' 1,000 nan 99999999999999999999 x; do
            [ "$argument $value" = 'PERCENT +1' ] && continue
            "$PATHPROF" $command "--$option=$value" $(arguments $command) >out 2>err
            [ "$? $(wc -l <err) $(grep -cF -- "pathprof: --$option: '$value' is " err)" = '2 1 1' ] && [ ! -s out ] ||
                bad="$bad --$option='$value'"
            tried=$((tried + 1))
        done
    done < <("$PATHPROF" $command --help | sed -nE 's/^  (-., |    )--([a-z-]+)=(N|COLUMNS|PERCENT) .*/\2 \3/p')
    same "$command: numbers" '' "$bad"
done
same 'there are options with numbers' yes "$([ $tried -gt 200 ] && echo yes || echo $tried)"
for percent in 101 0% %; do
    said "percentages: $percent" "--coverage: '$percent' is not a percentage above 0 and up to 100" report "--coverage=$percent" prog
done
check 'percentages: with a point and a sign' "$PATHPROF" report --coverage=12.5% prog
said 'a width too small to fold at' "--width: '39' is not a whole number from 40 on" report --width=39 prog
for weights in 1,x 1, ,1 0x2,1 -1,1 nan,1 1e99,1 2000000000,1; do
    "$PATHPROF" merge --weights=$weights -o sum.ppda prog.ppda prog.ppda >out 2>err
    same "weights $weights" '2 1 no' \
        "$? $(grep -cE "^pathprof: --weights: '.*' is not a number from 0 to 1000000000$" err) $([ -e sum.ppda ] && echo yes || echo no)"
done
said 'too many weights' "--weights: '1,2' has more weights than there are files" merge -w 1,2 -o sum.ppda prog.ppda

# ---- Options and commands.
said 'an option, mistyped' "report: unknown option '--fucntion'; did you mean '--function'? see 'pathprof report --help'" \
    report --fucntion prog
said 'an option with its value, mistyped' \
    "report: unknown option '--colour=never'; did you mean '--color'? see 'pathprof report --help'" report --colour=never prog
said 'an option like no other' "report: unknown option '--zebra'; see 'pathprof report --help'" report --zebra prog
said 'an option of another subcommand' "callgrind: unknown option '--json'; see 'pathprof callgrind --help'" callgrind --json prog
said 'a short option' "report: unknown option '-z'; see 'pathprof report --help'" report -z prog
said 'a short option among others' "report: unknown option '-z'; see 'pathprof report --help'" report -zja prog
said 'no value' "report: option '--top' needs a value: --top=N" report prog --top
said 'no value for a short option' "report: option '-n' needs a value (N); see 'pathprof report --help'" report prog -n
said 'a value too many' "report: option '--json' takes no value, and 'yes' is given" report --json=yes prog
said 'a value too many for --help' "report: option '--help' takes no value, and 'me' is given" report --help=me prog
said 'an option cut too short' "report: option '--co' may be '--coverage' or '--color'" report --co=3 prog
check 'an option cut short' "$PATHPROF" report --cov=3 prog
said 'one of a list, mistyped' "--sort: 'cuont' is none of stmts, count, length, calls, time; did you mean 'count'?" \
    report --sort=cuont prog
said 'an empty file name' "--data: '' is no FILE" report --data= prog
said 'an empty argument' "report: argument 1 is empty; see 'pathprof report --help'" report ''
said 'an empty argument of many' "merge: argument 2 is empty; see 'pathprof merge --help'" merge -o sum.ppda prog.ppda ''
said 'a command, mistyped' "no command 'merg'; did you mean 'merge'? 'pathprof --help' lists them" merg
said 'a command cut short' "no command 'callg'; did you mean 'callgrind'? 'pathprof --help' lists them" callg
said 'two letters exchanged' "no command 'stakcs'; did you mean 'stacks'? 'pathprof --help' lists them" stakcs
said 'a command like no other' "no command 'zebra'; 'pathprof --help' lists them" zebra
said 'a long command' "no command '$(printf '%0200d' 0)'; 'pathprof --help' lists them" "$(printf '%0200d' 0)"
said 'help on no command' "no command 'merg'; did you mean 'merge'? 'pathprof --help' lists them" help merg
said 'a program in the place of a command' "'./prog' is a file, and the command is missing: pathprof report ./prog" ./prog
said 'an option in the place of a command' "option '--top=3' in the place of a command; 'pathprof --help' lists them" --top=3 report

# ---- The plugin's.
# plugin NAME WHAT OPTION...: compilation stops, and one line has WHAT.
plugin() {
    local name=$1 what=$2
    shift 2
    $CC $(plugin_flags "$@") -c prog.c -o wrong.o 2>err
    same "$name" '1 1' "$? $(grep -cF -- "$what" err)"
}
plugin 'plugin: an option, mistyped' "no option 'mdoe' (mdoe=edge); did you mean 'mode'? valid options are mode, k, " mdoe=edge
plugin 'plugin: with another dash' "no option 'max_paths' (max_paths=3); did you mean 'max-paths'? valid" max_paths=3
plugin 'plugin: without a value' "no option 'halp'; did you mean 'help'? valid options are " halp
plugin 'plugin: like no other' "no option 'zebra' (zebra=1); valid options are " zebra=1
plugin 'plugin: a value, mistyped' "option 'mode' has no value 'kpaht'; did you mean 'kpath'? valid values are path|" mode=kpaht
plugin 'plugin: a value like no other' "option 'update' has no value 'zebra'; valid values are auto|" update=zebra
for option in k max-paths max-targets array-limit kouter kcover coverage growth price sample-rate; do
    for value in -1 3x 0x10 99999999999999999999 1e1; do
        $CC $(plugin_flags $option=$value) -c prog.c -o wrong.o 2>err
        same "plugin: $option=$value" '1 1' "$? $(grep -c "option '$option' takes .*, not '$value'" err)"
    done
done
for option in depth=-1 depth=x cut=x cut=calls kloops=x kloops=a.c:3:99 kloops=a.c:0x3:2; do
    plugin "plugin: $option" "option '${option%%=*}': '${option#*=}' is n" $option
done
