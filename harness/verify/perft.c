/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"
#include "workload/list.h"

#include <stdlib.h>

/* The scheme's view of the board on which the latest lookup was. */
struct kept_view {
    const struct scheme *scheme;
    void *view;
    bitboard occupied;
};

static void look_up_in_view(void *context, enum piece piece, unsigned square, bitboard occupied,
                            bitboard *sets)
{
    struct kept_view *kept = context;
    for (bitboard changed = kept->occupied ^ occupied; changed; changed &= changed - 1)
        kept->scheme->toggle(kept->view, lowest_square(changed));
    kept->occupied = occupied;
    kept->scheme->piece[piece].attacks(square, kept->view, sets);
}

static uint64_t count_nodes(const struct position *position, unsigned depth,
                            const struct lookups *lookups)
{
    chess_move moves[MAX_MOVES];
    if (depth == 0)
        return 1;
    size_t n = legal_moves(position, ALL_SQUARES, lookups, moves);
    if (depth == 1)
        return n;
    uint64_t nodes = 0;
    for (size_t i = 0; i < n; i++) {
        struct position next = *position;
        make_move(&next, moves[i]);
        nodes += count_nodes(&next, depth - 1, lookups);
    }
    return nodes;
}

uint64_t perft(const struct scheme *scheme, const struct position *position, unsigned depth)
{
    const bitboard occupied = position_occupied(position);
    struct kept_view kept = {scheme, list_views(scheme, &occupied, 1), occupied};
    uint64_t nodes = count_nodes(position, depth, &(struct lookups){look_up_in_view, &kept});
    free(kept.view);
    return nodes;
}
