/* SPDX-License-Identifier: MIT
 * Rotated bitboards, compressed: a line has at most 12 attack sets from any of its squares, 3
 * nearest blockers on one side times 4 on the other. A byte table numbers them, and each set is
 * stored once: per diagonal direction 296 in all, for all files the sets of one, for all ranks the
 * sets of one. Crafty's COMPACT_ATTACKS, 1990s to version 19 (chess.h, init.c), by Robert Hyatt and
 * others; https://www.chessprogramming.org/Rotated_Bitboards. DarkThought's "compressed vectors of
 * rotated attack masks" (https://people.csail.mit.edu/heinz/dt/node8.html) may have been the same.
 *
 * As in Crafty, boards rotated by 45 degrees hold the diagonals one after the other, without
 * gaps: each square needs a shift and a mask. Cost: rank or file 3 loads, diagonal 7
 * (two of them dependent). A rook 1.3 KiB, a bishop 5.9 KiB. Branchless, multiply-free,
 * incremental. */
#include "board.h"

/* A line by its squares in order: the number of one of them, and the step to the next. */
struct line_layout {
    unsigned place, length;
    int step;
    unsigned start; /* bit of its first square in the board rotated for it */
};

static inline struct line_layout layout_of_line(enum line line, unsigned square)
{
    unsigned rank = rank_of(square), file = file_of(square);
    struct line_layout row = {file, 8, 1, 8 * rank}, column = {rank, 8, 8, 8 * file};
    if (line < DIAGONAL)
        return line == RANK_LINE ? row : column;
    unsigned number = line == DIAGONAL ? 7 + rank - file : rank + file, before = 0;
    for (unsigned i = 0; i < number; i++)
        before += i < 8 ? i + 1 : 15 - i;
    unsigned west =
        line == DIAGONAL ? (number < 7 ? 7 - number : 0) : (number < 7 ? 0 : number - 7);
    struct line_layout layout = {file - west, number < 7 ? number + 1 : 15 - number,
                                 line == DIAGONAL ? 9 : -7, before};
    return layout;
}

static inline unsigned rotated_bit(enum line line, unsigned square)
{
    struct line_layout layout = layout_of_line(line, square);
    return layout.start + layout.place;
}

#include "rotated_boards.h"

static ALIGNED(64) uint8_t which_attack[8][64]; /* [place][inner squares] */

/* The sets by place and number: of rank 1, of the a-file, of all diagonals one after the other. */
static ALIGNED(64) uint8_t rank_sets[8][12];
static ALIGNED(64) bitboard file_sets[8][12];
static ALIGNED(64) bitboard diagonal_sets[2 * 296];

static ALIGNED(64) struct diagonal {
    uint16_t first, place; /* in diagonal_sets; in which_attack, 64 for each place */
    uint8_t shift, mask;
} diagonals[64][2];

/* Numbers the slider's attack sets by its nearest inner blockers on either side, 0 for none. The
 * numbers of a place are then dense for any length of the line: `place` of them, or 1, on the
 * left. */
static inline unsigned attack_number(unsigned place, unsigned inner)
{
    unsigned left = 0, right = 0;
    for (unsigned i = 1; i < 7; i++)
        if (inner >> (i - 1) & 1) {
            if (i < place)
                left = place - i;
            else if (i > place && !right)
                right = i - place;
        }
    return left + right * (place ? place : 1);
}

/* Writes the sets of one square along one line to `sets`. Returns their number. */
static inline unsigned build_sets(enum line line, unsigned square, bitboard *sets)
{
    struct line_layout layout = layout_of_line(line, square);
    unsigned count = 1;
    for (unsigned inner = 0; inner < (layout.length > 2 ? 1u << (layout.length - 2) : 1); inner++) {
        bitboard occupied = 0;
        for (unsigned i = 1; i < 7; i++)
            if (inner >> (i - 1) & 1)
                occupied |=
                    square_bit(square + (unsigned)(((int)i - (int)layout.place) * layout.step));
        unsigned number = attack_number(layout.place, inner);
        sets[number] = reference_line_attacks(line, square, occupied);
        count = number + 1 > count ? number + 1 : count;
    }
    return count;
}

static inline void init(void)
{
    build_toggles();
    for (unsigned place = 0; place < 8; place++) {
        bitboard sets[12] = {0};
        for (unsigned inner = 0; inner < 64; inner++)
            which_attack[place][inner] = (uint8_t)attack_number(place, inner);
        build_sets(RANK_LINE, place, sets);
        for (unsigned number = 0; number < 12; number++)
            rank_sets[place][number] = (uint8_t)sets[number];
        build_sets(FILE_LINE, 8 * place, file_sets[place]);
    }
    unsigned first = 0;
    for (unsigned square = 0; square < 64; square++)
        for (enum line line = DIAGONAL; line <= ANTIDIAGONAL; line++) {
            struct line_layout layout = layout_of_line(line, square);
            struct diagonal diagonal = {
                (uint16_t)first, (uint16_t)(64 * layout.place), (uint8_t)((layout.start + 1) & 63),
                (uint8_t)(layout.length > 2 ? (1 << (layout.length - 2)) - 1 : 0)};
            diagonals[square][line - DIAGONAL] = diagonal;
            first += build_sets(line, square, &diagonal_sets[first]);
        }
}

static inline bitboard diagonal_attacks(enum line line, unsigned square, const view *v)
{
    const struct diagonal *d = &diagonals[square][line - DIAGONAL];
    bitboard inner = v->board[line] >> d->shift & d->mask;
    return diagonal_sets[d->first + (&which_attack[0][0])[d->place + inner]];
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    unsigned rank = rank_of(square), file = file_of(square);
    unsigned along_rank = which_attack[file][v->board[RANK_LINE] >> (8 * rank) >> 1 & 63];
    unsigned along_file = which_attack[rank][v->board[FILE_LINE] >> (8 * file) >> 1 & 63];
    return (bitboard)rank_sets[file][along_rank] << 8 * rank | file_sets[rank][along_file] << file;
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return diagonal_attacks(DIAGONAL, square, v) | diagonal_attacks(ANTIDIAGONAL, square, v);
}

#define ROOK_BYTES   (sizeof which_attack + sizeof rank_sets + sizeof file_sets)
#define BISHOP_BYTES (sizeof which_attack + sizeof diagonal_sets + sizeof diagonals)
#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Rotated bitboards of Crafty, compact",
    .author = "Robert Hyatt",
    .year = "1990s",
    .source = "https://www.chessprogramming.org/Rotated_Bitboards",
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES - sizeof which_attack),
    .init = init,
    .tables = {TABLE(toggles), TABLE(which_attack), TABLE(rank_sets), TABLE(file_sets),
               TABLE(diagonal_sets), TABLE(diagonals)},
};
