/* SPDX-License-Identifier: MIT */
#include "recommend/terms.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool has_mode(const struct run_times *times, const char *mode, const char *workload,
                     enum piece piece)
{
    for (size_t i = 0; i < times->n; i++) {
        const struct run_times_row *row = &times->row[i];
        if (row->piece == piece && !strcmp(row->mode, mode) &&
            run_times_row_has_workload(row, workload))
            return true;
    }
    return false;
}

static void add(struct terms *terms, double weight, const char *mode, const char *workload,
                enum piece piece)
{
    for (size_t i = 0; i < terms->n; i++) {
        struct profile_term *term = &terms->term[i];
        if (term->piece == piece && !strcmp(term->mode, mode)) {
            term->weight += weight;
            return;
        }
    }
    if (weight > 0)
        terms->term[terms->n++] = (struct profile_term){weight, mode, workload, piece};
}

/* ---- engines ---- */

/* Finds the piece "mix-<kind>". */
static bool mix_of(const char *kind, enum piece *mix)
{
    for (*mix = 0; *mix < ROW_PIECES; ++*mix)
        if (!strncmp(piece_names[*mix], "mix-", 4) && !strcmp(piece_names[*mix] + 4, kind))
            return true;
    return false;
}

static double sum_of(const double lookups[static PIECES])
{
    double sum = 0;
    for (enum piece piece = 0; piece < PIECES; piece++)
        sum += lookups[piece];
    return sum;
}

static void add_hot(struct terms *terms, const struct engine_model *model, double share,
                    const struct run_times *times)
{
    enum piece mix;
    bool has_mix =
        mix_of(model->kind, &mix) && (times->n ? has_mode(times, model->hot, model->workload, mix)
                                               : !strcmp(model->hot, "throughput"));
    if (model->hot_units > 0)
        add(terms, share * model->hot_units, model->hot, model->workload, ALL);
    else if (has_mix)
        add(terms, share * sum_of(model->lookups), model->hot, model->workload, mix);
    else
        for (enum piece piece = 0; piece < PIECES; piece++)
            add(terms, share * model->lookups[piece], model->hot, model->workload, piece);
}

/* ---- cold lookups: bursts in `games` ---- */

enum { USUAL_L2_BYTES = 1 << 20 }; /* where a machine does not report it */

/* Returns the mode of a run whose other memory is nearest to the L2 cache in size, of the bursts of
 * these pieces; without any, one to be timed. */
static const char *nearest_burst(const struct run_times *times, unsigned queries, enum piece first,
                                 enum piece last, char to_time[static BURST_NAME])
{
    const double l2_bytes = times->l2_bytes > 0 ? times->l2_bytes : USUAL_L2_BYTES;
    double least = INFINITY;
    snprintf(to_time, BURST_NAME, "burst-%.0f-%u", l2_bytes / 1024, queries);
    const char *nearest = to_time;
    for (size_t i = 0; i < times->n; i++) {
        const struct run_times_row *row = &times->row[i];
        double distance = fabs(log(run_times_burst_bytes(times, row->mode, queries) / l2_bytes));
        if (row->piece >= first && row->piece <= last && !strcmp(row->workload, "games") &&
            distance < least) {
            least = distance;
            nearest = row->mode;
        }
    }
    return nearest;
}

/* A burst of a mix has the queries of one group. */
static void add_cold(struct terms *terms, const struct engine_model *model, double share,
                     const struct run_times *times)
{
    static const double queens[PIECES] = {[ROOK] = 0.5, [BISHOP] = 0.5, [QUEEN] = 1, [BOTH] = 1};
    enum { PIECE_QUERIES = 8, MIX_QUERIES = 16 };
    enum piece mix;
    if (mix_of(model->kind, &mix)) {
        const char *mode = nearest_burst(times, MIX_QUERIES, mix, mix, terms->burst);
        if (!times->n || mode != terms->burst) {
            add(terms, share * sum_of(model->lookups), mode, "games", mix);
            return;
        }
    }
    const char *mode = nearest_burst(times, PIECE_QUERIES, ROOK, BOTH, terms->burst);
    for (enum piece piece = 0; piece < PIECES; piece++) {
        bool own = !times->n || has_mode(times, mode, "games", piece);
        add(terms, share * model->lookups[piece] * (own ? 1 : queens[piece]), mode, "games",
            own ? piece : QUEEN);
    }
}

void terms_make_engine(struct terms *terms, const struct engine_model *model, double w,
                       const struct run_times *times)
{
    terms->n = 0;
    add_hot(terms, model, 1 - w, times);
    add_cold(terms, model, w, times);
}

/* ---- profiles ---- */

const struct engine_model *profile_engine_model(const struct profile *profile)
{
    return profile->terms ? NULL : engine_model_of(profile->name);
}

void terms_make(struct terms *terms, const struct profile *profile, const struct run_times *times)
{
    const struct engine_model *model = profile_engine_model(profile);
    if (model) {
        terms_make_engine(terms, model, model->w, times);
        return;
    }
    terms->n = profile->terms;
    memcpy(terms->term, profile->term, profile->terms * sizeof *terms->term);
}

const struct profile_term *terms_first_missing(const struct terms *terms,
                                               const struct run_times *times)
{
    for (size_t t = 0; t < terms->n; t++)
        if (!has_mode(times, terms->term[t].mode, terms->term[t].workload, terms->term[t].piece))
            return &terms->term[t];
    return NULL;
}

static const struct run_times_row *
row_of(const struct run_times *times, const struct scheme *scheme, const struct profile_term *term)
{
    return run_times_find_row(times, scheme->name, term->workload, term->mode, term->piece);
}

bool terms_timed_for(const struct terms *terms, const struct run_times *times,
                     const struct scheme *scheme)
{
    for (size_t t = 0; t < terms->n; t++)
        if (!row_of(times, scheme, &terms->term[t]))
            return false;
    return true;
}

enum score_status terms_score(const struct terms *terms, const struct run_times *times,
                              const struct scheme *scheme, double *scores)
{
    enum score_status status = SCORE_OK;
    memset(scores, 0, times->processes * sizeof *scores);
    for (size_t t = 0; t < terms->n; t++) {
        const struct profile_term *term = &terms->term[t];
        const struct run_times_row *row = row_of(times, scheme, term);
        if (!row || (row->status != ROW_OK && row->status != ROW_UNSTABLE))
            return SCORE_NOT_TIMED;
        if (row->status == ROW_UNSTABLE)
            status = SCORE_UNSTABLE;
        for (size_t p = 0; p < times->processes; p++)
            scores[p] += term->weight * row->cycles[p];
    }
    return status;
}
