/* SPDX-License-Identifier: MIT
 * The second translation unit: its lookups read the tables that main.c's init() fills. */
#include "lookups.h"

__attribute__((unused)) static unsigned lowest_square(uint64_t set)
{
    unsigned square = 0;
    while (!(set >> square & 1))
        square++;
    return square;
}

/* The board of a scheme, by kind of view. A view gets every second board by toggle(), and the
 * others by set_view(). */
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
                OF(prefix, toggle)(&board_##prefix, lowest_square(changed));                       \
        occupied_##prefix = occupied;                                                              \
    }
#define VIEW_OF(prefix) &board_##prefix

/* A set-wise getter, with its arguments for two sliders. NO_CODE: the scheme has none. */
#define SETWISE(prefix, name, arguments)                                                           \
    static uint64_t name##_##prefix(uint64_t a, uint64_t b)                                        \
    {                                                                                              \
        return OF(prefix, name) arguments;                                                         \
    }
#define SETWISE_OF(prefix, name) name##_##prefix

#define NO_CODE(prefix, name, arguments)
#define NO_CODE_OF(prefix, name) NULL

#define DEFINE_LOOKUPS(prefix, VIEWED, ROOKS, BISHOPS, QUEENS, SIDE)                               \
    VIEWED(prefix)                                                                                 \
    static void attacks_##prefix(unsigned square, uint64_t *sets)                                  \
    {                                                                                              \
        struct OF(prefix, both) both = OF(prefix, both_attacks)(square, VIEWED##_OF(prefix));      \
        sets[ROOK_SET] = OF(prefix, rook_attacks)(square, VIEWED##_OF(prefix));                    \
        sets[BISHOP_SET] = OF(prefix, bishop_attacks)(square, VIEWED##_OF(prefix));                \
        sets[QUEEN_SET] = OF(prefix, queen_attacks)(square, VIEWED##_OF(prefix));                  \
        sets[BOTH_ROOK_SET] = both.rook;                                                           \
        sets[BOTH_BISHOP_SET] = both.bishop;                                                       \
    }                                                                                              \
    ROOKS(prefix, rooks_attacks, (a | b, VIEWED##_OF(prefix)))                                     \
    BISHOPS(prefix, bishops_attacks, (a | b, VIEWED##_OF(prefix)))                                 \
    QUEENS(prefix, queens_attacks, (a | b, VIEWED##_OF(prefix)))                                   \
    SIDE(prefix, sliders_attacks, (a, b, VIEWED##_OF(prefix)))

#define TABLE_ENTRY(prefix, VIEWED, ROOKS, BISHOPS, QUEENS, SIDE)                                  \
    {#prefix,                                                                                      \
     OF(prefix, init),                                                                             \
     OF(prefix, self_test),                                                                        \
     set_board_##prefix,                                                                           \
     attacks_##prefix,                                                                             \
     {ROOKS##_OF(prefix, rooks_attacks), BISHOPS##_OF(prefix, bishops_attacks),                    \
      QUEENS##_OF(prefix, queens_attacks), SIDE##_OF(prefix, sliders_attacks)}},

EXPORTED_SCHEMES(DEFINE_LOOKUPS)

const struct lookups exported_lookups[] = {
    EXPORTED_SCHEMES(TABLE_ENTRY){NULL, NULL, NULL, NULL, NULL, {NULL, NULL, NULL, NULL}}};
