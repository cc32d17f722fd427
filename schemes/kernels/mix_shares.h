/* SPDX-License-Identifier: MIT
 * The shares of pieces in the mixes, as counted in engines. */
#ifndef MIX_SHARES_H
#define MIX_SHARES_H

#include "scheme.h"

/* Queries of a mix come in groups: its rooks first, then its bishops, queens and boths. */
enum { MIX_GROUP = 16 };

/* Returns how many of the 16 queries of a group are for this piece, one below PIECES: its share of
 * the lookups per node that were counted in searches. BOTH is a rook's and a bishop's lookup in
 * succession, on one square and occupancy.
 *
 *     MIX_NNUE  means of the shares in Stockfish 16 (rook 1.45, bishop 1.10, queen 0.52, both
 *               2.96), Stockfish 18 (1.86, 1.44, 0.86, 4.61) and Smallbrain 7 (1.27, 1.01, 0.21,
 *               4.30)
 *     MIX_HCE   means of the shares in Stockfish 16 (3.42, 4.57, 1.38, 4.88), Ethereal 12.75
 *               (4.03, 4.01, 0.73, 4.59) and Weiss 2.1 (5.64, 3.96, 4.03, 4.02) */
static inline unsigned mix_share(enum piece mix, enum piece piece)
{
    static const uint8_t shares[][PIECES] = {
        {3, 3, 1, 9}, /* MIX_NNUE: rook, bishop, queen, both */
        {5, 4, 2, 5}, /* MIX_HCE */
    };
    return shares[mix - MIX_NNUE][piece];
}

#endif
