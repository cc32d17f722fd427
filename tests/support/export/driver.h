/* SPDX-License-Identifier: MIT
 * A table of the exported schemes of list.h, for main.c and other.c. exports.py writes list.h: it includes the headers,
 * and its EXPORTED_SCHEMES(E) is one E(prefix, kind of view, init, sets of sliders) per scheme. C and C++. */
#ifndef DRIVER_H
#define DRIVER_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "list.h"

enum { ROOK_SET, BISHOP_SET, QUEEN_SET, BOTH_ROOK_SET, BOTH_BISHOP_SET, SETS };

struct exported {
    const char *prefix;
    void (*init)(void); /* NULL: none */
    bool (*self_test)(void);
    void (*set_board)(uint64_t occupied);
    void (*attacks)(unsigned square, uint64_t *sets); /* on the board, in the order of the enum */

    /* The sets of all rooks, bishops and queens on these squares; NULL: none of its own. */
    void (*attacks_of_set)(uint64_t sliders, uint64_t *sets);
};

/* main.c's table, and the one of the second translation unit. A NULL prefix ends them. */
extern const struct exported *const other_schemes;

#ifdef __cplusplus
#define OF(prefix, name)     prefix::name
#define STRUCT(prefix, name) prefix::name
#else
#define OF(prefix, name)     prefix##_##name
#define STRUCT(prefix, name) struct prefix##_##name
#endif

/* The board of a scheme, by kind of view. A view reaches one board of two by toggle(), the others by set_view(). */
#define BITBOARD(prefix)                                                                           \
    static uint64_t board_##prefix;                                                                \
    static void set_board_##prefix(uint64_t occupied)                                              \
    {                                                                                              \
        board_##prefix = occupied;                                                                 \
    }
#define BITBOARD_OF(prefix) board_##prefix

#define VIEW(prefix)                                                                               \
    static OF(prefix, view) board_##prefix;                                                        \
    static uint64_t occupied_##prefix;                                                             \
    static bool toggled_##prefix = true;                                                           \
    static void set_board_##prefix(uint64_t occupied)                                              \
    {                                                                                              \
        uint64_t changed = occupied_##prefix ^ occupied;                                           \
        toggled_##prefix = !toggled_##prefix;                                                      \
        if (!toggled_##prefix)                                                                     \
            OF(prefix, set_view)(&board_##prefix, occupied);                                       \
        else                                                                                       \
            for (; changed; changed &= changed - 1)                                                \
                OF(prefix, toggle)(&board_##prefix, (unsigned)__builtin_ctzll(changed));           \
        occupied_##prefix = occupied;                                                              \
    }
#define VIEW_OF(prefix) &board_##prefix

#define SETWISE(prefix, view)                                                                      \
    static void attacks_of_set_##prefix(uint64_t sliders, uint64_t *sets)                          \
    {                                                                                              \
        sets[ROOK_SET] = OF(prefix, rooks_attacks)(sliders, view);                                 \
        sets[BISHOP_SET] = OF(prefix, bishops_attacks)(sliders, view);                             \
        sets[QUEEN_SET] = OF(prefix, queens_attacks)(sliders, view);                               \
    }
#define SETWISE_OF(prefix) attacks_of_set_##prefix
#define SINGLE(prefix, view)
#define SINGLE_OF(prefix) NULL

#define INIT_OF(prefix)    OF(prefix, init)
#define NO_INIT_OF(prefix) NULL

#define DEFINE_ATTACKS(prefix, VIEWED, INIT, SETS_OF_SLIDERS)                                      \
    VIEWED(prefix)                                                                                 \
    static void attacks_##prefix(unsigned square, uint64_t *sets)                                  \
    {                                                                                              \
        STRUCT(prefix, both) both = OF(prefix, both_attacks)(square, VIEWED##_OF(prefix));         \
        sets[ROOK_SET] = OF(prefix, rook_attacks)(square, VIEWED##_OF(prefix));                    \
        sets[BISHOP_SET] = OF(prefix, bishop_attacks)(square, VIEWED##_OF(prefix));                \
        sets[QUEEN_SET] = OF(prefix, queen_attacks)(square, VIEWED##_OF(prefix));                  \
        sets[BOTH_ROOK_SET] = both.rook;                                                           \
        sets[BOTH_BISHOP_SET] = both.bishop;                                                       \
    }                                                                                              \
    SETS_OF_SLIDERS(prefix, VIEWED##_OF(prefix))

#define TABLE_ENTRY(prefix, VIEWED, INIT, SETS_OF_SLIDERS)                                         \
    {#prefix,          INIT##_OF(prefix),           OF(prefix, self_test), set_board_##prefix,     \
     attacks_##prefix, SETS_OF_SLIDERS##_OF(prefix)},

EXPORTED_SCHEMES(DEFINE_ATTACKS)

static const struct exported exported_schemes[] = {
    EXPORTED_SCHEMES(TABLE_ENTRY){NULL, NULL, NULL, NULL, NULL, NULL}};

#endif
