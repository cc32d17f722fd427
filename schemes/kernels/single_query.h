/* SPDX-License-Identifier: MIT
 * The kernels in which a query has its registers to itself, as in an engine. A template without
 * include guard, part of kernels.h. It compiles as C++, too: cpp_adapter.hpp includes it. */

/* The struct is copied so that the compiler does not reload its pointers for each query. */
#define KERNELS(piece, checksum)                                                                   \
    FLATTEN static bitboard piece##_throughput(const struct queries *queries)                      \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = (const view *)q.views;                                                 \
        bitboard sum = 0;                                                                          \
        DELAY_OF_RUN                                                                               \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            DELAY(sum)                                                                             \
            sum += checksum(piece##_attacks(q.square[i], VIEW_AT(views + i)));                     \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    FLATTEN static bitboard piece##_latency(const struct queries *queries)                         \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = (const view *)q.views;                                                 \
        bitboard sum = 0, wait = 0;                                                                \
        DELAY_OF_RUN                                                                               \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            bitboard a =                                                                           \
                checksum(piece##_attacks(q.square[i] + (unsigned)wait, VIEW_AT(views + i)));       \
            DELAY(a)                                                                               \
            sum += a;                                                                              \
            wait = a & q.zero;                                                                     \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    /* The address of the view waits: addresses are alike for all types of views. */               \
    FLATTEN static bitboard piece##_latency_occupancy(const struct queries *queries)               \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const char *views = (const char *)q.views;                                                 \
        bitboard sum = 0, wait = 0;                                                                \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            const view *v = (const view *)(views + i * sizeof(view) + (size_t)wait);               \
            bitboard a = checksum(piece##_attacks(q.square[i], VIEW_AT(v)));                       \
            sum += a;                                                                              \
            wait = a & q.zero;                                                                     \
        }                                                                                          \
        return sum;                                                                                \
    }

KERNELS(rook, set_checksum)
KERNELS(bishop, set_checksum)
KERNELS(queen, set_checksum)
KERNELS(both, both_checksum)

/* Sets of sliders, one set per board. */
#define SETWISE_KERNEL(piece, attacks)                                                             \
    FLATTEN static bitboard piece##_setwise(const struct queries *queries)                         \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = (const view *)q.views;                                                 \
        bitboard sum = 0;                                                                          \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            GETTER_ARGUMENT v = VIEW_AT(views + i);                                                \
            const bitboard orthogonal = q.sliders[i].orthogonal, diagonal = q.sliders[i].diagonal; \
            (void)orthogonal, (void)diagonal;                                                      \
            sum += set_checksum(attacks);                                                          \
        }                                                                                          \
        return sum;                                                                                \
    }

SETWISE_KERNEL(rook, rooks_attacks(orthogonal, v))
SETWISE_KERNEL(bishop, bishops_attacks(diagonal, v))
SETWISE_KERNEL(queen, queens_attacks(orthogonal, v))
#ifdef sliders_attacks
SETWISE_KERNEL(all, sliders_attacks(orthogonal, diagonal, v))
#else
SETWISE_KERNEL(all, rooks_attacks(orthogonal, v) | bishops_attacks(diagonal, v))
#endif

#include "mix.h"
#include "replay.h"

#define LIST_KERNELS(mode)                                                                         \
    [ROOK] = rook_##mode, [BISHOP] = bishop_##mode, [QUEEN] = queen_##mode, [BOTH] = both_##mode

#define MIX_KERNELS [MIX_NNUE] = mix_nnue_throughput, [MIX_HCE] = mix_hce_throughput

#define PIECE_CODE(piece, of_set)                                                                  \
    {                                                                                              \
        .attacks = piece##_getter, .attacks_of_set = of_set                                        \
    }

#define SCHEME_KERNELS                                                                             \
    .attacks_of_side = SIDE_GETTER,                                                                \
    .piece = {[ROOK] = PIECE_CODE(rook, rooks_getter),                                             \
              [BISHOP] = PIECE_CODE(bishop, bishops_getter),                                       \
              [QUEEN] = PIECE_CODE(queen, queens_getter),                                          \
              [BOTH] = PIECE_CODE(both, NULL)},                                                    \
    .kernel = {[KERNEL_THROUGHPUT] = {LIST_KERNELS(throughput), MIX_KERNELS},                      \
               [KERNEL_LATENCY] = {LIST_KERNELS(latency)},                                         \
               [KERNEL_LATENCY_OCCUPANCY] = {LIST_KERNELS(latency_occupancy)},                     \
               [KERNEL_SETWISE] = {[ROOK] = rook_setwise,                                          \
                                   [BISHOP] = bishop_setwise,                                      \
                                   [QUEEN] = queen_setwise,                                        \
                                   [ALL] = all_setwise},                                           \
               [KERNEL_REPLAY] = {[ALL] = all_replay},                                             \
               [KERNEL_REPLAY_UPKEEP] = {[ALL] = all_upkeep},                                      \
               [KERNEL_REPLAY_LOOKUPS] = {[ALL] = all_lookups}}
