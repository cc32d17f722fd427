/* SPDX-License-Identifier: MIT */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "position.h"

/* Material in centipawns by kind, for the order of captures. */
extern const int piece_values[KINDS];

/* Returns the value of a position for the side to move, in centipawns. */
int evaluate(const struct position *p);

#endif
