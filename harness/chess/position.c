/* SPDX-License-Identifier: MIT */
#include "chess/position.h"
#include "chess/oracle.h"
#include "common/board.h"

#define FILE_B (FILE_A << 1)
#define FILE_G (FILE_H >> 1)
#define RANK_3 (RANK_1 << 16)
#define RANK_6 (RANK_8 >> 16)

static unsigned king_square(const struct position *p, unsigned side)
{
    return lowest_square(p->pieces[KING] & p->colours[side]);
}

static bitboard home_rank(unsigned side)
{
    return side == WHITE ? RANK_1 : RANK_8;
}

static bitboard king_attacks(bitboard king)
{
    bitboard row = king | (king & ~FILE_A) >> 1 | (king & ~FILE_H) << 1;
    return (row | row << 8 | row >> 8) ^ king;
}

static bitboard knight_attacks(bitboard knight)
{
    bitboard near = (knight & ~FILE_A) >> 1 | (knight & ~FILE_H) << 1;
    bitboard far = (knight & ~(FILE_A | FILE_B)) >> 2 | (knight & ~(FILE_G | FILE_H)) << 2;
    return near << 16 | near >> 16 | far << 8 | far >> 8;
}

static bitboard forward(bitboard pawns, unsigned side)
{
    return side == WHITE ? pawns << 8 : pawns >> 8;
}

static bitboard pawn_attacks(bitboard pawns, unsigned side)
{
    bitboard ahead = forward(pawns, side);
    return (ahead & ~FILE_A) >> 1 | (ahead & ~FILE_H) << 1;
}

/* All slider attacks in this file go through this function. */
static void look_up(const struct lookups *lookups, enum piece piece, unsigned square,
                    bitboard occupied, bitboard *sets)
{
    if (lookups)
        lookups->look_up(lookups->context, piece, square, occupied, sets);
    else
        oracle_attacks(piece, square, occupied, sets);
}

/* Returns the pieces of one side that attack a square on a board with this occupancy. */
static bitboard attackers(const struct position *p, unsigned side, unsigned square,
                          bitboard occupied, const struct lookups *lookups)
{
    bitboard target = square_bit(square), own = p->colours[side];
    bitboard orthogonal = own & (p->pieces[ROOK] | p->pieces[QUEEN]),
             diagonal = own & (p->pieces[BISHOP] | p->pieces[QUEEN]);
    bitboard hit = own & ((king_attacks(target) & p->pieces[KING]) |
                          (knight_attacks(target) & p->pieces[KNIGHT]) |
                          (pawn_attacks(target, !side) & p->pieces[PAWN]));
    if (orthogonal | diagonal) {
        enum piece piece = !diagonal ? ROOK : orthogonal ? BOTH : BISHOP;
        bitboard sets[2];
        look_up(lookups, piece, square, occupied, sets);
        hit |= (sets[0] & orthogonal) | (sets[piece == BOTH] & diagonal);
    }
    return hit;
}

unsigned position_kind_on(const struct position *p, unsigned square)
{
    unsigned kind = 0;
    while (kind < PIECE_KINDS && !(p->pieces[kind] & square_bit(square)))
        kind++;
    return kind;
}

bool in_check(const struct position *p, unsigned side, const struct lookups *lookups)
{
    return attackers(p, !side, king_square(p, side), position_occupied(p), lookups);
}

/* Returns whether an otherwise legal move, except castling, leaves the mover's king safe. */
static bool king_safe_after(const struct position *p, unsigned from, unsigned to,
                            const struct lookups *lookups)
{
    bitboard captured = square_bit(to);
    if (to == p->en_passant && p->pieces[PAWN] & square_bit(from))
        captured |= square_bit(to ^ 8);
    bitboard occupied = (position_occupied(p) & ~captured & ~square_bit(from)) | square_bit(to);
    unsigned king = king_square(p, p->side);
    return !(attackers(p, !p->side, king == from ? to : king, occupied, lookups) & ~captured);
}

/* Returns the target squares of a piece, ignoring own pieces and the king's safety. */
static bitboard targets(const struct position *p, unsigned kind, unsigned from,
                        const struct lookups *lookups)
{
    bitboard occupied = position_occupied(p), piece = square_bit(from), set;
    switch (kind) {
    case ROOK:
    case BISHOP:
    case QUEEN:
        look_up(lookups, (enum piece)kind, from, occupied, &set);
        return set;
    case KNIGHT:
        return knight_attacks(piece);
    case KING:
        return king_attacks(piece);
    default: { /* PAWN */
        bitboard prey = p->colours[!p->side];
        if (p->en_passant != NO_SQUARE)
            prey |= square_bit(p->en_passant);
        bitboard once = forward(piece, p->side) & ~occupied;
        bitboard twice = forward(once & (p->side == WHITE ? RANK_3 : RANK_6), p->side) & ~occupied;
        return (pawn_attacks(piece, p->side) & prey) | once | twice;
    }
    }
}

/* Castling ends with king and rook on the g- and f-file or on the c- and d-file. */
static bitboard castled_king(unsigned side, bool kingside)
{
    return home_rank(side) & (kingside ? FILE_G : FILE_B << 1);
}

static bitboard castled_rook(unsigned side, bool kingside)
{
    return home_rank(side) & (kingside ? FILE_G >> 1 : FILE_B << 2);
}

static bitboard rank_span(unsigned a, unsigned b)
{
    bitboard first = square_bit(a < b ? a : b), last = square_bit(a < b ? b : a);
    return last | (last - first);
}

static chess_move *add_castlings(const struct position *p, const struct lookups *lookups,
                                 chess_move *out)
{
    unsigned king = king_square(p, p->side);
    for (bitboard rooks = p->castling & home_rank(p->side); rooks; rooks &= rooks - 1) {
        unsigned rook = lowest_square(rooks);
        bitboard others = position_occupied(p) & ~square_bit(king) & ~square_bit(rook);
        bitboard path = rank_span(king, lowest_square(castled_king(p->side, rook > king)));
        bitboard rook_path = rank_span(rook, lowest_square(castled_rook(p->side, rook > king)));
        bool legal = !(others & (path | rook_path));
        for (; legal && path; path &= path - 1)
            legal = !attackers(p, !p->side, lowest_square(path), others, lookups);
        if (legal)
            *out++ = move_of(king, rook, PAWN);
    }
    return out;
}

size_t legal_moves(const struct position *p, bitboard from_set, const struct lookups *lookups,
                   chess_move moves[static MAX_MOVES])
{
    chess_move *out = moves;
    bitboard own = p->colours[p->side], occupied = position_occupied(p);
    unsigned king = king_square(p, p->side);
    bool check = in_check(p, p->side, lookups);
    /* Without a check, the king can be exposed by its own moves, by moves of pieces on lines from
     * it, and by en passant, which removes two pieces from one line. */
    bitboard suspects;
    look_up(lookups, QUEEN, king, occupied, &suspects);
    suspects |= square_bit(king);
    for (unsigned kind = 0; kind < PIECE_KINDS; kind++)
        for (bitboard pieces = own & p->pieces[kind] & from_set; pieces; pieces &= pieces - 1) {
            unsigned from = lowest_square(pieces);
            bool suspect = check || suspects & square_bit(from);
            for (bitboard to_set = targets(p, kind, from, lookups) & ~own; to_set;
                 to_set &= to_set - 1) {
                unsigned to = lowest_square(to_set);
                if ((suspect || to == p->en_passant) && !king_safe_after(p, from, to, lookups))
                    continue;
                if (kind == PAWN && square_bit(to) & (RANK_1 | RANK_8))
                    for (unsigned promotion = ROOK; promotion <= KNIGHT; promotion++)
                        *out++ = move_of(from, to, promotion);
                else
                    *out++ = move_of(from, to, PAWN);
            }
        }
    if (!check && from_set & square_bit(king))
        out = add_castlings(p, lookups, out);
    return (size_t)(out - moves);
}

static void toggle_pieces(struct position *p, unsigned side, unsigned kind, bitboard squares)
{
    p->pieces[kind] ^= squares;
    p->colours[side] ^= squares;
}

void make_move(struct position *p, chess_move move)
{
    unsigned from = move_from(move), to = move_to(move), promotion = move_promotion(move),
             side = p->side, kind = position_kind_on(p, from), captured = position_kind_on(p, to);
    if (p->castling & home_rank(side) & square_bit(to)) {
        toggle_pieces(p, side, KING, square_bit(from) ^ castled_king(side, to > from));
        toggle_pieces(p, side, ROOK, square_bit(to) ^ castled_rook(side, to > from));
        captured = PIECE_KINDS;
    } else {
        toggle_pieces(p, side, kind, square_bit(from));
        toggle_pieces(p, side, promotion == PAWN ? kind : promotion, square_bit(to));
        if (captured != PIECE_KINDS)
            toggle_pieces(p, !side, captured, square_bit(to));
        else if (kind == PAWN && to == p->en_passant)
            toggle_pieces(p, !side, PAWN, square_bit(to ^ 8));
    }
    p->castling &= ~(square_bit(from) | square_bit(to));
    if (kind == KING)
        p->castling &= ~home_rank(side);
    p->en_passant = kind == PAWN && (from ^ to) == 16 ? (uint16_t)((from + to) / 2) : NO_SQUARE;
    p->halfmove_clock = kind == PAWN || captured != PIECE_KINDS ? 0 : p->halfmove_clock + 1;
    p->fullmove_number += side == BLACK;
    p->side = !side;
}
