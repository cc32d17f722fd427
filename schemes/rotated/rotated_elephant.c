/* SPDX-License-Identifier: MIT
 * Rotated bitboards in two small steps. The inner six squares of a line and the slider's place on
 * it select a byte of attacked places. A table of that line turns the byte into squares. Harald
 * Lüßen, Elephant, 2006, as in https://github.com/Gigantua/Chess_Movegen (Rotated.hpp).
 *
 * That code selects a diagonal's table by a switch over its number; here an offset does so
 * without a jump. The maps are DarkThought's (rotated.h). All files share one table, and a rank
 * needs none. Cost: rank 2 loads, file 3, diagonal 6. A rook 2.5 KiB, a bishop 12.6 KiB.
 * Branchless, multiply-free, incremental. */
#include "rotated.h"

/* The boards are stored rotated by this many bits: the inner six places come first in their
 * byte. */
#define INNER 1

static inline unsigned rotated_bit(enum line line, unsigned square)
{
    return (line_shift(line, square) + place_on_line(line, square) - INNER) & 63;
}

#include "rotated_boards.h"

/* Attacked places by the slider's place and the occupancy of the inner six. */
static ALIGNED(64) uint8_t attacked_places[8][64];

/* The squares of a set of places, on the a-file and on each diagonal of n squares (2^n entries). */
static ALIGNED(64) bitboard file_a[256];
static ALIGNED(64) bitboard diagonals[2 * 764];

static ALIGNED(64) struct diagonal {
    uint16_t first;          /* its entries in diagonals[]                        */
    uint8_t low, places;     /* its first place in the byte; mask of all its places, from 0 */
} diagonal_by_number[2][16]; /* by diagonal_number() */

static inline unsigned diagonal_number(enum line line, unsigned square)
{
    return line == DIAGONAL ? 7 + rank_of(square) - file_of(square)
                            : rank_of(square) + file_of(square);
}

static inline void init(void)
{
    build_toggles();
    for (unsigned place = 0; place < 8; place++)
        for (unsigned inner = 0; inner < 64; inner++)
            attacked_places[place][inner] =
                (uint8_t)reference_line_attacks(RANK_LINE, place, inner << 1);
    for (unsigned byte = 0; byte < 256; byte++)
        file_a[byte] = line_squares(FILE_LINE, 0, byte) | (byte & 1);
    unsigned first = 0;
    for (enum line line = DIAGONAL; line <= ANTIDIAGONAL; line++)
        for (unsigned number = 0; number < 15; number++) {
            unsigned low =
                line == DIAGONAL ? (number < 7 ? 7 - number : 0) : (number < 7 ? 0 : number - 7);
            unsigned length = number < 7 ? number + 1 : 15 - number;
            unsigned westmost = line == DIAGONAL ? 9 * low + 8 * number - 56 : 8 * number - 7 * low;
            struct diagonal diagonal = {(uint16_t)first, (uint8_t)low,
                                        (uint8_t)((1 << length) - 1)};
            diagonal_by_number[line - DIAGONAL][number] = diagonal;
            for (unsigned places = 0; places < 1u << length; places++)
                diagonals[first++] = line_squares(line, westmost, places << low) |
                                     (places & 1 ? square_bit(westmost) : 0);
        }
}

static inline unsigned places_on(enum line line, unsigned square, const view *v)
{
    return attacked_places[place_on_line(line, square)]
                          [v->board[line] >> line_shift(line, square) & 63];
}

static inline bitboard diagonal_attacks(enum line line, unsigned square, const view *v)
{
    const struct diagonal *d = &diagonal_by_number[line - DIAGONAL][diagonal_number(line, square)];
    return diagonals[d->first + (places_on(line, square, v) >> d->low & d->places)];
}

static inline bitboard rook_attacks(unsigned square, const view *v)
{
    return (bitboard)places_on(RANK_LINE, square, v) << (square & 56) |
           file_a[places_on(FILE_LINE, square, v)] << file_of(square);
}

static inline bitboard bishop_attacks(unsigned square, const view *v)
{
    return diagonal_attacks(DIAGONAL, square, v) | diagonal_attacks(ANTIDIAGONAL, square, v);
}

#define ROOK_BYTES   (sizeof attacked_places + sizeof file_a)
#define BISHOP_BYTES (sizeof attacked_places + sizeof diagonals + sizeof diagonal_by_number)
#include "kernels.h"

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Rotated bitboards of Elephant: places, then squares",
    .author = "Harald Lüßen",
    .year = "2006",
    .source = "https://github.com/Gigantua/Chess_Movegen",
    .traits = BRANCHLESS | MULTIPLY_FREE | INCREMENTAL,
    .table_bytes =
        BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES - sizeof attacked_places),
    .init = init,
    .tables = {TABLE(toggles), TABLE(attacked_places), TABLE(file_a), TABLE(diagonals),
               TABLE(diagonal_by_number)},
};
