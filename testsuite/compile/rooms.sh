# SPDX-License-Identifier: GPL-3.0-or-later
# Who uses whom: plugin/ROOMS holds; and the check sees an include and a call that it forbids.
. "$SRCDIR/testsuite/lib/script.sh"

check "no room uses one above it" "$SRCDIR/contrib/check-rooms" "$SRCDIR" "$OBJDIR"
mkdir copy && cp -r "$SRCDIR/plugin" "$SRCDIR/runtime" copy || exit 1
sed -i '1a #include "core/reduce/reduce.h"' copy/plugin/core/number/decode.c
same "a forbidden include" "plugin/core/number/decode.c:2: includes core/reduce/reduce.h" \
    "$("$SRCDIR/contrib/check-rooms" copy)"
# A call without an include, in an object.
rm -r copy/plugin copy/runtime && cp -r "$SRCDIR/plugin" "$SRCDIR/runtime" copy || exit 1
printf 'void pp_plan_init(void *);\nvoid pp_upward(void *plan);\nvoid pp_upward(void *plan)\n{\n    pp_plan_init(plan);\n}\n' \
    >>copy/plugin/core/graph/graph.c
mkdir -p objects/plugin/core && cp -r "$OBJDIR"/plugin/core/* objects/plugin/core/ || exit 1
$CC -std=gnu11 -Icopy -Icopy/plugin -c copy/plugin/core/graph/graph.c -o objects/plugin/core/graph/graph.o || exit 1
line=$(grep -n 'pp_plan_init' copy/plugin/core/graph/graph.c | head -n 1 | cut -d: -f1)
same "a forbidden call" "plugin/core/graph/graph.c:$line: takes pp_plan_init of plugin/core/plan/plan.c" \
    "$("$SRCDIR/contrib/check-rooms" copy "$PWD/objects")"
