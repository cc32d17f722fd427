/* SPDX-License-Identifier: MIT
 * The evaluation: each term has a value of the middle game and one of the endgame, and the material
 * left decides between them. */
#include "attacks.h"
#include "position.h"

struct score {
    int middle, end;
};

static const struct score material[KINDS] = {
    {85, 115}, {325, 295}, {335, 315}, {480, 530}, {960, 960}, {0, 0},
};
/* Weights of the piece-square values: of the centre, and of each rank forward. */
static const struct score centre[KINDS] = {{6, 0}, {10, 7}, {6, 4}, {3, 1}, {2, 6}, {-14, 10}};
static const struct score advance[KINDS] = {{3, 12}, {3, 2}, {2, 1}, {1, 3}, {0, 3}, {-14, 5}};
static const struct score mobility[KINDS] = {{0, 0}, {4, 4}, {5, 5}, {3, 5}, {2, 4}, {0, 0}};
static const int phase[KINDS] = {0, 1, 1, 2, 4, 0};
static const struct score near_king = {9, 1}, pinned = {-18, -12};

enum { FULL_PHASE = 24 };

static void add(struct score *sum, struct score term, int times)
{
    sum->middle += times * term.middle;
    sum->end += times * term.end;
}

/* Returns 0 on the edge to 6 in the centre. */
static int centrality(int square)
{
    const int file = square % 8, rank = square / 8;
    return (file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank);
}

/* Returns the pinned men of the king's side, by looking through them. */
static uint64_t pinned_men(const struct position *p, int colour)
{
    const int king = first_square(p->kinds[KING] & p->colours[colour]);
    const uint64_t all = occupied(p), own = p->colours[colour], others = p->colours[!colour];
    const uint64_t orthogonal = others & (p->kinds[ROOK] | p->kinds[QUEEN]);
    const uint64_t diagonal = others & (p->kinds[BISHOP] | p->kinds[QUEEN]);
    uint64_t pinning = rook_attacks_of(king, others) & orthogonal;
    pinning |= bishop_attacks_of(king, others) & diagonal;
    uint64_t men = 0;
    while (pinning) {
        const int square = pop_square(&pinning);
        const int line = square % 8 == king % 8 || square / 8 == king / 8;
        const uint64_t between =
            line ? rook_attacks_of(square, all) & rook_attacks_of(king, all)
                 : bishop_attacks_of(square, all) & bishop_attacks_of(king, all);
        men |= between & own;
    }
    return men;
}

static struct score evaluate_side(const struct position *p, int colour)
{
    const uint64_t all = occupied(p), own = p->colours[colour];
    const uint64_t safe = ~(own | pawns_attacks(p->kinds[PAWN] & p->colours[!colour], !colour));
    const uint64_t king = p->kinds[KING] & p->colours[!colour], zone = king | king_attacks(king);
    struct score sum = {0, 0};
    for (int kind = PAWN; kind < KINDS; kind++)
        for (uint64_t men = p->kinds[kind] & own; men;) {
            const int square = pop_square(&men);
            add(&sum, material[kind], 1);
            add(&sum, centre[kind], centrality(square));
            add(&sum, advance[kind], colour == WHITE ? square / 8 : 7 - square / 8);
            if (kind == PAWN || kind == KING)
                continue;
            const uint64_t set = attacks_of(kind, square, all);
            add(&sum, mobility[kind], count(set & safe));
            add(&sum, near_king, count(set & zone));
        }
    add(&sum, pinned, count(pinned_men(p, colour)));
    return sum;
}

int evaluate(const struct position *p)
{
    struct score sum = evaluate_side(p, p->side);
    add(&sum, evaluate_side(p, !p->side), -1);
    int left = 0;
    for (int kind = PAWN; kind < KINDS; kind++)
        left += phase[kind] * count(p->kinds[kind]);
    left = left < FULL_PHASE ? left : FULL_PHASE;
    return (sum.middle * left + sum.end * (FULL_PHASE - left)) / FULL_PHASE;
}
