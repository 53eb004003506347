/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one function does in each of its calling contexts.  A piece is a longest part of an
   active-suffix inside one activation of the function: control leaves it for a callee only if it
   comes back on the same path. */
#ifndef PATHPROF_PIECES_H
#define PATHPROF_PIECES_H

#include "core/number/path.h"
#include "tool/path/tree.h"

/* The edges of a piece: the function's own, c -> r over calls that it comes back from.  The first
   may be the surrogate behind which it begins or the return from a call, the last a call edge. */
struct pp_piece {
    size_t first;
    uint32_t num_edges;
    uint64_t count; /* in all contexts */
};

/* How often a context went through a piece. */
struct pp_cell {
    uint32_t node, piece;
    uint64_t count;
};

struct pp_pieces {
    const struct pp_notes *notes;
    uint32_t proc;
    struct pp_tree tree; /* calls and stmts are those of the function's activations only */
    uint32_t *edges;     /* of all pieces */
    size_t num_edges, cap_edges;
    struct pp_piece *pieces;
    uint32_t num, cap;
    uint32_t *slots; /* open addressing: pieces by their edges */
    uint32_t num_slots;
    struct pp_cell *cells;
    uint32_t num_cells, cap_cells;
    uint32_t *cell_slots; /* cells by node and piece */
    uint32_t num_cell_slots;
};

/* Takes apart the executed paths that run through PROC, whose mode follows calls.  CELLS are sorted
   by node, then piece, at the end. */
void pp_pieces_make(struct pp_pieces *pieces, const struct pp_profile *profile, uint32_t proc);
/* The same of a profile of which it is known which paths run through PROC: NUM of them, by rising index. */
void pp_pieces_of(struct pp_pieces *pieces, const struct pp_profile *profile, uint32_t proc,
                  const size_t *paths, size_t num);
void pp_pieces_free(struct pp_pieces *pieces);

/* Piece N as a path, for pp_route_of_piece; its edges are PIECES's. */
struct pp_path pp_piece_path(const struct pp_pieces *pieces, uint32_t n);

#endif
