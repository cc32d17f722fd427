/* SPDX-License-Identifier: MIT
 * The timed loops, with the scheme's getters inlined. A template without include guard: a scheme
 * file includes it last, once its own getters stand; scheme.h says what those are called. */
#include "scheme.h"

#ifdef view
#define VIEW_AT(v) (v)
#else
typedef bitboard view;
#define VIEW_AT(v) (*(v))

static inline void set_view(view *v, bitboard occupied)
{
    *v = occupied;
}

static inline void toggle(view *v, unsigned square)
{
    *v ^= (bitboard)1 << square;
}
#endif

/* The answer exists in a register, query by query: the compiler can neither drop it nor compute
 * several queries in one vector, which no engine could do. Costs no instruction. (After Google
 * Benchmark's DoNotOptimize and uarch-bench's opt_control::modify.) */
#define KEEP(value) __asm__ volatile("" : "+r"(value))

#ifdef __clang__
#define NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define NO_UNROLL _Pragma("GCC unroll 1")
#endif

/* The getter is part of the loop, however large: clang would else call it. */
#define WHOLE_LOOP __attribute__((flatten))

#define GETTER_ARGUMENT __typeof__(VIEW_AT((const view *)0))

#ifndef both_attacks
#ifndef queen_attacks
static inline bitboard queen_attacks(unsigned square, GETTER_ARGUMENT v)
{
    return rook_attacks(square, v) | bishop_attacks(square, v);
}
#define queen_attacks queen_attacks
#endif

static inline struct both both_attacks(unsigned square, GETTER_ARGUMENT v)
{
    return (struct both){rook_attacks(square, v), bishop_attacks(square, v)};
}
#endif

#ifndef queen_attacks
static inline bitboard queen_attacks(unsigned square, GETTER_ARGUMENT v)
{
    struct both both = both_attacks(square, v);
    return both.rook | both.bishop;
}
#endif

/* Sets of sliders, one slider at a time. */
#define ONE_BY_ONE(pieces_attacks, piece_attacks)                                                  \
    static inline bitboard pieces_attacks(bitboard sliders, GETTER_ARGUMENT v)                     \
    {                                                                                              \
        bitboard attacks = 0;                                                                      \
        for (; sliders; sliders &= sliders - 1)                                                    \
            attacks |= piece_attacks((unsigned)__builtin_ctzll(sliders), v);                       \
        return attacks;                                                                            \
    }

#ifndef rooks_attacks
ONE_BY_ONE(rooks_attacks, rook_attacks)
#endif
#ifndef bishops_attacks
ONE_BY_ONE(bishops_attacks, bishop_attacks)
#endif
#ifndef queens_attacks
static inline bitboard queens_attacks(bitboard queens, GETTER_ARGUMENT v)
{
    return rooks_attacks(queens, v) | bishops_attacks(queens, v);
}
#endif

/* From a getter's answer to what the kernel sums up; see piece_checksum(). */
static inline bitboard kept_set(bitboard attacks)
{
    KEEP(attacks);
    return attacks;
}

static inline bitboard kept_both(struct both attacks)
{
    KEEP(attacks.rook);
    KEEP(attacks.bishop);
    return attacks.rook + 2 * attacks.bishop;
}

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

/* The contract's functions: the same code without types. */
#define GETTERS(piece)                                                                             \
    static void piece##_getter(unsigned square, const void *v, bitboard *sets)                     \
    {                                                                                              \
        sets[0] = piece##_attacks(square, VIEW_AT((const view *)v));                               \
    }                                                                                              \
                                                                                                   \
    static bitboard piece##s_getter(bitboard sliders, const void *v)                               \
    {                                                                                              \
        return piece##s_attacks(sliders, VIEW_AT((const view *)v));                                \
    }

GETTERS(rook)
GETTERS(bishop)
GETTERS(queen)

static void both_getter(unsigned square, const void *v, bitboard *sets)
{
    struct both both = both_attacks(square, VIEW_AT((const view *)v));
    sets[0] = both.rook;
    sets[1] = both.bishop;
}

static void view_setter(void *v, bitboard occupied)
{
    set_view(v, occupied);
}

static void view_toggler(void *v, unsigned square)
{
    toggle(v, square);
}

#define PIECE_CODE(piece, of_set)                                                                  \
    {                                                                                              \
        .attacks = piece##_getter, .attacks_of_set = of_set                                        \
    }

#define KERNELS_OF_LISTS(mode)                                                                     \
    {                                                                                              \
        [ROOK] = rook_##mode, [BISHOP] = bishop_##mode, [QUEEN] = queen_##mode,                    \
        [BOTH] = both_##mode                                                                       \
    }

#define SCHEME_CODE                                                                                \
    SCHEME_IDENTITY, .built = true, .view_bytes = sizeof(view), .set_view = view_setter,           \
                     .toggle = view_toggler, .perft = perft_run,                                   \
                     .piece =                                                                      \
                         {                                                                         \
                             [ROOK] = PIECE_CODE(rook, rooks_getter),                              \
                             [BISHOP] = PIECE_CODE(bishop, bishops_getter),                        \
                             [QUEEN] = PIECE_CODE(queen, queens_getter),                           \
                             [BOTH] = PIECE_CODE(both, NULL),                                      \
    },                                                                                             \
                     .kernel = {                                                                   \
                         [THROUGHPUT] = KERNELS_OF_LISTS(throughput),                              \
                         [LATENCY] = KERNELS_OF_LISTS(latency),                                    \
                         [SETS] = {[ROOK] = rook_setwise,                                          \
                                   [BISHOP] = bishop_setwise,                                      \
                                   [QUEEN] = queen_setwise,                                        \
                                   [ALL] = all_setwise},                                           \
                         [REPLAY] = {[ALL] = all_replay},                                          \
                         [UPKEEP] = {[ALL] = all_upkeep},                                          \
                         [LOOKUPS] = {[ALL] = all_lookups},                                        \
    }
