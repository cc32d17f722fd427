/* SPDX-License-Identifier: MIT */
#include "position.h"

#include <string.h>

#include "attacks.h"

static const char letters[] = "pnbrqk";

/* Returns pseudo-random bits, a different word for each n: Zobrist's numbers without a table. */
static uint64_t noise(uint64_t n)
{
    n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ n >> 29) * UINT64_C(0xd6e8feb86659fd93);
    return n ^ n >> 32;
}

static void toggle(struct position *p, int colour, int kind, int square)
{
    p->kinds[kind] ^= bit(square);
    p->colours[colour] ^= bit(square);
    p->key ^= noise((uint64_t)(colour * KINDS + kind) << 6 | (uint64_t)square);
}

/* Includes or excludes all that is neither a piece nor a square of one in the key. */
static void toggle_state(struct position *p)
{
    p->key ^= noise(p->castling | UINT64_C(1) << 32) ^ noise(p->en_passant | UINT64_C(1) << 33);
    p->key ^= noise((uint64_t)p->side | UINT64_C(1) << 34);
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
    toggle_state(p);
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
    toggle_state(p);
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
    toggle_state(p);
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
