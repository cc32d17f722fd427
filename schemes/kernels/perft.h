/* SPDX-License-Identifier: MIT
 * perft: the number of legal move sequences of a given length, by a move generator with the
 * scheme's getters inlined. A template without include guard, part of kernels.h.
 * https://www.chessprogramming.org/Perft
 *
 * Slider attacks serve the two purposes that they have in an engine: the moves of the side's own
 * pieces, one piece at a time, and the set of all squares that the enemy attacks. Moves before
 * the last ply are made, the position by copying, the view by toggle(). Those of the last ply
 * are counted. */
/* A local here may have the name of a scheme's table or function. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include "perft_rules.h"

/* Toggles each square of a set. */
static inline void perft_toggle(view *v, bitboard squares)
{
#ifdef view
    for (; squares; squares &= squares - 1)
        toggle(v, (unsigned)__builtin_ctzll(squares));
#else
    *v ^= squares;
#endif
}

static inline bitboard perft_sliders_attacks(const bitboard pieces[static PIECE_KINDS],
                                             bitboard side, GETTER_ARGUMENT v)
{
#if defined sliders_attacks
    return sliders_attacks(side & (pieces[ROOK] | pieces[QUEEN]),
                           side & (pieces[BISHOP] | pieces[QUEEN]), v);
#elif defined rooks_attacks /* set-wise: queens are flooded with the other pieces */
    return rooks_attacks(side & (pieces[ROOK] | pieces[QUEEN]), v) |
           bishops_attacks(side & (pieces[BISHOP] | pieces[QUEEN]), v);
#else
    bitboard attacks =
        rooks_attacks(side & pieces[ROOK], v) | bishops_attacks(side & pieces[BISHOP], v);
    for (bitboard queens = side & pieces[QUEEN]; queens; queens &= queens - 1)
        attacks |= queen_attacks((unsigned)__builtin_ctzll(queens), v);
    return attacks;
#endif
}

static inline void perft_generate_king(const struct perft_position *p, view *v,
                                       const struct perft_threats *threats,
                                       struct perft_moves *moves)
{
    unsigned side = p->side;
    bitboard own = p->colours[side], enemies = p->colours[!side], king = own & p->pieces[KING];

    perft_toggle(v, king); /* it does not shelter the squares behind it */
    bitboard attacked = perft_sliders_attacks(p->pieces, enemies, VIEW_AT((const view *)v)) |
                        perft_knights_attacks(enemies & p->pieces[KNIGHT]) |
                        perft_pawns_attacks(enemies & p->pieces[PAWN], !side) |
                        perft_king_attacks(enemies & p->pieces[KING]);
    perft_toggle(v, king);
    perft_add(moves, KING, king, perft_king_attacks(king) & ~own & ~attacked);

    /* Castling with a pinned rook would leave the king in check: the rook no longer shields it. */
    bitboard rooks = threats->checkers ? 0 : p->castling & own & ~threats->orthogonal_pins;
    PERFT_EACH (rook, rooks) {
        struct perft_castling castling = perft_castling(king, rook);
        bitboard path = perft_span(king, castling.king);
        bitboard others = (own | enemies) ^ king ^ rook;
        if (!(path & attacked) && !((path | perft_span(rook, castling.rook)) & others)) {
            moves->castling |= rook;
            moves->count++;
        }
    }
}

/* Generates the moves. The view is that of the position's occupancy, before and afterwards. */
FLATTEN static void perft_generate(const struct perft_position *p, view *v,
                                   struct perft_moves *moves)
{
    bitboard own = p->colours[p->side], enemies = p->colours[!p->side],
             king = own & p->pieces[KING];
    struct perft_threats threats = perft_threats(king, p->pieces, enemies, own | enemies);
    bitboard leapers = enemies & ((perft_knights_attacks(king) & p->pieces[KNIGHT]) |
                                  (perft_pawns_attacks(king, p->side) & p->pieces[PAWN]));
    threats.checkers |= leapers;
    threats.evasions |= leapers;
    if (!threats.checkers)
        threats.evasions = ~(bitboard)0;
    else if (threats.checkers & (threats.checkers - 1))
        threats.evasions = 0;

    moves->n = 0;
    moves->count = moves->en_passant = moves->castling = 0;
    perft_generate_king(p, v, &threats, moves);
    perft_generate_pawns(p, &threats, moves);
    if (p->en_passant)
        perft_generate_en_passant(p, threats.checkers, moves);

    bitboard orthogonal_pins = threats.orthogonal_pins, diagonal_pins = threats.diagonal_pins;
    bitboard targets = ~own & threats.evasions, queens = own & p->pieces[QUEEN];
    bitboard unpinned = ~orthogonal_pins & ~diagonal_pins;
    PERFT_EACH (from, own & p->pieces[KNIGHT] & unpinned)
        perft_add(moves, KNIGHT, from, perft_knights_attacks(from) & targets);
    PERFT_EACH (from, (own & p->pieces[BISHOP] & ~orthogonal_pins) | (queens & diagonal_pins)) {
        bitboard to = bishop_attacks((unsigned)__builtin_ctzll(from), VIEW_AT((const view *)v));
        to &= from & diagonal_pins ? targets & diagonal_pins : targets;
        perft_add(moves, from & queens ? QUEEN : BISHOP, from, to);
    }
    PERFT_EACH (from, (own & p->pieces[ROOK] & ~diagonal_pins) | (queens & orthogonal_pins)) {
        bitboard to = rook_attacks((unsigned)__builtin_ctzll(from), VIEW_AT((const view *)v));
        to &= from & orthogonal_pins ? targets & orthogonal_pins : targets;
        perft_add(moves, from & queens ? QUEEN : ROOK, from, to);
    }
    PERFT_EACH (from, queens & unpinned)
        perft_add(moves, QUEEN, from,
                  queen_attacks((unsigned)__builtin_ctzll(from), VIEW_AT((const view *)v)) &
                      targets);
}

static uint64_t perft_nodes(const struct perft_position *p, view *v, unsigned depth);

/* Counts the nodes below `next`, the position after a move. */
static uint64_t perft_below(const struct perft_position *p, struct perft_position *next, view *v,
                            unsigned depth)
{
    bitboard changed =
        p->colours[WHITE] ^ p->colours[BLACK] ^ next->colours[WHITE] ^ next->colours[BLACK];
    perft_toggle(v, changed);
    uint64_t nodes = perft_nodes(next, v, depth - 1);
    perft_toggle(v, changed);
    return nodes;
}

static uint64_t perft_pawns(const struct perft_position *p, view *v, unsigned depth,
                            bitboard targets, int step)
{
    uint64_t nodes = 0;
    PERFT_EACH (to, targets) {
        int origin = __builtin_ctzll(to) - step;
        struct perft_position next = perft_after(p, (bitboard)1 << origin, to, PAWN);
        if (step == 16 || step == -16)
            next.en_passant = (bitboard)1 << (origin + step / 2);
        if (to & (PERFT_RANK_1 | PERFT_RANK_8)) {
            next.pieces[PAWN] ^= to;
            for (unsigned kind = ROOK; kind <= KNIGHT; kind++) {
                next.pieces[kind] |= to;
                nodes += perft_below(p, &next, v, depth);
                next.pieces[kind] ^= to;
            }
        } else {
            nodes += perft_below(p, &next, v, depth);
        }
    }
    return nodes;
}

static uint64_t perft_nodes(const struct perft_position *p, view *v, unsigned depth)
{
    struct perft_moves moves;
    perft_generate(p, v, &moves);
    if (depth == 1)
        return moves.count;

    uint64_t nodes = 0;
    bitboard own = p->colours[p->side];
    for (unsigned i = 0; i < 4; i++)
        nodes += perft_pawns(p, v, depth, moves.pawns[i].to, moves.pawns[i].step);
    for (unsigned i = 0; i < moves.n; i++)
        PERFT_EACH (to, moves.pieces[i].to) {
            struct perft_position next =
                perft_after(p, moves.pieces[i].from, to, moves.pieces[i].kind);
            if (moves.pieces[i].kind == KING)
                next.castling &= ~own;
            nodes += perft_below(p, &next, v, depth);
        }
    PERFT_EACH (from, moves.en_passant) {
        struct perft_position next = perft_after(p, from, p->en_passant, PAWN);
        bitboard taken = perft_forward(p->en_passant, next.side);
        next.pieces[PAWN] ^= taken;
        next.colours[next.side] ^= taken;
        nodes += perft_below(p, &next, v, depth);
    }
    PERFT_EACH (rook, moves.castling) {
        bitboard king = own & p->pieces[KING];
        struct perft_castling castling = perft_castling(king, rook);
        struct perft_position next = perft_after(p, king | rook, castling.king, KING);
        next.pieces[ROOK] |= castling.rook;
        next.colours[p->side] = (own ^ king ^ rook) | castling.king | castling.rook;
        next.castling &= ~own;
        nodes += perft_below(p, &next, v, depth);
    }
    return nodes;
}

static uint64_t perft_run(const struct perft_position *position, unsigned depth)
{
    view v;
    set_view(&v, position->colours[WHITE] | position->colours[BLACK]);
    return depth ? perft_nodes(position, &v, depth) : 1;
}

static bitboard all_perft(const struct queries *queries)
{
    bitboard nodes = 0;
    for (size_t i = 0; i < queries->n; i++)
        nodes += perft_run(&queries->tasks[i].position, queries->tasks[i].depth);
    return nodes;
}
#pragma GCC diagnostic pop
