/* SPDX-License-Identifier: MIT
 * HyperCube: the indices that PEXT would extract, one for each piece and square, are updated with
 * each move instead. That takes no PEXT and leaves a lookup without arithmetic. Daniel Infuehr,
 * CCC, 31 December 2021, https://www.talkchess.com/forum3/viewtopic.php?f=7&t=79004, and
 * Hyperchess.hpp in https://github.com/Gigantua/Chess_Movegen
 *
 * In his code, a switch over the changed square flips its up to 27 bits in the indices of other
 * squares; here 32 exclusive ors with a row of a table flip all of them, without a jump. Cost of a
 * rook or bishop: 3 loads. 800 KiB for rooks, 41 KiB for bishops, and pointers. A toggle reads 256
 * bytes. Branchless, multiply-free, incremental. */
#include "board.h"

struct indices {
    uint16_t rook[64], bishop[64];
};

typedef union {
    struct indices index;
    uint64_t words[2][16];
} view;
#define view view

static ALIGNED(64) bitboard rook_sets[ROOK_SUBSETS];
static ALIGNED(64) bitboard bishop_sets[BISHOP_SUBSETS];
static ALIGNED(64) const bitboard *rook_square_sets[64];
static ALIGNED(64) const bitboard *bishop_square_sets[64];
static ALIGNED(64) view toggles[64];

static inline void toggle(view *v, unsigned square)
{
    for (unsigned piece = 0; piece < 2; piece++)
        for (unsigned i = 0; i < 16; i++)
            v->words[piece][i] ^= toggles[square].words[piece][i];
}

static inline void set_view(view *v, bitboard occupied)
{
    static const view empty = {{{0}, {0}}};
    *v = empty;
    for (; occupied; occupied &= occupied - 1)
        toggle(v, (unsigned)trailing_zeros(occupied));
}

static inline void init(void)
{
    bitboard *rook = rook_sets, *bishop = bishop_sets;
    for (unsigned square = 0; square < 64; square++) {
        bitboard mask = rook_relevant(square);
        rook_square_sets[square] = rook;
        rook = write_subsets(rook, square, mask, reference_rook_attacks);
        for (uint16_t bit = 1; mask; mask &= mask - 1, bit = (uint16_t)(bit << 1))
            toggles[trailing_zeros(mask)].index.rook[square] = bit;

        mask = bishop_relevant(square);
        bishop_square_sets[square] = bishop;
        bishop = write_subsets(bishop, square, mask, reference_bishop_attacks);
        for (uint16_t bit = 1; mask; mask &= mask - 1, bit = (uint16_t)(bit << 1))
            toggles[trailing_zeros(mask)].index.bishop[square] = bit;
    }
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return rook_square_sets[square][v->index.rook[square]];
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return bishop_square_sets[square][v->index.bishop[square]];
}

#define ROOK_BYTES   (sizeof rook_sets + sizeof rook_square_sets)
#define BISHOP_BYTES (sizeof bishop_sets + sizeof bishop_square_sets)
#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "HyperCube: PEXT indices kept up to date",
    .author = "Daniel Infuehr",
    .year = "2021",
    .source = "https://www.talkchess.com/forum3/viewtopic.php?f=7&t=79004",
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
    .tables = {TABLE(rook_sets), TABLE(bishop_sets), TABLE(rook_square_sets),
               TABLE(bishop_square_sets), TABLE(toggles)},
};
