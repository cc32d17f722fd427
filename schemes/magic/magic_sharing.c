/* SPDX-License-Identifier: MIT
 * Sharing attacks: several squares use one part of the table, whose entries are unions of their
 * attack sets. A final intersection with the attacks on the empty board selects one square's set.
 * That is exact if every square that two of them attack is next to both, and so always attacked: it
 * holds for rooks on diagonal neighbours (a1-b2, b1-a2, ...), and for bishops on four squares of
 * the a-, b-, g- or h-file, or on c to f of one rank. Here on fancy magics.
 * Lasse Hansen, 2008, http://www.open-aurec.com/wbforum/viewtopic.php?p=185506&t=5441
 * https://www.chessprogramming.org/Magic_Bitboards#Sharing_Attacks
 *
 * Cost per piece: 6 loads, 1 multiply, 2 ands, variable shift. 512 KiB for rooks, 14 KiB for
 * bishops, and 4 KiB of masks, magics and pointers. Branchless. */
#include "board.h"
#include "magics.h"

struct magics {
    bitboard relevant[PADDED_SQUARES];
    uint64_t magic[PADDED_SQUARES];
    bitboard empty_board[PADDED_SQUARES]; /* attacks on it */
    const bitboard *attacks[PADDED_SQUARES];
    uint8_t shift[PADDED_SQUARES];
};

enum { ROOK_ENTRIES = 65536, BISHOP_ENTRIES = 1792 };
static ALIGNED(64) bitboard rook_table[ROOK_ENTRIES];
static ALIGNED(64) bitboard bishop_table[BISHOP_ENTRIES];

static ALIGNED(64) struct magics_by_piece {
    struct magics rook, bishop;
} magics;

static inline size_t magic_index(const struct magics *m, unsigned square, bitboard occupied)
{
    return (size_t)((occupied & m->relevant[square]) * m->magic[square] >> m->shift[square]);
}

static inline bitboard look_up(const struct magics *m, unsigned square, bitboard occupied)
{
    return m->attacks[square][magic_index(m, square, occupied)] & m->empty_board[square];
}

/* Returns a square's group. Squares of one group share a part of the table. */
static inline unsigned rook_group(unsigned square)
{
    unsigned neighbour = square ^ 9; /* the other file and rank of a pair of each */
    return square < neighbour ? square : neighbour;
}

static inline unsigned bishop_group(unsigned square)
{
    unsigned file = file_of(square), rank = rank_of(square);
    bool inner = file >= 2 && file <= 5;
    return inner ? 8 * rank + 2 : 8 * (rank & 4) + file;
}

static inline void fill_table(struct magics *m, unsigned square, bitboard relevant, uint64_t magic,
                              bitboard *attacks, bitboard (*reference_attacks)(unsigned, bitboard))
{
    bitboard subset = 0;
    m->relevant[square] = relevant;
    m->magic[square] = magic;
    m->empty_board[square] = reference_attacks(square, 0);
    m->attacks[square] = attacks;
    m->shift[square] = (uint8_t)(64 - count_bits(relevant));
    do {
        attacks[magic_index(m, square, subset)] |= reference_attacks(square, subset);
        subset = next_subset(subset, relevant);
    } while (subset);
}

/* The part of a group has the size that its most demanding square needs. */
static inline void build(struct magics *m, unsigned (*group_of)(unsigned), bitboard *attacks,
                         const uint64_t *magics_of_piece, bitboard (*relevant_squares)(unsigned),
                         bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (unsigned group = 0; group < 64; group++) {
        size_t entries = 0;
        for (unsigned square = 0; square < 64; square++)
            if (group_of(square) == group) {
                bitboard relevant = relevant_squares(square);
                size_t need = (size_t)1 << count_bits(relevant);
                entries = entries > need ? entries : need;
                fill_table(m, square, relevant, magics_of_piece[square], attacks,
                           reference_attacks);
            }
        attacks += entries;
    }
}

static inline void init(void)
{
    build(&magics.rook, rook_group, rook_table, rook_magics, rook_relevant, reference_rook_attacks);
    build(&magics.bishop, bishop_group, bishop_table, bishop_magics, bishop_relevant,
          reference_bishop_attacks);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(&magics.rook, square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(&magics.bishop, square, occupied);
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
        BYTES(sizeof rook_table + sizeof magics.rook, sizeof bishop_table + sizeof magics.bishop,
              sizeof rook_table + sizeof bishop_table + sizeof magics),
    .init = init,
    .tables = {TABLE(magics), TABLE(rook_table), TABLE(bishop_table)},
};
