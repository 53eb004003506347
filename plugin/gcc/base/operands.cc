/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/operands.h"

void pp_changed_operands(gimple *stmt)
{
    for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
        if (gimple_op(stmt, i) && TREE_CODE(gimple_op(stmt, i)) == ADDR_EXPR)
            recompute_tree_invariant_for_addr_expr(gimple_op(stmt, i));
    update_stmt(stmt);
}
