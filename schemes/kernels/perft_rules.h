/* SPDX-License-Identifier: MIT
 * The part of perft's move generator that needs no slider attacks: checks, pins, pawns, castling.
 * There is no table: the caches are left to the schemes, and this code costs all of them the same.
 *
 * Checks and pins are computed along the king's lines, so that all generated moves are legal. A
 * pinned piece that moves like a rook cannot leave its pin for another orthogonal pin of the
 * same king. The same is true of bishops' moves and diagonal pins. So one set of squares for all
 * orthogonal pins and one for all diagonal pins suffice (D. Infuehr, 2021,
 * https://www.codeproject.com/Articles/5313417/Worlds-fastest-Bitboard-Chess-Movegenerator). */
#ifndef PERFT_RULES_H
#define PERFT_RULES_H

#include "perft_position.h"

/* The names of board.h may be a scheme's own here, as it need not include board.h. */
#define PERFT_FILE_A UINT64_C(0x0101010101010101)
#define PERFT_FILE_H UINT64_C(0x8080808080808080)
#define PERFT_RANK_1 UINT64_C(0x00000000000000ff)
#define PERFT_RANK_8 UINT64_C(0xff00000000000000)

/* Iterates over the squares of a set, each as a set of its own. */
#define PERFT_EACH(one, set) for (bitboard left = (set), one; one = left & -left, left; left ^= one)

static inline bitboard perft_west(bitboard set)
{
    return (set & ~PERFT_FILE_A) >> 1;
}

static inline bitboard perft_east(bitboard set)
{
    return (set & ~PERFT_FILE_H) << 1;
}

static inline bitboard perft_forward(bitboard set, unsigned side)
{
    return side == WHITE ? set << 8 : set >> 8;
}

static inline bitboard perft_pawns_attacks(bitboard pawns, unsigned side)
{
    bitboard ahead = perft_forward(pawns, side);
    return perft_west(ahead) | perft_east(ahead);
}

static inline bitboard perft_knights_attacks(bitboard knights)
{
    bitboard near_files = perft_west(knights) | perft_east(knights);
    bitboard far_files = perft_west(perft_west(knights)) | perft_east(perft_east(knights));
    return near_files << 16 | near_files >> 16 | far_files << 8 | far_files >> 8;
}

static inline bitboard perft_king_attacks(bitboard king)
{
    bitboard row = king | perft_west(king) | perft_east(king);
    return (row | row << 8 | row >> 8) ^ king;
}

/* Returns two squares and all those numbered between them: on a rank the squares between them,
 * on another line those under its mask. */
static inline bitboard perft_span(bitboard a, bitboard b)
{
    return ((a - 1) ^ (b - 1)) | a | b;
}

/* Checks and pins by enemy sliders. */
struct perft_threats {
    bitboard checkers;

    /* Squares where a piece can stop these checks: the checkers' and those before them. */
    bitboard evasions;

    /* All squares from the king to a pinning slider, with the slider's. */
    bitboard orthogonal_pins, diagonal_pins;
};

/* Adds checkers and evasions along one line through the king. Returns the pins. */
static inline bitboard perft_line_threats(bitboard king, bitboard line, bitboard snipers,
                                          bitboard occupied, struct perft_threats *threats)
{
    bitboard pins = 0;
    PERFT_EACH (sniper, snipers & line) {
        bitboard path = line & perft_span(king, sniper) & ~king;
        bitboard between = path & occupied & ~sniper;
        if (!between) {
            threats->checkers |= sniper;
            threats->evasions |= path;
        } else if (!(between & (between - 1))) {
            pins |= path;
        }
    }
    return pins;
}

static inline bitboard perft_shifted(bitboard set, int ranks)
{
    return ranks >= 0 ? set << 8 * ranks : set >> -8 * ranks;
}

/* Not inlined, for the compiler's sake: it has two callers, and one of them is rare. */
__attribute__((noinline)) static struct perft_threats
perft_threats(bitboard king, const bitboard pieces[static PIECE_KINDS], bitboard enemies,
              bitboard occupied)
{
    struct perft_threats threats = {0};
    int square = __builtin_ctzll(king), file = square & 7, rank = square >> 3;
    bitboard rooks_and_queens = enemies & (pieces[ROOK] | pieces[QUEEN]);
    bitboard bishops_and_queens = enemies & (pieces[BISHOP] | pieces[QUEEN]);
    bitboard diagonal = perft_shifted(UINT64_C(0x8040201008040201), rank - file);
    bitboard antidiagonal = perft_shifted(UINT64_C(0x0102040810204080), rank + file - 7);
    threats.orthogonal_pins =
        perft_line_threats(king, PERFT_RANK_1 << 8 * rank, rooks_and_queens, occupied, &threats) |
        perft_line_threats(king, PERFT_FILE_A << file, rooks_and_queens, occupied, &threats);
    threats.diagonal_pins =
        perft_line_threats(king, diagonal, bishops_and_queens, occupied, &threats) |
        perft_line_threats(king, antidiagonal, bishops_and_queens, occupied, &threats);
    return threats;
}

struct perft_castling {
    bitboard king, rook; /* their squares after castling */
};

/* To the g- and f-file or to the c- and d-file, also in Chess960. */
static inline struct perft_castling perft_castling(bitboard king, bitboard rook)
{
    bitboard rank = king > PERFT_RANK_1 ? PERFT_RANK_8 : PERFT_RANK_1;
    return rook > king
               ? (struct perft_castling){rank & PERFT_FILE_A << 6, rank & PERFT_FILE_A << 5}
               : (struct perft_castling){rank & PERFT_FILE_A << 2, rank & PERFT_FILE_A << 3};
}

/* The legal moves of a position: those of pawns as four sets of targets, the others by piece. */
struct perft_moves {
    uint64_t count;
    struct {
        bitboard to;
        int step;        /* squares from origin to target */
    } pawns[4];          /* pushes, double pushes, captures to the west and to the east */
    bitboard en_passant; /* pawns that may capture en passant */
    bitboard castling;   /* rooks that the king may castle with */
    unsigned n;
    struct {
        bitboard from, to;
        unsigned kind;
    } pieces[16]; /* all but pawns */
};

static inline void perft_add(struct perft_moves *moves, unsigned kind, bitboard from, bitboard to)
{
    moves->pieces[moves->n].kind = kind;
    moves->pieces[moves->n].from = from;
    moves->pieces[moves->n++].to = to;
    moves->count += (uint64_t)__builtin_popcountll(to);
}

/* A promotion counts as four moves. */
static inline void perft_add_pawns(struct perft_moves *moves, unsigned i, bitboard to, int step)
{
    moves->pawns[i].to = to;
    moves->pawns[i].step = step;
    moves->count += (uint64_t)__builtin_popcountll(to);
    moves->count += 3 * (uint64_t)__builtin_popcountll(to & (PERFT_RANK_1 | PERFT_RANK_8));
}

static inline void perft_generate_pawns(const struct perft_position *p,
                                        const struct perft_threats *threats,
                                        struct perft_moves *moves)
{
    unsigned side = p->side;
    bitboard orthogonal_pins = threats->orthogonal_pins, diagonal_pins = threats->diagonal_pins;
    bitboard enemies = p->colours[!side], occupied = p->colours[side] | enemies;
    bitboard pawns = p->colours[side] & p->pieces[PAWN];

    int ahead = side == WHITE ? 8 : -8;
    bitboard unpinned = perft_forward(pawns & ~orthogonal_pins & ~diagonal_pins, side);

    bitboard pinned = perft_forward(pawns & orthogonal_pins, side);
    bitboard pushed = (unpinned | (pinned & orthogonal_pins)) & ~occupied;
    bitboard first_push = side == WHITE ? PERFT_RANK_1 << 16 : PERFT_RANK_8 >> 16;
    bitboard twice = perft_forward(pushed & first_push, side) & ~occupied;
    perft_add_pawns(moves, 0, pushed & threats->evasions, ahead);
    perft_add_pawns(moves, 1, twice & threats->evasions, 2 * ahead);

    bitboard prey = enemies & threats->evasions;
    pinned = perft_forward(pawns & diagonal_pins, side);
    bitboard west = perft_west(unpinned) | (perft_west(pinned) & diagonal_pins);
    bitboard east = perft_east(unpinned) | (perft_east(pinned) & diagonal_pins);
    perft_add_pawns(moves, 2, west & prey, ahead - 1);
    perft_add_pawns(moves, 3, east & prey, ahead + 1);
}

/* En passant removes two pieces from their lines, so that the king's safety is tested again. */
static inline void perft_generate_en_passant(const struct perft_position *p, bitboard checkers,
                                             struct perft_moves *moves)
{
    unsigned side = p->side;
    bitboard own = p->colours[side], king = own & p->pieces[KING];
    bitboard taken = perft_forward(p->en_passant, !side);
    bitboard occupied = (own | p->colours[!side]) ^ taken ^ p->en_passant;
    bitboard pawns = perft_pawns_attacks(p->en_passant, !side) & own & p->pieces[PAWN];
    if (checkers & (p->pieces[KNIGHT] | p->pieces[PAWN]) & ~taken)
        return;
    PERFT_EACH (from, pawns)
        if (!perft_threats(king, p->pieces, p->colours[!side], occupied ^ from).checkers) {
            moves->en_passant |= from;
            moves->count++;
        }
}

/* Returns the position after a piece has moved, captured any piece on its target, and become
 * `kind`. */
static inline struct perft_position perft_after(const struct perft_position *p, bitboard from,
                                                bitboard to, unsigned kind)
{
    struct perft_position next;
    for (unsigned k = 0; k < PIECE_KINDS; k++)
        next.pieces[k] = p->pieces[k] & ~(from | to);
    next.pieces[kind] |= to;
    next.colours[p->side] = p->colours[p->side] ^ from ^ to;
    next.colours[!p->side] = p->colours[!p->side] & ~to;
    next.castling = p->castling & ~(from | to);
    next.en_passant = 0;
    next.side = !p->side;
    return next;
}

#endif
