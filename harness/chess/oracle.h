/* SPDX-License-Identifier: MIT
 * The oracle: slider attacks by the simplest possible loop. Everything else is checked against it.
 * Therefore it shares no code and no idea with any scheme, and must never be optimised.
 *
 * A set contains the first blocker of each ray, of either colour, and never the slider's own
 * square, whether or not `occupied` contains that square. square: 0..63. */
#ifndef ORACLE_H
#define ORACLE_H

#include "scheme.h"

/* Return the attack set of one slider. */
bitboard oracle_rook(unsigned square, bitboard occupied);
bitboard oracle_bishop(unsigned square, bitboard occupied);

/* Writes what a scheme's getter does (attacks_fn of scheme.h): one set; BOTH: two. */
void oracle_attacks(enum piece piece, unsigned square, bitboard occupied, bitboard *sets);

#endif
