/* SPDX-License-Identifier: MIT
 * The evaluation: material, place, mobility, and attacks on squares near the king. */
#include "attacks.h"
#include "position.h"

static const int material[KINDS] = {100, 310, 330, 500, 950, 0};
/* Weights of a piece's place: of the centre, and of each rank forward. */
static const int centre[KINDS] = {4, 9, 5, 2, 4, -6}, advance[KINDS] = {6, 3, 2, 2, 1, -8};
static const int mobility[KINDS] = {0, 4, 5, 4, 3, 0};
enum { NEAR_KING = 6 };

/* Returns 0 on the edge to 6 in the centre. */
static int centrality(int square)
{
    const int file = square % 8, rank = square / 8;
    return (file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank);
}

static int evaluate_side(const struct position *p, int colour)
{
    const uint64_t own = p->colours[colour];
    const uint64_t safe = ~(own | pawns_attacks(p->kinds[PAWN] & p->colours[!colour], !colour));
    const uint64_t king = p->kinds[KING] & p->colours[!colour], zone = king | king_attacks(king);
    int sum = 0;
    for (int kind = PAWN; kind < KINDS; kind++)
        for (uint64_t men = p->kinds[kind] & own; men;) {
            const int square = pop_square(&men), rank = square / 8;
            sum += material[kind] + centre[kind] * centrality(square);
            sum += advance[kind] * (colour == WHITE ? rank : 7 - rank);
            if (kind == PAWN || kind == KING)
                continue;
            const uint64_t set = attacks_of(kind, square, occupied(p));
            sum += mobility[kind] * count(set & safe) + NEAR_KING * count(set & zone);
        }
    return sum;
}

int evaluate(const struct position *p)
{
    return evaluate_side(p, p->side) - evaluate_side(p, !p->side);
}
