/* SPDX-License-Identifier: MIT
 * A table of the exported schemes of list.h, for main.c and other.c. exports.py writes list.h: it includes the headers,
 * and its EXPORTED_SCHEMES(E) is one E(prefix, view, init, rooks, bishops, queens) per scheme,
 * where each word but the first is a macro's name below. C and C++. */
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

    /* [ROOK_SET] to [QUEEN_SET]: the set of all such sliders on the board; NULL: no code of its own. */
    uint64_t (*attacks_of_set[3])(uint64_t sliders);
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

#define SETWISE(prefix, pieces_attacks, view)                                                      \
    static uint64_t pieces_attacks##_##prefix(uint64_t sliders)                                    \
    {                                                                                              \
        return OF(prefix, pieces_attacks)(sliders, view);                                          \
    }
#define SETWISE_OF(prefix, pieces_attacks) pieces_attacks##_##prefix
#define SINGLE(prefix, pieces_attacks, view)
#define SINGLE_OF(prefix, pieces_attacks) NULL

#define INIT_OF(prefix)    OF(prefix, init)
#define NO_INIT_OF(prefix) NULL

#define DEFINE_ATTACKS(prefix, VIEWED, INIT, ROOKS, BISHOPS, QUEENS)                               \
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
    ROOKS(prefix, rooks_attacks, VIEWED##_OF(prefix))                                              \
    BISHOPS(prefix, bishops_attacks, VIEWED##_OF(prefix))                                          \
    QUEENS(prefix, queens_attacks, VIEWED##_OF(prefix))

#define TABLE_ENTRY(prefix, VIEWED, INIT, ROOKS, BISHOPS, QUEENS)                                  \
    {#prefix,                                                                                      \
     INIT##_OF(prefix),                                                                            \
     OF(prefix, self_test),                                                                        \
     set_board_##prefix,                                                                           \
     attacks_##prefix,                                                                             \
     {ROOKS##_OF(prefix, rooks_attacks), BISHOPS##_OF(prefix, bishops_attacks),                    \
      QUEENS##_OF(prefix, queens_attacks)}},

EXPORTED_SCHEMES(DEFINE_ATTACKS)

static const struct exported exported_schemes[] = {
    EXPORTED_SCHEMES(TABLE_ENTRY){NULL, NULL, NULL, NULL, NULL, {NULL, NULL, NULL}}};

#endif
