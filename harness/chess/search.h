/* SPDX-License-Identifier: MIT
 * What an engine's search asks: a small real one, alpha-beta with a quiescence search behind it,
 * whose slider lookups are handed on as they come. Neighbouring queries are of one square or one
 * piece apart, the same squares come again and again, kings ask along all lines for checks and
 * pins: unlike the boards of a game, each of which is seen once.
 *
 * It has what decides which boards a search sees: fail-soft alpha-beta, checks answered in full,
 * captures in order of most valuable victim and least valuable attacker, and an evaluation of
 * material and of the sliders' mobility. Knuth & Moore, An Analysis of Alpha-Beta Pruning,
 * Artificial Intelligence 6 (1975), 293-326; https://www.chessprogramming.org/Quiescence_Search */
#ifndef SEARCH_H
#define SEARCH_H

#include "chess/position.h"

/* Gets a lookup: ROOK, BISHOP, or QUEEN where both lines of one square are asked for. false:
 * enough, stop. */
typedef bool query_taker(void *user, enum piece piece, unsigned square, bitboard occupied);

/* Searches to this depth unless `take` stops it; returns the value for the side to move, in
 * hundredths of a pawn (of no use after a stop). The position is as before afterwards. */
int search(struct position *position, unsigned depth, query_taker *take, void *user);

#endif
