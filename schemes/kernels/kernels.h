/* SPDX-License-Identifier: MIT
 * The kernels, with the scheme's getters inlined. A template without include guard: a scheme
 * file includes it last, once its own getters are defined; scheme.h names them. */
#include "defaults.h"
#include "mix_shares.h"
#include "queries.h"

#ifdef view
#define VIEW_AT(v) (v)
#else
#define VIEW_AT(v) (*(v))
#endif

/* Forces each result into a general register, so that the compiler can neither drop it nor compute
 * several queries in one vector: an engine could do neither. Costs no instruction. (After Google
 * Benchmark's DoNotOptimize and uarch-bench's opt_control::modify.) */
#define DO_NOT_OPTIMIZE(value) __asm__ volatile("" : "+r"(value))

#ifdef __clang__
#define NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define NO_UNROLL _Pragma("GCC unroll 1")
#endif

#include "delay.h"

/* Inlines the getter into the loop, however large the getter is: clang would call a large one. */
#define FLATTEN __attribute__((flatten))

/* Returns the term of a kernel's sum for a getter's result; see piece_checksum(). */
static inline bitboard set_checksum(bitboard attacks)
{
    DO_NOT_OPTIMIZE(attacks);
    return attacks;
}

static inline bitboard both_checksum(struct both attacks)
{
    DO_NOT_OPTIMIZE(attacks.rook);
    DO_NOT_OPTIMIZE(attacks.bishop);
    return attacks.rook + 2 * attacks.bishop;
}

#ifdef BATCH_BUILD
#include "batched.h"
#else
#include "single_query.h"
#endif

/* The functions of struct piece_code: the getters with untyped views. */
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

#ifdef sliders_attacks
static bitboard side_getter(struct slider_sets sliders, const void *v)
{
    return sliders_attacks(sliders.orthogonal, sliders.diagonal, VIEW_AT((const view *)v));
}
#define SIDE_GETTER side_getter
#else
#define SIDE_GETTER NULL
#endif

static void view_setter(void *v, bitboard occupied)
{
    set_view((view *)v, occupied);
}

static void view_toggler(void *v, unsigned square)
{
    toggle((view *)v, square);
}

/* Initialises the scheme's name, view, getters and kernels in its object; the batch build has other
 * kernels. */
#define SCHEME_CODE                                                                                \
    SCHEME_IDENTITY, .built = true, .view_bytes = sizeof(view), .set_view = view_setter,           \
                     .toggle = view_toggler, SCHEME_KERNELS
