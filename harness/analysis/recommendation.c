/* SPDX-License-Identifier: MIT */
#include "analysis/recommendation.h"
#include "base/memory.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct column *profile_column(const struct profile *profile, const struct run *run,
                                    const struct machine *machine)
{
    for_each_column (column, run)
        if (column->list->piece == profile->piece &&
            !strcmp(column->list->name, profile->workload) &&
            mode_is(column->mode, profile->mode, machine))
            return column;
    return NULL;
}

/* Adds the row as a candidate if its scheme may be taken, or is shown as a comparison. Counts why a
 * scheme cannot be taken. */
static void add_row(struct recommendation *r, const struct measured_row *row,
                    const struct restrictions *restrictions)
{
    const struct scheme *scheme = row->planned.scheme;
    bool timed = row->planned.status == ROW_OK || row->planned.status == ROW_UNSTABLE,
         allowed = restrictions_allow(restrictions, scheme);
    if (!timed || scheme->twin || scheme->traits & MOCK)
        return;
    if (!row_has_role(row, ROLE_BEST)) {
        r->incremental++;
        return;
    }
    r->excluded += !allowed;
    if (!row->standing.rank_min) {
        r->unstable += allowed;
        return;
    }
    if (allowed && (!r->fastest || row_precedes(row, r->fastest)))
        r->fastest = row;
    if (allowed || (is_common_scheme(scheme) && restrictions_allow_needs(restrictions, scheme)))
        r->candidate[r->n++] = (struct candidate){.row = row, .allowed = allowed};
}

/* ---- trials of engines ---- */

static bool is_allowed(const struct recommendation *r, const char *scheme)
{
    for (size_t i = 0; i < r->n; i++)
        if (!strcmp(r->candidate[i].row->planned.scheme->name, scheme))
            return r->candidate[i].allowed;
    return false;
}

/* Returns the least ratio of another allowed getter in the same trial; INFINITY if the trial has
 * none. */
static double best_other_ratio(const struct recommendation *r, const struct trial_getter *of)
{
    double best = INFINITY;
    for (const struct trial_getter *g = trial_getters; *g->profile; g++)
        if (g != of && !strcmp(g->profile, of->profile) && g->trial == of->trial &&
            is_allowed(r, g->scheme))
            best = fmin(best, g->ratio);
    return best;
}

struct trial_record recommendation_trials(const struct recommendation *r, const char *scheme)
{
    struct trial_record record = {0};
    for (const struct trial_getter *g = trial_getters; *g->profile; g++) {
        if (strcmp(g->profile, r->profile->name) || strcmp(g->scheme, scheme))
            continue;
        double other = best_other_ratio(r, g), lost = 100 * (g->ratio / fmin(g->ratio, other) - 1);
        if (isinf(other))
            continue; /* the trial compares this getter with none */
        record.trials++;
        record.lost_mean += (lost - record.lost_mean) / (double)record.trials;
        record.lost_most = fmax(record.lost_most, lost);
    }
    return record;
}

/* ---- the one to take ---- */

/* Sets what trials say of a candidate: the time of an engine that contains it, in a unit that all
 * candidates share. It grows with a power of the cycles in this column, and by what trials found of
 * the getter beyond that. */
static void set_engine(const struct profile *profile, struct candidate *c)
{
    const struct engine_trials *all = engine_trials(profile);
    const struct tried_getter *tried = find_tried(profile, c->row->planned.scheme->name);
    c->trials = tried ? tried->trials : 0;
    c->engine =
        all ? pow(c->row->cycles.mid, all->exponent) * exp(tried ? tried->residual : 0) : NAN;
}

/* Returns whether a candidate is to be taken rather than another one: because more trials had it
 * or, if equally many had both, because engines should be faster with it. If no trial had either,
 * the column decides. The order of two candidates does not depend on other candidates: the scheme
 * to take remains if another one is forbidden. */
static bool is_better(const struct candidate *c, const struct candidate *other)
{
    if (c->trials != other->trials)
        return c->trials > other->trials;
    return c->trials ? c->engine < other->engine : row_precedes(c->row, other->row);
}

/* Returns whether a candidate is allowed, and for this use as good as the fastest allowed one. */
static bool is_close(const struct recommendation *r, const struct run *run,
                     const struct candidate *c)
{
    if (!c->allowed || c->row == r->fastest)
        return c->allowed;
    return r->profile->close > 0 ? c->ratio.mid <= r->profile->close
                                 : column_verdict(run, c->row, r->fastest) != SLOWER;
}

/* Returns the best allowed candidate besides `other`; NULL if there is none. */
static const struct candidate *best_besides(const struct recommendation *r,
                                            const struct candidate *other)
{
    const struct candidate *best = NULL;
    for (const struct candidate *c = r->candidate; c < r->candidate + r->n; c++)
        if (c->allowed && c != other && (!best || is_better(c, best)))
            best = c;
    return best;
}

/* Gives each candidate its role. */
static void give_roles(const struct run *run, struct recommendation *r)
{
    const struct candidate *taken = best_besides(r, NULL), *next = best_besides(r, taken);
    for (struct candidate *c = r->candidate; c < r->candidate + r->n; c++)
        c->role = c == taken                                 ? CANDIDATE_TAKE
                  : c == next                                ? CANDIDATE_NEXT
                  : is_close(r, run, c)                      ? CANDIDATE_CLOSE
                  : is_common_scheme(c->row->planned.scheme) ? CANDIDATE_COMMON
                                                             : CANDIDATE_OTHER;
}

static int by_role(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->role != b->role)
        return a->role < b->role ? -1 : 1;
    return is_better(b, a) - is_better(a, b);
}

bool recommendation_make(struct recommendation *r, const struct run *run,
                         const struct column *column, const struct profile *profile,
                         const struct restrictions *restrictions, struct error *error)
{
    *r = (struct recommendation){.profile = profile,
                                 .candidate = xcalloc(run->n, sizeof *r->candidate)};
    for_each_row_of_column (row, run, column)
        add_row(r, row, restrictions);
    if (r->fastest) {
        for (size_t i = 0; i < r->n; i++) {
            r->candidate[i].ratio = column_ratio(run, r->candidate[i].row, r->fastest);
            set_engine(profile, &r->candidate[i]);
        }
        give_roles(run, r);
        qsort(r->candidate, r->n, sizeof *r->candidate, by_role);
        for (size_t i = r->n; i--;)
            r->candidate[i].engine /= r->candidate[0].engine;
        return true;
    }
    if (r->unstable || !r->excluded)
        return fail(error, STATUS_IN_DOUBT,
                    "no scheme has a stable result of several processes; measure longer");
    return fail(error, STATUS_USAGE, "the options exclude every scheme that was measured");
}

void recommendation_free(struct recommendation *r)
{
    free(r->candidate);
}
