/* SPDX-License-Identifier: MIT
 * The generator of pseudo-legal moves. */
#include "attacks.h"
#include "position.h"

static move *add(move *end, int from, uint64_t targets)
{
    while (targets)
        *end++ = (move)(from | pop_square(&targets) << 6);
    return end;
}

/* Writes the moves of pawns to the targets, each `step` squares from where it comes. */
static move *add_pawns(move *end, uint64_t targets, int step, bool captures)
{
    while (targets) {
        const int to = pop_square(&targets);
        const int squares = (to - step) | to << 6;
        if (to >= 8 && to < 56)
            *end++ = (move)squares;
        else
            for (int kind = QUEEN; kind >= (captures ? QUEEN : KNIGHT); kind--)
                *end++ = (move)(squares | kind << 12);
    }
    return end;
}

static uint64_t forward(uint64_t set, int side)
{
    return side == WHITE ? set << 8 : set >> 8;
}

static move *pawn_moves(const struct position *p, bool captures, move *end)
{
    const int side = p->side, step = side == WHITE ? 8 : -8;
    const uint64_t pawns = p->kinds[PAWN] & p->colours[side], empty = ~occupied(p);
    const uint64_t last = side == WHITE ? RANK_1 << 56 : RANK_1;
    const uint64_t third = side == WHITE ? RANK_1 << 16 : RANK_1 << 40;
    const uint64_t targets = p->colours[!side] | p->en_passant;
    const uint64_t pushes = forward(pawns, side) & empty;
    end = add_pawns(end, forward(west(pawns), side) & targets, step - 1, captures);
    end = add_pawns(end, forward(east(pawns), side) & targets, step + 1, captures);
    end = add_pawns(end, captures ? pushes & last : pushes, step, captures);
    if (!captures)
        end = add_pawns(end, forward(pushes & third, side) & empty, 2 * step, captures);
    return end;
}

/* The king's target square is tested when the move is made. */
static move *castling_moves(const struct position *p, move *end)
{
    const int king = first_square(p->kinds[KING] & p->colours[p->side]);
    uint64_t rooks = p->castling & p->colours[p->side];
    while (rooks) {
        const int step = pop_square(&rooks) > king ? 1 : -1;
        const uint64_t between = step > 0 ? UINT64_C(3) << (king + 1) : UINT64_C(7) << (king - 3);
        if (!(between & occupied(p)) && !is_attacked(p, king, !p->side) &&
            !is_attacked(p, king + step, !p->side))
            end = add(end, king, bit(king + 2 * step));
    }
    return end;
}

int generate(const struct position *p, bool captures, move moves[MAX_MOVES])
{
    const uint64_t own = p->colours[p->side];
    const uint64_t targets = captures ? p->colours[!p->side] : ~own;
    move *end = pawn_moves(p, captures, moves);
    for (int kind = KNIGHT; kind < KINDS; kind++)
        for (uint64_t men = p->kinds[kind] & own; men;) {
            const int square = pop_square(&men);
            end = add(end, square, attacks_of(kind, square, occupied(p)) & targets);
        }
    if (!captures)
        end = castling_moves(p, end);
    return (int)(end - moves);
}
