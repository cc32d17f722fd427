/* SPDX-License-Identifier: MIT
 * Alpha-beta with quiescence. */
#include <inttypes.h>
#include <stdio.h>

#include "position.h"

enum { INFINITE = 32000, MATE = 31000 };

static struct {
    uint64_t nodes, limit;
    move best;
    bool stopped;
} run;

/* Rates captures of valuable pieces by cheap ones first, then promotions. */
static int rate(const struct position *p, move m)
{
    const int captured = kind_at(p, to_square(m));
    return captured < KINDS ? 16 * (captured + 1) - kind_at(p, from_square(m)) : promotion(m);
}

/* Sorts moves, the best first. */
static void sort(const struct position *p, move *moves, int n)
{
    int rates[MAX_MOVES];
    for (int i = 0; i < n; i++) {
        const move m = moves[i];
        const int own = rate(p, m);
        int j = i;
        for (; j && rates[j - 1] < own; j--) {
            moves[j] = moves[j - 1];
            rates[j] = rates[j - 1];
        }
        moves[j] = m;
        rates[j] = own;
    }
}

/* Returns the value for the side to move; void when the search has stopped. At depth 0 only
 * captures are tried, beside no move at all. */
static int visit(const struct position *p, int depth, int ply, int alpha, int beta)
{
    run.stopped = run.stopped || run.nodes >= run.limit;
    if (run.stopped)
        return 0;
    run.nodes++;
    const bool check = in_check(p);
    depth += check;
    const bool quiet = depth <= 0 || ply >= MAX_DEPTH;
    int best = quiet ? evaluate(p) : -INFINITE;
    alpha = best > alpha ? best : alpha;
    move moves[MAX_MOVES];
    const int n = alpha < beta ? generate(p, quiet, moves) : 0;
    sort(p, moves, n);
    for (int i = 0; i < n && alpha < beta; i++) {
        struct position next = *p;
        if (!make(&next, moves[i]))
            continue;
        const int value = -visit(&next, depth - 1, ply + 1, -beta, -alpha);
        if (run.stopped)
            return 0;
        if (value > best && !ply)
            run.best = moves[i];
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    return best > -INFINITE ? best : check ? ply - MATE : 0;
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
