# SPDX-License-Identifier: GPL-3.0-or-later
# break=: which edges are cut where a unit has too many paths.  The hot way through this program is
# one that gcc guesses to be cold; only a profile says so.
. "$SRCDIR/testsuite/lib/script.sh"

cat >test.c <<'END'
#include <stdio.h>
#define RARE(x) __builtin_expect (x, 0)
__attribute__((noinline)) static int leaf(int x) { return RARE(x & 1) ? x * 3 : x; }
__attribute__((noinline)) static int middle(int x)
{
    int s = leaf(x);
    if (RARE(x % 8))
        s += leaf(x + 1);
    else if (x > 1000)
        s -= leaf(x + 2);
    if (RARE(x % 16))
        s += leaf(x + 3);
    else if (x > 2000)
        s -= leaf(x + 4);
    return s;
}
__attribute__((noinline)) static int top(int x)
{
    int s = middle(x);
    if (RARE(x % 32))
        s += middle(x + 1);
    else
        s -= middle(x + 2);
    if (x > 100000)
        s += leaf(middle(s));
    return s;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 5000; i++)
        s += top(i);
    printf("%d\n", s);
    return 0;
}
END
cat >figures.py <<'END'
import json
import subprocess
import sys

dump = json.loads(subprocess.check_output([sys.argv[1], "dump", "--json", sys.argv[2]]))
unit = dump["units"][0]
paths = unit["paths"] if "paths" in unit else dump["paths"]
broken = any("broken" in e["flags"] for f in dump["functions"] for e in f["edges"])
counts = [(f["symbol"], e["id"], int(e["count"])) for f in dump["functions"] for e in f["edges"]
          if e["kind"] in ("flow", "summary")]
print(sum(int(p["count"]) for p in paths), unit["num_paths"], int(broken), hash(tuple(counts)) % 10 ** 9)
END
export PYTHONHASHSEED=0

# profile NAME OPTION...: sets records, paths, broken and counts.
profile() {
    local name=$1
    shift
    rm -f $name $name.ppda
    $CC -O1 $(plugin_flags "$@") test.c -o $name 2>messages && ./$name >$name.out || return 1
    cmp -s $name.out plain.out || return 1
    read -r records paths broken counts <<<"$(python3 figures.py "$PATHPROF" ./$name)"
}
$CC -O1 test.c -o plain && ./plain >plain.out
$CC -O1 $(plugin_flags mode=edge) test.c -o edge && ./edge >/dev/null

for mode in context piecewise; do
    profile whole mode=$mode
    same "$mode: nothing is cut without need" 0 "$broken"
    whole_records=$records whole_counts=$counts limit=$((paths / 100))
    for way in "thesis break=thesis" "guessed break=coldest" "static weights=static" "measured weights=edge"; do
        name=${way%% *}
        if ! profile $name mode=$mode max-paths=$limit ${way#* }; then
            fail "$mode, $name" "$(head -n 1 messages)"
            continue
        fi
        eval "records_$name=\$records"
        same "$mode, $name: something is cut" 1 "$broken"
        check "$mode, $name: no more paths than the limit" test "$paths" -le $limit
        check "$mode, $name: no fewer are recorded" test "$records" -ge "$whole_records"
        same "$mode, $name: the edges' counts stay" "$whole_counts" "$counts"
    done
    check "$mode: guesses cut no hotter edges than the thesis" test "$records_guessed" -le "$records_thesis"
    check "$mode: counts cut colder edges than guesses" test "$records_measured" -lt "$records_guessed"
done
$CC -O1 $(plugin_flags mode=path break=thesis max-paths=3) test.c -o path && ./path >path.out
same "mode path: break= changes nothing" "$(cat plain.out)" "$(cat path.out)"
