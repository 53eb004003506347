# SPDX-License-Identifier: GPL-3.0-or-later
# What contrib/ offers to copy works: completion, CMake, Meson, Autoconf, the script of the CI recipes.
. "$SRCDIR/testsuite/lib/script.sh"
contrib=$SRCDIR/contrib
export CC

cat >prog.c <<'END_OF_FILE'
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += i & argc ? i : argv[0] != 0;
    return s != 30;
}
END_OF_FILE

# counted NAME DIR: DIR/prog runs, and its profile has main once.
counted() {
    (cd "$2" && rm -f prog.ppda && ./prog)
    same "$1" "0 1" "$? $(cd "$2" && calls ./prog main)"
}

# plain NAME DIR: DIR/prog has nothing of pathprof.
plain() {
    if readelf -SW "$2/prog" | grep -q pathprof; then
        fail "$1" "it has sections of pathprof"
    else
        check "$1" "$2/prog"
    fi
}

# complete_words WORD...: what bash offers for the last word.
complete_words() {
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _pathprof "$PATHPROF"
    echo "${COMPREPLY[*]}"
}
# shellcheck source=/dev/null
. "$contrib/completion/bash/pathprof"
for sub in $("$PATHPROF" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do
    same "completion: $sub" "$sub" "$(complete_words pathprof "$sub")"
    words=$(complete_words pathprof "$sub" --)
    check "completion: options of $sub" grep -qw -e --help <<<"$words"
    # callgrind's output is for programs as it is, html's for people.
    case $sub in
    callgrind | html) check "completion: $sub has no --json" eval '! grep -q -e --json <<<"$words"' ;;
    *) check "completion: --json of $sub" grep -qw -e --json <<<"$words" ;;
    esac
done
same "completion: values" "count calls" "$(complete_words pathprof report --sort = c)"
for value in stmts count length calls; do
    same "completion: $value is a value of --sort" "$value" "$(complete_words pathprof report -s $value)"
done
same "completion: values of --format" "folded" "$(complete_words pathprof stacks --format = fo)"
mkdir offers && touch offers/data.ppda
same "completion: a file" "offers/data.ppda" "$(complete_words pathprof report --data = offers/d)"
same "completion: directories" "offers" "$(complete_words pathprof html -o off)"
same "completion: an expression is no file" "" "$(complete_words pathprof report --function = offers/d)$(complete_words pathprof report -f off)"
same "completion: a number is no file" "" "$(complete_words pathprof report -n off)"
same "completion: behind a flag there may be one" "offers" "$(complete_words pathprof report -a off)"

# zsh: what it makes of what is typed at its prompt, by a key that then echoes the line.
if has zsh; then
    zsh_line() {
        python3 - "$contrib/completion/zsh" "$(dirname "$PATHPROF")" "$1" <<'PYTHON'
import os, pty, select, sys, time
directory, path, typed = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(PATH=path + ':' + os.environ['PATH'], TERM='dumb', ZDOTDIR='/nonexistent', COLUMNS='200')
    os.execvp('zsh', ['zsh', '-f', '-i'])

def expect(text, seconds=30):
    seen, end = b'', time.time() + seconds
    while text not in seen and time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            seen += os.read(terminal, 4096)
    return seen

def say(text):
    os.write(terminal, text.encode())

expect(b'% ', 5)
say("PS1='> '; unsetopt zle_bracketed_paste; show() { print -r -- \"<<$BUFFER>>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show\r")
say("fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; print re''ady\r" % directory)
expect(b'ready')
say(typed + '\t\x18')
seen = expect(b'>>').decode()
print(seen[seen.rindex('<<') + 2:seen.rindex('>>')])
say('\x03exit\r')
PYTHON
    }
    same "zsh: a subcommand" "pathprof callgrind " "$(zsh_line 'pathprof callgri')"
    same "zsh: an option" "pathprof report --coverage=" "$(zsh_line 'pathprof report --cov')"
    same "zsh: its value" "pathprof report --sort=length " "$(zsh_line 'pathprof report --sort=le')"
    same "zsh: a form" "pathprof stacks --format=speedscope " "$(zsh_line 'pathprof stacks --format=spe')"
    same "zsh: a file" "pathprof report -d offers/data.ppda " "$(zsh_line 'pathprof report -d offers/d')"
    same "zsh: a directory" "pathprof html -o offers/" "$(zsh_line 'pathprof html -o off')"
else
    unsupported "completion in zsh" "there is none"
fi
if has fish; then
    fish_offers() {
        env HOME="$PWD" PATH="$(dirname "$PATHPROF"):$PATH" fish --no-config -c \
            'source $argv[1]; complete -C $argv[2]' "$contrib/completion/fish/pathprof.fish" "$1" | cut -f 1 | xargs
    }
    same "fish: a subcommand" "callgraph callgrind" "$(fish_offers 'pathprof callgr')"
    same "fish: options" "--color=always --color=auto --color=never --coverage=" "$(fish_offers 'pathprof report --co')"
    same "fish: values" "--sort=length" "$(fish_offers 'pathprof report --sort=le')"
    same "fish: forms" "--format=folded" "$(fish_offers 'pathprof stacks --format=fo')"
    same "fish: a file" "offers/data.ppda" "$(fish_offers 'pathprof report offers/d')"
    same "fish: a file that an option names" "offers/data.ppda --data=offers/data.ppda" \
        "$(fish_offers 'pathprof report -d offers/d') $(fish_offers 'pathprof report --data=offers/d')"
    touch length_of_something 2_of_them
    same "fish: of values no files" "--sort=length" "$(fish_offers 'pathprof report --sort=le')"
    same "fish: a value that stands apart" "length length" "$(fish_offers 'pathprof report --sort le') $(fish_offers 'pathprof report -s le')"
    same "fish: a number is no file" "" "$(fish_offers 'pathprof report --top=2')$(fish_offers 'pathprof report -n 2')"
    same "fish: an expression is no file" "" "$(fish_offers 'pathprof report --function=le')$(fish_offers 'pathprof report -f le')"
    same "fish: behind a flag there may be one" "length_of_something" "$(fish_offers 'pathprof report -a le')"
    rm length_of_something 2_of_them
else
    unsupported "completion in fish" "there is none"
fi

if has cmake; then
    mkdir cmake && cp prog.c cmake
    cat >cmake/CMakeLists.txt <<END_OF_FILE
cmake_minimum_required (VERSION 3.13)
project (prog C)
list (APPEND CMAKE_MODULE_PATH $contrib/cmake)
include (Pathprof)
add_executable (prog prog.c)
pathprof_enable (prog MODE path OPTIONS update=atomic)
pathprof_report (prog)
END_OF_FILE
    on="-DPATHPROF=ON -DPATHPROF_PLUGIN=$PLUGIN -DPATHPROF_COMMAND=$PATHPROF"
    (cmake -S cmake -B cmake/on $on && cmake --build cmake/on) >log 2>&1 || tail -n 5 log
    counted "cmake" cmake/on
    check "cmake: report" cmake --build cmake/on --target prog-paths
    (cmake -S cmake -B cmake/lto $on -DCMAKE_BUILD_TYPE=Release -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON &&
        cmake --build cmake/lto) >log 2>&1 || tail -n 5 log
    counted "cmake: link-time optimisation" cmake/lto
    (cmake -S cmake -B cmake/off && cmake --build cmake/off) >log 2>&1 || tail -n 5 log
    plain "cmake: not enabled" cmake/off
else
    unsupported "cmake" "there is none"
fi

if has meson && has ninja; then
    mkdir -p meson/pathprof && cp prog.c "$contrib/meson/meson_options.txt" meson && cp "$contrib/meson/meson.build" meson/pathprof
    cat >meson/meson.build <<'END_OF_FILE'
project('prog', 'c')
subdir('pathprof')
executable('prog', 'prog.c', kwargs: pathprof_kwargs)
END_OF_FILE
    on="-Dpathprof=true -Dpathprof_plugin=$PLUGIN"
    (meson setup meson/on meson $on && ninja -C meson/on) >log 2>&1 || tail -n 5 log
    counted "meson" meson/on
    (meson setup meson/lto meson $on -Dbuildtype=release -Db_lto=true && ninja -C meson/lto) >log 2>&1 || tail -n 5 log
    counted "meson: link-time optimisation" meson/lto
    (meson setup meson/off meson && ninja -C meson/off) >log 2>&1 || tail -n 5 log
    plain "meson: not enabled" meson/off
else
    unsupported "meson" "there is none"
fi

if has autoreconf && has automake; then
    mkdir -p autoconf/m4 && cp prog.c autoconf && cp "$contrib/autoconf/pathprof.m4" autoconf/m4
    cat >autoconf/configure.ac <<'END_OF_FILE'
AC_INIT([prog], [1])
AC_CONFIG_MACRO_DIRS([m4])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AX_PATHPROF
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END_OF_FILE
    cat >autoconf/Makefile.am <<'END_OF_FILE'
bin_PROGRAMS = prog
prog_SOURCES = prog.c
prog_CFLAGS = $(PATHPROF_FLAGS)
prog_LDFLAGS = $(PATHPROF_FLAGS)
END_OF_FILE
    mkdir autoconf/on autoconf/off
    (cd autoconf && autoreconf -fi && cd on && ../configure --enable-pathprof="$PLUGIN" && make) >log 2>&1 || tail -n 5 log
    counted "autoconf" autoconf/on
    (cd autoconf/off && ../configure && make) >log 2>&1 || tail -n 5 log
    plain "autoconf: not enabled" autoconf/off
    (cd autoconf/off && ../configure --enable-pathprof=/nowhere/pathprof.so) >log 2>&1
    same "autoconf: no plugin there" "1 1" "$? $(grep -c 'does not take the plugin' log)"
else
    unsupported "autoconf" "there is none"
fi

$CC -O2 $(plugin_flags) prog.c -o prog && ./prog
check "report.sh" env PATHPROF="$PATHPROF" "$contrib/ci/report.sh" ./prog report
for file in paths.txt stats.txt lines.info; do
    check "report.sh: $file" test -s report/$file
done
check "report.sh: paths.json" python3 -m json.tool report/paths.json
