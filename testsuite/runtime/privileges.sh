# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with privileges, and root's in other users' directories: nothing of root's appears, changes, vanishes or
# changes hands, whatever lies there.
. "$SRCDIR/testsuite/runtime/setup.sh"

if [ "$(id -u)" != 0 ] || ! has setpriv || ! id nobody >/dev/null; then
    unsupported "privileges" "needs root, setpriv and a user nobody"
    exit 0
fi
carry work.o work.c && $CC work.o -o work && $CC -O2 "$HERE/swapper.c" -o swapper || exit 1
read_data=$PWD/read-data swapper=$PWD/swapper
place=$(mktemp -d) && chmod 755 "$place" || exit 1
swapping=
trap 'kill $swapping 2>/dev/null; rm -rf "$place"' EXIT

as_nobody() { setpriv --reuid nobody --regid nogroup --clear-groups "$@"; }
# A program of root's, in root's directory, with the bits MODE.
program() { # NAME MODE
    cp work "$place/bin/$1" && chmod "$2" "$place/bin/$1"
}
mkdir -m 755 "$place/bin" && mkdir -m 700 "$place/root" && mkdir "$place/theirs" && chown nobody "$place/theirs" || exit 1
program plain 755 && program setuid 4755 && program setgid 2755 || exit 1
cat >"$place/who.c" <<'C'
#include <unistd.h>
int main(void) { return geteuid() == 0 ? 0 : 1; }
C
$CC "$place/who.c" -o "$place/bin/who" && chmod 4755 "$place/bin/who"
if ! as_nobody "$place/bin/who"; then
    unsupported "privileges" "programs here do not get the rights of their owner"
    exit 0
fi

# What is root's: an empty file, another one, a data file, a directory.
: >"$place/root/empty" && echo mine >"$place/root/text" && (cd "$place/root" && "$place/bin/plain" array 7 7) &&
    chmod 600 "$place/root"/* && mkdir "$place/root/directory" || exit 1
state() { (cd "$place/root" && find . -printf '%p %i %U:%G %m %s %T@ %n\n' | sort && cat empty text plain.ppda | cksum); }
before=$(state)
cd "$place/theirs" || exit 1

untouched() { # NAME
    same "$1: root's files" "$before" "$(state)"
}
clean() { rm -rf "$place/theirs"/* "$place/message"; }

# ---- Programs with privileges.  A capability of the file is one, too: nobody may then read and write everything.
cp "$place/bin/plain" "$place/bin/capable"
kinds="setuid setgid"
if has setcap && setcap cap_dac_override+ep "$place/bin/capable" 2>"$place/message"; then
    kinds="$kinds capable"
else
    unsupported "file capabilities" "setcap: $(head -1 "$place/message" 2>/dev/null)"
fi
for kind in $kinds; do
    p=$place/bin/$kind
    attack() { # NAME ENVIRONMENT... : nothing is written, and that is said.
        local name="$kind, $1"
        shift
        (umask 0; as_nobody env "$@" "$p" array 1 1 trace 0 3 dump array 1 1 exit 5) 2>"$place/message"
        same "$name: status" 5 $?
        same "$name: what it says" \
            "pathprof: $kind runs with privileges that who started it has not; nothing is written (option secure-dir= of the compilation names a place)" \
            "$(cat "$place/message")"
        same "$name: nothing is made" "" "$(find . -type f)"
        untouched "$name"
        clean
    }
    attack "nothing there"
    as_nobody ln -s "$place/root/new" $kind.ppda
    attack "a link to a new file"
    as_nobody ln -s "$place/root/empty" $kind.ppda
    attack "a link to an empty file"
    as_nobody ln -s "$place/root/text" $kind.pptr
    attack "a trace that is a link"
    attack "its environment" PATHPROF_FILE="$place/root/new" PATHPROF_TRACE="$place/root/text" PATHPROF_CONTINUOUS=1 \
        PATHPROF_ERROR_FILE="$place/root/said" PATHPROF_PREFIX="$place/root" PATHPROF_INTERVAL=1ms TMPDIR="$place/root"
    attack "its environment, in their directory" PATHPROF_FILE=mine PATHPROF_TRACE=trace PATHPROF_CONTINUOUS=1 \
        PATHPROF_ERROR_FILE=said
    as_nobody ln -s "$place/root/empty" $kind.ppda
    (ulimit -f 0; as_nobody "$p" array 1 1) 2>&1 | cat >/dev/null
    untouched "$kind, no file may be larger than nothing"
    clean
done

# ---- The directory that the build names.
mkdir -m 700 "$place/secure" "$place/other" || exit 1
echo 'int main(void) { return 0; }' >"$place/main.c"
secure() { # FLAG...
    $CC -O2 $(plugin_flags secure-dir="$place/secure") "$place/main.c" "$@" -o "$place/bin/secured" && chmod 4755 "$place/bin/secured"
}
secure || exit 1
written() { # NAME FILES [MESSAGE]
    (umask 0; as_nobody env PATHPROF_FILE=mine PATHPROF_ERROR_FILE=said "$place/bin/secured") 2>"$place/message"
    same "$1: files" "$2" "$(cd "$place/secure" && find . -type f -printf '%p %U %m\n')"
    same "$1: not elsewhere" "" "$(find . -type f)"
    check "$1: what it says" grep -q "^${3-}" <(cat "$place/message"; echo)
    rm -f "$place/secure"/*
    clean
}
written "secure-dir" "./secured.ppda 0 600"
mkdir "$place/theirs/secured.ppda"
written "secure-dir, and something in the current directory" "./secured.ppda 0 600"
refused="pathprof: cannot open $place/secure/secured.ppda: the program runs with privileges, and the directory does not.*; the counts of this run are not written (option secure-dir= of the compilation chooses another place)"
chmod 770 "$place/secure" && written "secure-dir that its group may write to" "" "$refused"
chmod 707 "$place/secure" && written "secure-dir that others may write to" "" "$refused"
chmod 700 "$place/secure" && chown nobody "$place/secure" && written "secure-dir of another user" "" "$refused"
rmdir "$place/secure" && ln -s other "$place/secure" && written "secure-dir that is root's link" "./secured.ppda 0 600"
rm "$place/secure" && chmod 777 "$place" && mkdir -m 700 "$place/secure"
written "secure-dir in a directory that others may write to" "" "$refused"
chmod 755 "$place"
$CC -O2 -c $(plugin_flags secure-dir="$place/other") -x c - -o "$place/other.o" <<<'int other(void) { return 1; }'
secure "$place/other.o" && written "units that name several" "" "pathprof: secured runs with privileges"
$CC -O2 -c $(plugin_flags secure-dir=here) "$place/main.c" -o "$place/main.o" 2>"$place/message"
check "secure-dir that is not absolute" grep -q "'secure-dir' takes the absolute name of a directory, not 'here'" "$place/message"
(cd "$place/other" && "$place/bin/secured")
same "secure-dir: without privileges it is as if there were none" "secured.ppda" "$(ls "$place/other")"

# ---- Root runs an ordinary program in another user's directory.
p=$place/bin/plain
ours() { (umask 0; "$p" "$@") 2>"$place/message"; }
link="a link on the way there is another user's, or lies where others can change it, and is not followed"
as_nobody ln -s "$place/root/new" plain.ppda
ours array 1 1 exit 3
same "their link: status and message" \
    "3 pathprof: cannot open $PWD/plain.ppda: $link; the counts of this run are not written (PATHPROF_FILE=... chooses another place)" \
    "$? $(cat "$place/message")"
untouched "their link to a new file"
clean
as_nobody mkdir d && as_nobody ln -s ../../root d/x && as_nobody ln -s d/x/plain.ppda plain.ppda
ours array 1 1
untouched "their link over a link"
clean
as_nobody ln -s "$place/root/plain.ppda" mine.ppda && PATHPROF_FILE=mine.ppda ours array 1 1
untouched "their link to root's data"
as_nobody ln -s "$place/root" up && PATHPROF_FILE=up/new PATHPROF_TRACE=up/text ours array 1 1 trace 0 3
untouched "their link as a directory"
PATHPROF_PREFIX=up ours array 1 1
untouched "their link as a prefix"
PATHPROF_CONTINUOUS=1 PATHPROF_FILE=up/new ours array 1 1
untouched "their link, and a live file"
as_nobody ln -s "$place/root/text" said && PATHPROF_ERROR_FILE=said PATHPROF_FILE=/none/x ours array 1 1
untouched "their link for messages"
same "their link for messages: they go to stderr" 1 "$(grep -c /none/x "$place/message")"
mkfifo said.fifo && PATHPROF_ERROR_FILE=said.fifo PATHPROF_FILE=/none/x timeout 20 "$p" array 1 1 2>"$place/message"
same "their FIFO for messages: they go to stderr" 1 "$(grep -c /none/x "$place/message")"
as_nobody ln -s "$place/root/text" plain.pptr && PATHPROF_FILE=/dev/null ours trace 0 3
untouched "their link for the trace"
clean
ln -s "$place/root/plain.ppda" mine.ppda && PATHPROF_FILE=mine.ppda ours array 1 1
untouched "root's link, where others can change it"
clean
ln "$place/root/text" plain.pptr && PATHPROF_FILE=/dev/null ours trace 0 3 && rm -f plain.pptr
same "another name of root's file for the trace" mine "$(cat "$place/root/text")"
ln "$place/root/text" said && PATHPROF_ERROR_FILE=said PATHPROF_FILE=/none/x ours array 1 1
same "another name of root's file for messages" mine "$(cat said)"
clean
before=$(state) # links were counted

# Files and their owners.
owner() { echo "$(stat -c '%U %a' "$1") $("$read_data" "$1" pairs 2>/dev/null)"; }
as_nobody "$p" array 3 1 && chmod 664 plain.ppda && ours array 3 2
same "their file: counted, and still theirs" "nobody 664 3:3" "$(owner plain.ppda)"
chown daemon plain.ppda && chmod 666 plain.ppda && (umask 022; "$p" array 3 4)
same "a third one's file: not given to him" "root 644 3:7" "$(owner plain.ppda)"
clean
mkdir -m 1777 "$place/sticky" && cd "$place/sticky" || exit 1
as_nobody "$p" array 3 1 && "$p" array 3 2
same "their file where each has his own: still theirs" "nobody 644 3:3" "$(owner plain.ppda)"
cd "$place/theirs" || exit 1
: >plain.ppda && chmod 600 plain.ppda && (ulimit -f 0; "$p" array 1 1) 2>&1 | cat >/dev/null
same "an empty file that it has not made stays" "root 600 0" "$(stat -c '%U %a %s' plain.ppda)"
clean

# ---- The same while they change what lies there.  A large file of theirs makes merging take a while.
[ "$PP_ALL" = 0 ] && tries=400 seconds=2 || tries=10000 seconds=100000
as_nobody "$p" table 60000 1 && mv plain.ppda "$place/large"
# race NAME COMMAND NAMES: COMMAND makes what is there before each try; the names are exchanged all the while.
race() {
    local name=$1 made=$2 end=$((SECONDS + seconds)) done=0
    shift 2
    as_nobody bash -c "$made"
    setpriv --reuid nobody --regid nogroup --clear-groups "$swapper" "$@" 2>/dev/null & swapping=$!
    while [ $done -lt $tries ] && [ $SECONDS -lt $end ]; do
        (umask 0; "$p" array 1 1) 2>/dev/null
        done=$((done + 1))
    done
    kill $swapping
    wait $swapping 2>/dev/null
    swapping=
    untouched "race, $name ($done tries)"
    cd "$place/theirs" && clean
}
cp "$place/large" /dev/null && chmod 644 "$place/large"
race "a link to a directory that changes" \
    "mkdir d; cp $place/large d/x; cp $place/large d/plain.ppda; ln -s ../root e; ln -s d/plain.ppda plain.ppda" d e
race "the file and a link" "cp $place/large plain.ppda; ln -s ../root/plain.ppda other" plain.ppda other
race "the file and a link to what is not there" "cp $place/large plain.ppda; ln -s ../root/new other" plain.ppda other
as_nobody mkdir here && as_nobody ln -s ../root there && cd here &&
    race "the directory in which it was started" "cp $place/large plain.ppda" ../here ../there
as_nobody mkdir here && as_nobody ln -s ../root there && cd here && export PATHPROF_CONTINUOUS=1 &&
    race "the directory in which it was started, a live file" : ../here ../there
