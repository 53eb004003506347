/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of one basic block, and silence about it. */
#include "gcc/base/compat.h"
#include "gcc/base/block.h"
#include "tree-inline.h"

int pp_block_size(basic_block bb)
{
    int size = 0;
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        size += estimate_num_insns(gsi_stmt(gsi), &eni_size_weights);
    return size;
}

profile_count pp_count_before(basic_block bb)
{
    edge e;
    edge_iterator i;
    profile_count sum = profile_count::zero();
    FOR_EACH_EDGE(e, i, bb->preds)
    sum += e->count();
    return sum;
}

void pp_silence_block(basic_block bb)
{
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        pp_suppress_warnings(gsi_stmt(gsi));
}
