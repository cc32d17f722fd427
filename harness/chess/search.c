/* SPDX-License-Identifier: MIT */
#include "chess/search.h"
#include "chess/oracle.h"

/* Beyond MAX_LINE plies, replies to checks are captures only. */
enum { MATE = 30000, MAX_LINE = 40 };

/* Kings and empty squares (PIECE_KINDS) have the value 0. */
static const int value_of[PIECE_KINDS + 1] = {
    [ROOK] = 500, [BISHOP] = 330, [QUEEN] = 900, [KNIGHT] = 320, [PAWN] = 100};

struct tree {
    struct lookups lookups; /* reports each lookup to the observer */
    const struct search_observer *observer;
    bool stopped;
};

static void look_up_and_report(void *context, enum piece piece, unsigned square, bitboard occupied,
                               bitboard *sets)
{
    struct tree *tree = context;
    const struct search_observer *o = tree->observer;
    if (!tree->stopped)
        tree->stopped = !o->query(o->context, piece == BOTH ? QUEEN : piece, square, occupied);
    oracle_attacks(piece, square, occupied, sets);
}

static void send_move(struct tree *tree, const struct position *position, bool made)
{
    const struct search_observer *o = tree->observer;
    if (o->move && !o->move(o->context, position, made))
        tree->stopped = true;
}

/* Returns material plus two hundredths of a pawn for each square that a slider attacks. */
static int evaluate(struct tree *tree, const struct position *p)
{
    bitboard occupied = position_occupied(p);
    int value[2] = {0, 0};
    for (unsigned side = WHITE; side <= BLACK; side++)
        for (unsigned kind = 0; kind < PIECE_KINDS; kind++)
            for (bitboard pieces = p->pieces[kind] & p->colours[side]; pieces;
                 pieces &= pieces - 1) {
                unsigned square = lowest_square(pieces);
                bitboard reach = 0;
                if (kind <= QUEEN)
                    look_up_and_report(tree, (enum piece)kind, square, occupied, &reach);
                value[side] += value_of[kind] + 2 * __builtin_popcountll(reach);
            }
    return value[p->side] - value[!p->side];
}

/* Returns the score that orders moves: captures by most valuable victim, then by least valuable
 * attacker. Quiet moves and en passant score 0. Castling counts as a capture of the rook, to whose
 * square its king moves. All lists of the workload `search` depend on this order. */
static int mvv_lva(const struct position *p, chess_move move)
{
    int gain = value_of[position_kind_on(p, move_to(move))];
    if (move_promotion(move) != PAWN)
        gain += value_of[move_promotion(move)];
    return gain ? 10 * gain - value_of[position_kind_on(p, move_from(move))] / 10 : 0;
}

/* Exchanges move i with the move that has the highest score from i on. Returns this score. */
static int pick(const struct position *p, chess_move *moves, size_t i, size_t n)
{
    size_t best = i;
    int most = mvv_lva(p, moves[i]);
    for (size_t j = i + 1; j < n; j++)
        if (mvv_lva(p, moves[j]) > most) {
            best = j;
            most = mvv_lva(p, moves[j]);
        }
    chess_move move = moves[best];
    moves[best] = moves[i];
    moves[i] = move;
    return most;
}

/* Returns the value of the position for the side to move, in hundredths of a pawn. At depth 0,
 * searches only captures, promotions and castling, unless the side is in check. */
static int alpha_beta(struct tree *tree, const struct position *p, unsigned depth, int ply,
                      int alpha, int beta)
{
    chess_move moves[MAX_MOVES];
    bool check = in_check(p, p->side, &tree->lookups);
    bool quiet_too = depth > 0 || (check && ply < MAX_LINE);
    int best = quiet_too ? ply - MATE : evaluate(tree, p);
    if (best >= beta)
        return best;
    size_t n = legal_moves(p, ALL_SQUARES, &tree->lookups, moves);
    if (n == 0)
        return check ? ply - MATE : 0;
    for (size_t i = 0; i < n && best < beta && !tree->stopped; i++) {
        if (!pick(p, moves, i, n) && !quiet_too)
            break;
        struct position next = *p;
        make_move(&next, moves[i]);
        send_move(tree, &next, true);
        int lower = best > alpha ? best : alpha;
        int value = -alpha_beta(tree, &next, depth ? depth - 1 : 0, ply + 1, -beta, -lower);
        send_move(tree, p, false);
        best = value > best ? value : best;
    }
    return best;
}

void search(const struct position *position, unsigned depth, const struct search_observer *observer)
{
    struct tree tree = {.observer = observer};
    tree.lookups = (struct lookups){look_up_and_report, &tree};
    alpha_beta(&tree, position, depth, 0, -MATE, MATE);
}
