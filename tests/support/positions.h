/* SPDX-License-Identifier: MIT
 * Positions of tests, from FENs. */
#ifndef POSITIONS_H
#define POSITIONS_H

#include "chess/notation.h"
#include "support/test.h"

static inline struct position read_good(const char *fen)
{
    struct position position;
    if (!fen_read(&position, fen, NULL, &error))
        fail_msg("%s: %s", fen, error.text);
    return position;
}

#endif
