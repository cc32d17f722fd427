/* SPDX-License-Identifier: MIT
 * Alpha-beta with quiescence and a transposition table. */
#include "search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { INFINITE = 32000, MATE = 31000, ENTRIES = 1 << 16, HISTORY_LIMIT = 1 << 14 };
enum bound { EXACT, LOWER, UPPER };

struct entry {
    uint64_t key;
    int16_t value;
    move move;
    int8_t depth;
    uint8_t bound;
};

static struct entry table[ENTRIES];
static int history[2][1 << 12]; /* by side, and the squares of a move */

static struct {
    uint64_t nodes, limit;
    move best;
    bool stopped;
} run;

void search_clear(void)
{
    memset(table, 0, sizeof table);
    memset(history, 0, sizeof history);
}

/* Returns true when the search is to end: its values are void from then on. */
static bool count_node(void)
{
    run.stopped = run.stopped || run.nodes >= run.limit;
    run.nodes += !run.stopped;
    return run.stopped;
}

/* The best move of the table, then captures of valuable pieces by cheap ones, then good quiet
 * moves. */
static void rate(const struct position *p, const move *moves, int n, move first, int *rates)
{
    for (int i = 0; i < n; i++) {
        const int captured = kind_at(p, to_square(moves[i]));
        rates[i] = history[p->side][moves[i] & 0xfff];
        if (captured < KINDS)
            rates[i] = (1 << 20) + 16 * piece_values[captured] - kind_at(p, from_square(moves[i]));
        if (promotion(moves[i]))
            rates[i] += 1 << 19;
        if (moves[i] == first)
            rates[i] = 1 << 24;
    }
}

/* Exchanges the best of the moves from i on with move i, and returns it. */
static move pick(move *moves, int *rates, int i, int n)
{
    int best = i;
    for (int j = i + 1; j < n; j++)
        if (rates[j] > rates[best])
            best = j;
    const move m = moves[best];
    const int r = rates[best];
    moves[best] = moves[i];
    rates[best] = rates[i];
    moves[i] = m;
    rates[i] = r;
    return m;
}

static int quiesce(const struct position *p, int alpha, int beta)
{
    if (count_node())
        return 0;
    int best = evaluate(p);
    if (best >= beta)
        return best;
    alpha = best > alpha ? best : alpha;
    move moves[MAX_MOVES];
    int rates[MAX_MOVES];
    const int n = generate(p, true, moves);
    rate(p, moves, n, 0, rates);
    for (int i = 0; i < n && alpha < beta; i++) {
        struct position next = *p;
        if (!make(&next, pick(moves, rates, i, n)))
            continue;
        const int value = -quiesce(&next, -beta, -alpha);
        if (run.stopped)
            return 0;
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

static void store(struct entry *e, uint64_t key, int depth, int value, enum bound bound, move m)
{
    *e = (struct entry){key, (int16_t)value, m, (int8_t)depth, (uint8_t)bound};
}

/* Returns whether the entry's value decides a node of this depth and window. */
static bool decides(const struct entry *e, int depth, int alpha, int beta)
{
    return e->depth >= depth && (e->bound == EXACT || (e->bound == LOWER && e->value >= beta) ||
                                 (e->bound == UPPER && e->value <= alpha));
}

static int visit(const struct position *p, int depth, int ply, int alpha, int beta);

static int visit_moves(const struct position *p, int depth, int ply, int alpha, int beta,
                       bool check)
{
    struct entry *e = &table[p->key % ENTRIES];
    move moves[MAX_MOVES], best_move = 0;
    int rates[MAX_MOVES], best = -INFINITE;
    const int first_alpha = alpha, n = generate(p, false, moves);
    rate(p, moves, n, e->key == p->key ? e->move : 0, rates);
    for (int i = 0; i < n && alpha < beta; i++) {
        struct position next = *p;
        const move m = pick(moves, rates, i, n);
        if (!make(&next, m))
            continue;
        const int value = -visit(&next, depth - 1, ply + 1, -beta, -alpha);
        if (run.stopped)
            return 0;
        if (value > best) {
            best = value;
            best_move = m;
            if (!ply)
                run.best = m;
        }
        alpha = best > alpha ? best : alpha;
        int *good = &history[p->side][m & 0xfff];
        if (alpha >= beta && *good < HISTORY_LIMIT)
            *good += depth * depth;
    }
    if (best == -INFINITE)
        return check ? ply - MATE : 0;
    store(e, p->key, depth, best,
          best >= beta         ? LOWER
          : best > first_alpha ? EXACT
                               : UPPER,
          best_move);
    return best;
}

static int visit(const struct position *p, int depth, int ply, int alpha, int beta)
{
    const bool check = in_check(p);
    depth += check;
    if (depth <= 0 || ply >= MAX_DEPTH)
        return quiesce(p, alpha, beta);
    if (count_node())
        return 0;
    const struct entry *e = &table[p->key % ENTRIES];
    if (ply && e->key == p->key && decides(e, depth, alpha, beta))
        return e->value;
    return visit_moves(p, depth, ply, alpha, beta, check);
}

move search(const struct position *p, int depth, uint64_t nodes)
{
    run.nodes = 0;
    run.limit = nodes;
    run.stopped = false;
    run.best = 0;
    for (int d = 1; d <= depth && !run.stopped; d++) {
        const int value = visit(p, d, 0, -INFINITE, INFINITE);
        char text[6] = "0000";
        if (run.best)
            write_move(run.best, text);
        if (!run.stopped)
            printf("info depth %d score cp %d nodes %" PRIu64 " pv %s\n", d, value, run.nodes,
                   text);
        if (!run.best)
            break;
    }
    printf("info nodes %" PRIu64 "\n", run.nodes);
    return run.best;
}
