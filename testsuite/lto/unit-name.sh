# SPDX-License-Identifier: GPL-3.0-or-later
# What is linked with -flto is a unit with the name of the main source of its first object, not of the header that the first
# function happens to be in: two modules that begin with the same header would be one by name.
. "$SRCDIR/testsuite/lib/script.sh"
mkdir part
cat >part/shared.h <<'END'
inline int inl(int x) { if (x % 2) return 1; return 2; }
END
cat >part/plug.cc <<'END'
#include "shared.h"
extern "C" int plug(int x) { return inl(x) + 1; }
END
cat >part/more.cc <<'END'
extern "C" int more(int x) { if (x > 3) return 1; return 0; }
END
cat >main.cc <<'END'
#include "part/shared.h"
extern "C" int plug(int), more(int);
int main() { int s = 0; for (int i = 0; i < 10; i++) s += plug(i) + inl(i) + more(i); return s == 0; }
END
# named FILE: the lines that dump has of its units.
named() { "$PATHPROF" dump "$1" | sed -n 's/^\(unit .* stamp=[^ ]*\).*/\1/p'; }
# units FILE: what these are called.
units() { echo $(named "$1" | sed 's/^unit //; s/ stamp=.*//'); }
flags="-O0 -g -flto $(plugin_flags)"

# first NAME COMMAND...: COMMAND makes ./prog, whose unit is part/plug.cc, and which a run counts for.
first() {
    local name=$1
    shift
    rm -f prog prog.ppda
    if ! eval "$*" >messages 2>&1; then
        fail "$name" "$(head -n 2 messages)"
        return
    fi
    ./prog
    same "$name" "0 part/plug.cc 20" "$? $(units prog) $(calls prog _Z3inli)"
    same "$name: from build to build" "$(named prog)" "$(eval "$*" >/dev/null 2>&1; named prog)"
}
all='part/plug.cc part/more.cc main.cc'
first "sources" $CXX $flags $all -o prog
stamp=$(named prog)
for partition in none one max; do
    first "partition $partition" $CXX $flags -flto-partition=$partition $all -o prog
    same "partition $partition: the unit" "$stamp" "$(named prog)"
done
first "fat objects" $CXX $flags -ffat-lto-objects $all -o prog
objects="(cd part && $CXX $flags -c plug.cc more.cc) && $CXX $flags -c main.cc"
first "compiled elsewhere" "$objects && $CXX $flags part/plug.o part/more.o main.o -o prog"
first "ld -r" "$objects && (cd part && $CXX $flags -r plug.o more.o -flinker-output=rel -o both.o) && $CXX $flags part/both.o main.o -o prog"
first "a mapped directory" "$CXX $flags -ffile-prefix-map=$PWD/part=part -c $PWD/part/plug.cc $PWD/part/more.cc &&
    $CXX $flags -c main.cc && $CXX $flags plug.o more.o main.o -o prog"
# An object that has no function of the program does not name it.
echo 'int table[3] = {1, 2, 3};' >data.cc
first "data before it" $CXX $flags data.cc $all -o prog

# Two modules that have a header's function first: their functions of one name are told by their units.
cat >host.cc <<'END'
#include "part/shared.h"
#include <dlfcn.h>
int main()
{
    int (*plug)(int) = (int (*)(int))dlsym(dlopen("./plug.so", RTLD_NOW), "plug");
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += plug(i) + inl(i);
    return s == 0;
}
END
$CXX $flags -fPIC -shared part/plug.cc -o plug.so && $CXX $flags host.cc -o host -ldl && ./host || exit 1
same "two modules: units" "host.cc; part/plug.cc" "$(units host); $(units plug.so)"
same "two modules: functions" "inl(int)@host.cc inl(int)@plug.cc (plug.so)" \
    "$(echo $("$PATHPROF" callgraph host | grep -o 'inl(int)@[^ ]*\( (plug.so)\)\?' | sort -u))"
