/* SPDX-License-Identifier: MIT
 * Positions of tests, from FENs. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "chess/notation.h"
#include "support/test.h"

static inline struct position read_good(const char *fen)
{
    struct position position;
    struct error error;
    if (!fen_read(&position, fen, NULL, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

static inline void assert_same(const struct position *a, const struct position *b)
{
    assert_memory_equal(a->pieces, b->pieces, sizeof a->pieces);
    assert_memory_equal(a->colours, b->colours, sizeof a->colours);
    assert_true(a->castling == b->castling);
    assert_int_equal(a->side, b->side);
    assert_int_equal(a->en_passant, b->en_passant);
    assert_int_equal(a->quiet_plies, b->quiet_plies);
    assert_int_equal(a->full_moves, b->full_moves);
}

#endif
