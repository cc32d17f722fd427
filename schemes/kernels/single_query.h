/* SPDX-License-Identifier: MIT
 * The timed loops of all modes in which a query has its registers to itself, as in an engine. A template without
 * include guard, part of kernels.h. */

/* The queries are copied, lest the compiler load their addresses anew each time. */
#define KERNELS(piece, kept)                                                                       \
    WHOLE_LOOP static bitboard piece##_throughput(const struct queries *queries)                   \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sum = 0;                                                                          \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++)                                                           \
            sum += kept(piece##_attacks(q.square[i], VIEW_AT(views + i)));                         \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    WHOLE_LOOP static bitboard piece##_latency(const struct queries *queries)                      \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sum = 0, wait = 0;                                                                \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            bitboard a = kept(piece##_attacks(q.square[i] + (unsigned)wait, VIEW_AT(views + i)));  \
            sum += a;                                                                              \
            wait = a & q.zero;                                                                     \
        }                                                                                          \
        return sum;                                                                                \
    }

KERNELS(rook, kept_set)
KERNELS(bishop, kept_set)
KERNELS(queen, kept_set)
KERNELS(both, kept_both)

/* Sets of sliders, board by board. */
#define SETS_KERNEL(asked, attacks)                                                                \
    WHOLE_LOOP static bitboard asked##_setwise(const struct queries *queries)                      \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sum = 0;                                                                          \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            GETTER_ARGUMENT v = VIEW_AT(views + i);                                                \
            const bitboard straight = q.sliders[i].straight, slanted = q.sliders[i].slanted;       \
            (void)straight, (void)slanted;                                                         \
            sum += kept_set(attacks);                                                              \
        }                                                                                          \
        return sum;                                                                                \
    }

SETS_KERNEL(rook, rooks_attacks(straight, v))
SETS_KERNEL(bishop, bishops_attacks(slanted, v))
SETS_KERNEL(queen, queens_attacks(straight, v))
SETS_KERNEL(all, rooks_attacks(straight, v) | bishops_attacks(slanted, v))

#include "perft.h"
#include "replay.h"

#define LIST_KERNELS(mode)                                                                         \
    {                                                                                              \
        [ROOK] = rook_##mode, [BISHOP] = bishop_##mode, [QUEEN] = queen_##mode,                    \
        [BOTH] = both_##mode                                                                       \
    }

#define PIECE_CODE(piece, of_set)                                                                  \
    {                                                                                              \
        .attacks = piece##_getter, .attacks_of_set = of_set                                        \
    }

#define KERNELS_CODE                                                                               \
    .perft = perft_run,                                                                            \
    .piece = {[ROOK] = PIECE_CODE(rook, rooks_getter),                                             \
              [BISHOP] = PIECE_CODE(bishop, bishops_getter),                                       \
              [QUEEN] = PIECE_CODE(queen, queens_getter),                                          \
              [BOTH] = PIECE_CODE(both, NULL)},                                                    \
    .kernel = {[THROUGHPUT] = LIST_KERNELS(throughput),                                            \
               [BURST] = LIST_KERNELS(throughput),                                                 \
               [THREADS] = LIST_KERNELS(throughput),                                               \
               [LATENCY] = LIST_KERNELS(latency),                                                  \
               [SETS] = {[ROOK] = rook_setwise,                                                    \
                         [BISHOP] = bishop_setwise,                                                \
                         [QUEEN] = queen_setwise,                                                  \
                         [ALL] = all_setwise},                                                     \
               [REPLAY] = {[ALL] = all_replay},                                                    \
               [UPKEEP] = {[ALL] = all_upkeep},                                                    \
               [LOOKUPS] = {[ALL] = all_lookups},                                                  \
               [PERFT_NODES] = {[ALL] = all_perft}}
