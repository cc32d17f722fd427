/* SPDX-License-Identifier: MIT
 * Sharing attacks: several squares use one part of the table, whose entries are unions of their
 * attack sets; a final intersection with the attacks on the empty board takes one square's out.
 * That is exact if every square that both see is next to both, and so always attacked: for rooks on
 * two diagonal neighbours (a1-b2, b1-a2, ...) and for bishops in fours on the a-, b-, g- or h-file
 * or on c to f of one rank. Here on fancy magics.
 * Lasse Hansen, 2008, http://www.open-aurec.com/wbforum/viewtopic.php?p=185506&t=5441
 * https://www.chessprogramming.org/Magic_Bitboards#Sharing_Attacks
 *
 * Cost per piece: 6 loads, 1 multiply, 2 ands, variable shift. 512 KiB for rooks, 14 KiB for
 * bishops, 4 KiB. Branchless. */
#include "board.h"
#include "magics.h"

struct magic {
    bitboard relevant;
    uint64_t factor;
    bitboard empty_board; /* attacks on it */
    uint32_t first;       /* index of the part's first entry */
    uint32_t shift;
};

static struct magic magics[64][2] __attribute__((aligned(64))); /* [ROOK], [BISHOP] */

enum { ROOK_ENTRIES = 65536, BISHOP_ENTRIES = 1792 };
static bitboard rook_table[ROOK_ENTRIES] __attribute__((aligned(64)));
static bitboard bishop_table[BISHOP_ENTRIES] __attribute__((aligned(64)));

static inline size_t magic_index(const struct magic *magic, bitboard occupied)
{
    return magic->first + (size_t)((occupied & magic->relevant) * magic->factor >> magic->shift);
}

/* Squares share a part if their group is the same. */
static unsigned rook_group(unsigned square)
{
    unsigned neighbour = square ^ 9; /* the other file and rank of a pair of each */
    return square < neighbour ? square : neighbour;
}

static unsigned bishop_group(unsigned square)
{
    unsigned file = file_of(square), rank = rank_of(square);
    bool inner = file >= 2 && file <= 5;
    return inner ? 8 * rank + 2 : 8 * (rank & 4) + file;
}

static void fill(const struct magic *magic, unsigned square, bitboard *table,
                 bitboard (*slow_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    do {
        table[magic_index(magic, subset)] |= slow_attacks(square, subset);
        subset = next_subset(subset, magic->relevant);
    } while (subset);
}

/* The part of a group is as large as its neediest square demands. */
static void build(enum piece piece, unsigned (*group_of)(unsigned), bitboard *table,
                  const uint64_t *factors, bitboard (*relevant_squares)(unsigned),
                  bitboard (*slow_attacks)(unsigned, bitboard))
{
    uint32_t entries[64] = {0}, first = 0;
    for (unsigned square = 0; square < 64; square++) {
        uint32_t need = 1u << __builtin_popcountll(relevant_squares(square));
        uint32_t *part = &entries[group_of(square)];
        *part = *part > need ? *part : need;
    }
    for (unsigned group = 0; group < 64; first += entries[group++])
        for (unsigned square = 0; square < 64; square++)
            if (group_of(square) == group) {
                bitboard relevant = relevant_squares(square);
                uint32_t shift = 64 - (uint32_t)__builtin_popcountll(relevant);
                bitboard empty_board = slow_attacks(square, 0);
                struct magic magic = {relevant, factors[square], empty_board, first, shift};
                magics[square][piece] = magic;
                fill(&magic, square, table, slow_attacks);
            }
}

static void init(void)
{
    build(ROOK, rook_group, rook_table, rook_magics, rook_relevant, slow_rook_attacks);
    build(BISHOP, bishop_group, bishop_table, bishop_magics, bishop_relevant, slow_bishop_attacks);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square][ROOK];
    return rook_table[magic_index(magic, occupied)] & magic->empty_board;
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square][BISHOP];
    return bishop_table[magic_index(magic, occupied)] & magic->empty_board;
}

#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Fancy magic, sharing attacks",
    .author = "Lasse Hansen",
    .year = "2008",
    .source = "http://www.open-aurec.com/wbforum/viewtopic.php?p=185506&t=5441",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(sizeof rook_table + sizeof magics / 2, sizeof bishop_table + sizeof magics / 2,
              sizeof rook_table + sizeof bishop_table + sizeof magics),
    .init = init,
};
