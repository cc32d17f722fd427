/* SPDX-License-Identifier: MIT */
#include "workload/expected.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "workload/list.h"
#include "workload/replay.h"

#include <stdlib.h>

static bitboard oracle_attacks(const void *context, enum piece piece, unsigned square,
                               bitboard occupied)
{
    (void)context;
    bitboard sets[] = {oracle_rook(square, occupied), oracle_bishop(square, occupied)};
    if (piece == BISHOP)
        sets[0] = sets[1];
    else if (piece == QUEEN)
        sets[0] |= sets[1];
    return piece_checksum(piece, sets);
}

static bitboard oracle_attacks_of_set(const void *context, enum piece piece, bitboard sliders,
                                      bitboard occupied)
{
    bitboard attacks = 0;
    for (; sliders; sliders &= sliders - 1)
        attacks |= oracle_attacks(context, piece, (unsigned)__builtin_ctzll(sliders), occupied);
    return attacks;
}

const struct reference oracle_reference = {NULL, oracle_attacks, oracle_attacks_of_set};

static bitboard board_sum(const struct list *list, size_t i, const struct reference *reference)
{
    const struct slider_sets *sliders = &list->sliders[i];
    bitboard occupied = list->occupied[i];
    if (list->piece != ALL)
        return reference->attacks_of_set(
            reference->context, list->piece,
            list->piece == BISHOP ? sliders->diagonal : sliders->orthogonal, occupied);
    return reference->attacks_of_set(reference->context, ROOK, sliders->orthogonal, occupied) |
           reference->attacks_of_set(reference->context, BISHOP, sliders->diagonal, occupied);
}

static bitboard game_sum(const struct list *list, size_t i, const struct reference *reference)
{
    bitboard sum = 0;
    for (struct replay_walk walk = replay_walk_of(list, i); replay_next(&walk);)
        sum += reference->attacks(reference->context, walk.piece, walk.square, walk.occupied);
    return sum;
}

static bitboard item_sum(const struct list *list, size_t i, const struct reference *reference)
{
    switch (list->kind) {
    case LIST_OF_QUERIES:
        return reference->attacks(reference->context, list_query_piece(list->piece, i),
                                  list->square[i], list->occupied[i]);
    case LIST_OF_BOARDS:
        return board_sum(list, i, reference);
    case LIST_OF_GAMES:
        return game_sum(list, i, reference);
    default:
        return list_steps(list, i, i + 1);
    }
}

void expected_compute(const struct list *list, const struct reference *reference,
                      struct expected *expected)
{
    bool games = list->kind == LIST_OF_GAMES;
    bitboard *sums = list_allocate(list->n + 1, sizeof *sums);
    bitboard *ends = games ? list_allocate(list->n + 1, sizeof *ends) : NULL;
    *expected = (struct expected){sums, ends};
    for (size_t i = 0; i < list->n; i++) {
        sums[i + 1] = sums[i] + item_sum(list, i, reference);
        if (games)
            ends[i + 1] =
                ends[i] + reference->attacks(reference->context, QUEEN, replay_end_square(list, i),
                                             list->games.starts[i]);
    }
}
