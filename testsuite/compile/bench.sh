# SPDX-License-Identifier: GPL-3.0-or-later
# The scripts that measure find one another: each can be imported.
. "$SRCDIR/testsuite/lib/script.sh"

for script in "$SRCDIR"/contrib/bench/*.py; do
    name=$(basename "$script" .py)
    same "contrib/bench/$name.py" '' "$(PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$SRCDIR/contrib/bench python3 -c "import $name" 2>&1 | tail -1)"
done
