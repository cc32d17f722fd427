/* SPDX-License-Identifier: MIT
 * The oracle: slider attacks by the simplest possible loop. Everything else is checked against it.
 * Therefore it shares no code and no idea with any scheme, and must never be optimised.
 *
 * A set contains the first piece in each direction, whatever its colour. It never contains the
 * slider's own square, whether or not `occupied` does. Squares are 0 to 63. */
#ifndef ORACLE_H
#define ORACLE_H

#include "scheme.h"

/* Return the attack set of one slider. */
bitboard oracle_rook(unsigned square, bitboard occupied);
bitboard oracle_bishop(unsigned square, bitboard occupied);

/* Writes what a getter of a scheme writes (attacks_fn of scheme.h): one set, or two for BOTH. */
void oracle_attacks(enum piece piece, unsigned square, bitboard occupied, bitboard *sets);

#endif
