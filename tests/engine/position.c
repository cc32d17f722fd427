/* SPDX-License-Identifier: MIT */
#include "position.h"

#include <string.h>

#include "attacks.h"

static const char letters[] = "pnbrqk";

static void toggle(struct position *p, int colour, int kind, int square)
{
    p->kinds[kind] ^= bit(square);
    p->colours[colour] ^= bit(square);
}

int kind_at(const struct position *p, int square)
{
    int kind = PAWN;
    while (kind < KINDS && !(p->kinds[kind] & bit(square)))
        kind++;
    return kind;
}

/* Returns what follows the first field, or NULL. */
static const char *read_pieces(const char *fen, struct position *p)
{
    int file = 0, rank = 7;
    for (; *fen && *fen != ' '; fen++) {
        const char *kind = strchr(letters, *fen | 32);
        if (*fen == '/') {
            file = 0;
            rank--;
        } else if (*fen >= '1' && *fen <= '8') {
            file += *fen - '0';
        } else if (kind && file < 8 && rank >= 0) {
            toggle(p, *fen & 32 ? BLACK : WHITE, (int)(kind - letters), 8 * rank + file++);
        } else {
            return NULL;
        }
    }
    return *fen ? fen + 1 : NULL;
}

bool read_fen(const char *fen, struct position *p)
{
    memset(p, 0, sizeof *p);
    if (!(fen = read_pieces(fen, p)) || (*fen != 'w' && *fen != 'b') || fen[1] != ' ')
        return false;
    p->side = *fen == 'b';
    for (fen += 2; *fen && *fen != ' '; fen++) {
        const int colour = *fen & 32 ? BLACK : WHITE;
        const int corner = 56 * colour + ((*fen | 32) == 'k' ? 7 : 0);
        if (*fen != '-')
            p->castling |= bit(corner) & p->kinds[ROOK] & p->colours[colour];
    }
    if (fen[0] && fen[1] >= 'a' && fen[1] <= 'h' && (fen[2] == '3' || fen[2] == '6'))
        p->en_passant = bit(8 * (fen[2] - '1') + fen[1] - 'a');
    return count(p->kinds[KING] & p->colours[WHITE]) == 1 &&
           count(p->kinds[KING] & p->colours[BLACK]) == 1;
}

uint64_t attacks_of(int kind, int square, uint64_t all)
{
    switch (kind) {
    case KNIGHT:
        return knights_attacks(bit(square));
    case BISHOP:
        return bishop_attacks_of(square, all);
    case ROOK:
        return rook_attacks_of(square, all);
    case QUEEN:
        return queen_attacks_of(square, all);
    default:
        return king_attacks(bit(square));
    }
}

bool is_attacked(const struct position *p, int square, int by)
{
    const uint64_t *kinds = p->kinds, men = p->colours[by], target = bit(square);
    const uint64_t leapers = (pawns_attacks(target, !by) & kinds[PAWN]) |
                             (knights_attacks(target) & kinds[KNIGHT]) |
                             (king_attacks(target) & kinds[KING]);
    if (leapers & men)
        return true;
    const uint64_t diagonal = kinds[BISHOP] | kinds[QUEEN], orthogonal = kinds[ROOK] | kinds[QUEEN];
    return men & ((rook_attacks_of(square, occupied(p)) & orthogonal) |
                  (bishop_attacks_of(square, occupied(p)) & diagonal));
}

bool in_check(const struct position *p)
{
    return is_attacked(p, first_square(p->kinds[KING] & p->colours[p->side]), !p->side);
}

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

static void move_rook_of_castling(struct position *p, int king)
{
    toggle(p, p->side, ROOK, king % 8 == 6 ? king + 1 : king - 2);
    toggle(p, p->side, ROOK, king % 8 == 6 ? king - 1 : king + 1);
}

bool make(struct position *p, move m)
{
    const int from = from_square(m), to = to_square(m), side = p->side;
    const int kind = kind_at(p, from), captured = kind_at(p, to);
    const int backwards = side == WHITE ? -8 : 8;
    if (captured < KINDS)
        toggle(p, !side, captured, to);
    if (kind == PAWN && bit(to) == p->en_passant)
        toggle(p, !side, PAWN, to + backwards);
    toggle(p, side, kind, from);
    toggle(p, side, promotion(m) ? promotion(m) : kind, to);
    if (kind == KING && (to - from == 2 || from - to == 2))
        move_rook_of_castling(p, to);
    if (kind == KING)
        p->castling &= ~(RANK_1 << (side == WHITE ? 0 : 56));
    p->castling &= ~(bit(from) | bit(to));
    p->en_passant = kind == PAWN && to + 2 * backwards == from ? bit(to + backwards) : 0;
    p->side = !side;
    return !is_attacked(p, first_square(p->kinds[KING] & p->colours[side]), !side);
}

void write_move(move m, char text[6])
{
    const int squares[2] = {from_square(m), to_square(m)};
    for (int i = 0; i < 2; i++) {
        text[2 * i] = (char)('a' + squares[i] % 8);
        text[2 * i + 1] = (char)('1' + squares[i] / 8);
    }
    text[4] = (char)(promotion(m) ? letters[promotion(m)] : 0);
    text[5] = 0;
}

move read_move(const struct position *p, const char *text)
{
    move moves[MAX_MOVES];
    const int n = generate(p, false, moves);
    for (int i = 0; i < n; i++) {
        struct position next = *p;
        char written[6];
        write_move(moves[i], written);
        if (!strcmp(written, text) && make(&next, moves[i]))
            return moves[i];
    }
    return 0;
}

uint64_t perft(const struct position *p, int depth)
{
    if (!depth)
        return 1;
    move moves[MAX_MOVES];
    const int n = generate(p, false, moves);
    uint64_t nodes = 0;
    for (int i = 0; i < n; i++) {
        struct position next = *p;
        if (make(&next, moves[i]))
            nodes += perft(&next, depth - 1);
    }
    return nodes;
}
