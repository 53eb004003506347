# SPDX-License-Identifier: GPL-3.0-or-later
# Front ends for other languages than C, C++ and Fortran (harmless.sh): Ada, D and Go.  What they compile with the plugin
# says and prints what it does without, and calls are counted; with that profile it is compiled again.
. "$SRCDIR/testsuite/lib/script.sh"

cat >count.adb <<'END_OF_ADA'
with Ada.Text_IO; use Ada.Text_IO;
procedure Count is
   Total : Integer := 0;
   function Step (I : Integer) return Integer is
   begin
      if I mod 2 = 0 then
         return I;
      end if;
      return 0;
   end Step;
begin
   for I in 1 .. 10 loop
      Total := Total + Step (I);
   end loop;
   begin
      if Total = 30 then
         raise Constraint_Error;
      end if;
   exception
      when Constraint_Error => Put_Line ("raised");
   end;
   Put_Line (Integer'Image (Total));
end Count;
END_OF_ADA
cat >count.d <<'END_OF_D'
import core.stdc.stdio;
extern (C) int step(int i)
{
    if (i % 2 == 0)
        return i;
    return 0;
}
int main()
{
    int total = 0;
    for (int i = 1; i <= 10; i++)
        total += step(i);
    try {
        if (total == 30)
            throw new Exception("raised");
    } catch (Exception e) {
        printf("%.*s\n", cast(int) e.msg.length, e.msg.ptr);
    }
    printf("%d\n", total);
    return 0;
}
END_OF_D
# Goroutines run in several threads, and go from one to another while a function is under way.
cat >count.go <<'END_OF_GO'
package main

import "runtime"

func step(i int) int {
	if i%2 == 0 {
		return i
	}
	return rest(i)
}

func rest(i int) int {
	if i%5 == 0 {
		runtime.Gosched()
		return 1
	}
	return 0
}

func work(from int, done chan int) {
	sum := 0
	for i := 0; i < 2000; i++ {
		sum += step(from + i)
	}
	done <- sum
}

func try(total int) {
	defer func() {
		if recover() != nil {
			println("raised")
		}
	}()
	if total == 20184000 {
		panic("that much")
	}
}

func main() {
	runtime.GOMAXPROCS(4)
	done := make(chan int)
	for k := 0; k < 20; k++ {
		go work(k, done)
	}
	total := 0
	for k := 0; k < 20; k++ {
		total += <-done
	}
	try(total)
	println(total)
}
END_OF_GO

# tool NAME: NAME-12 or NAME, if it is of this GCC.
tool() {
    local name
    for name in "$1-$version" "$1"; do
        if has "$name" && "$name" --version | grep -q "^[^ ]* .*\<$version\.[0-9]"; then
            echo "$name"
            return
        fi
    done
}
version=$($CC -dumpversion)
ada=$(tool gnatmake) d=$(tool gdc) go=$(tool gccgo)

# build_language LANGUAGE FLAG...: makes ./count.
build_language() {
    local language=$1
    shift
    case $language in
    Ada) rm -f count.o count.ali && $ada -q -g count.adb -cargs "$@" ;;
    D) $d -g "$@" count.d -o count ;;
    Go) $go -g "$@" count.go -o count ;;
    esac
}

# examine LANGUAGE CALLS SYMBOL: the program in LANGUAGE, in which SYMBOL is called CALLS times.
examine() {
    local language=$1 calls=$2 symbol=$3 level mode name
    for level in -O0 -O2; do
        build_language $language $level >said 2>&1
        same "$language $level: plain" "0 " "$? $(cat said)" || return
        ./count >plain 2>&1
        for mode in path context edge; do
            name="$language $level, mode $mode"
            rm -f count count.ppda*
            build_language $language $level $(plugin_flags mode=$mode) >said 2>&1
            same "$name: compiles, and nothing is said" "0 " "$? $(cat said)" || continue
            ./count >out 2>&1
            check "$name: prints the same" cmp plain out
            [ $level = -O2 ] || same "$name: counts" "$calls" "$(calls count "$symbol")"
        done
        rm -rf first && mkdir first && mv count count.ppda first
        build_language $language $level $(plugin_flags use=first/count.ppda) >said 2>&1
        same "$language $level, the second compile: nothing is said" "0 " "$? $(cat said)"
        ./count >out 2>&1
        check "$language $level, the second compile: prints the same" cmp plain out
    done
}
[ -z "$ada" ] && unsupported "Ada" "no gnatmake of this GCC" || examine Ada 10 count__step.0
[ -z "$d" ] && unsupported "D" "no gdc of this GCC" || examine D 10 step
[ -z "$go" ] && unsupported "Go" "no gccgo of this GCC" || examine Go 40000 main.step
