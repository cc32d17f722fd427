/* SPDX-License-Identifier: MIT */
#include "recommend/prediction.h"
#include "plan/scheme_set.h"
#include "recommend/terms.h"
#include "well_known.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rows that they take ---- */

static bool has_base(const struct run_times *times)
{
    for (size_t i = 0; i < times->n; i++)
        if (!strcmp(times->row[i].scheme, BASE_SCHEME))
            return true;
    return false;
}

bool predictions_check(const struct engine_model *model, const struct run_times *times,
                       struct error *error)
{
    const struct run_times no_rows = {.l2_bytes = times->l2_bytes};
    struct terms terms, ideal;
    const double w[] = {0, 1};
    if (!has_base(times))
        return fail(error, STATUS_USAGE,
                    "--predict compares with " BASE_SCHEME ", which --schemes excludes");
    for (size_t i = 0; i < 2; i++) {
        terms_make_engine(&terms, model, w[i], times);
        terms_make_engine(&ideal, model, w[i], &no_rows);
        const struct profile_term *lacking = terms_first_missing(&terms, times);
        if (lacking)
            return fail(error, STATUS_USAGE,
                        "--predict %s needs the mode %s on %s, with the pieces %s%s; add them to "
                        "--modes, --workloads and --pieces, or use --full",
                        model->kind, ideal.term[0].mode, ideal.term[0].workload,
                        piece_names[ideal.term[0].piece], ideal.n > 1 ? ",bishop,queen,both" : "");
    }
    return true;
}

/* ---- predictions ---- */

/* The times of the lookups of a node, by process: all hot, and all cold. */
struct node_times {
    double *hot, *cold;
};

static bool score_node(const struct engine_model *model, const struct run_times *times,
                       const struct scheme *scheme, struct node_times *node)
{
    struct terms hot, cold;
    terms_make_engine(&hot, model, 0, times);
    terms_make_engine(&cold, model, 1, times);
    return terms_score(&hot, times, scheme, node->hot) == SCORE_OK &&
           terms_score(&cold, times, scheme, node->cold) == SCORE_OK;
}

/* Returns the speed over the base's with a share w of cold lookups. */
static struct interval speed_with(const struct engine_model *model, double w, size_t processes,
                                  const struct node_times *scheme, const struct node_times *base,
                                  double confidence)
{
    double speed[processes + 1];
    for (size_t p = 0; p < processes; p++) {
        double change =
            (1 - w) * (scheme->hot[p] - base->hot[p]) + w * (scheme->cold[p] - base->cold[p]);
        speed[p] = model->cycles / (model->cycles + change);
    }
    return stats_median_interval(speed, processes, confidence);
}

static struct interval predict(const struct engine_model *model, size_t processes,
                               const struct node_times *scheme, const struct node_times *base,
                               double confidence)
{
    struct interval speed = speed_with(model, model->w, processes, scheme, base, confidence);
    const double extremes[] = {model->w_lo, model->w_hi};
    for (size_t i = 0; i < 2; i++) {
        struct interval other = speed_with(model, extremes[i], processes, scheme, base, confidence);
        speed.lo = other.lo < speed.lo ? other.lo : speed.lo;
        speed.hi = other.hi > speed.hi ? other.hi : speed.hi;
    }
    double error = isnan(model->error) ? 0 : model->error;
    return (struct interval){speed.mid, speed.lo - error, speed.hi + error};
}

static int by_speed(const void *left, const void *right)
{
    const struct prediction *a = left, *b = right;
    return (a->speed.mid < b->speed.mid) - (a->speed.mid > b->speed.mid);
}

/* Returns whether views cost nothing beside the lookups, so that these are all that counts. */
static bool may_predict(const struct scheme *scheme)
{
    return !(scheme->traits & (MOCK | INCREMENTAL)) && !scheme->twin &&
           strcmp(scheme->name, BASE_SCHEME) != 0;
}

bool predictions_make(struct predictions *predictions, const struct engine_model *model,
                      const struct run_times *times)
{
    size_t n = scheme_count(), processes = times->processes;
    double *scores = calloc(4 * processes + 1, sizeof *scores);
    const struct node_times base = {scores, scores + processes};
    struct node_times scheme = {scores + 2 * processes, scores + 3 * processes};
    *predictions =
        (struct predictions){.model = model, .prediction = calloc(n, sizeof(struct prediction))};
    bool ok = scores && predictions->prediction;
    if (ok && score_node(model, times, scheme_named(BASE_SCHEME),
                         &(struct node_times){base.hot, base.cold})) {
        double confidence = stats_confidence(1, processes);
        for (size_t i = 0; i < n; i++)
            if (may_predict(schemes[i]) && score_node(model, times, schemes[i], &scheme))
                predictions->prediction[predictions->n++] = (struct prediction){
                    schemes[i], predict(model, processes, &scheme, &base, confidence)};
        qsort(predictions->prediction, predictions->n, sizeof *predictions->prediction, by_speed);
    }
    free(scores);
    return ok;
}

/* ---- text ---- */

static const char *verdict(struct interval speed)
{
    return speed.lo > 1 ? "faster" : speed.hi < 1 ? "slower" : "no difference resolved";
}

static double percent(double speed)
{
    return 100 * (speed - 1);
}

void predictions_print(const struct predictions *predictions, FILE *out)
{
    char trust[160];
    fprintf(out, "\nPredicted nodes per second of an engine (%s) against " BASE_SCHEME ":\n",
            predictions->model->kind);
    for (size_t i = 0; i < predictions->n; i++) {
        const struct prediction *prediction = &predictions->prediction[i];
        fprintf(out, "  %-22s  ", prediction->scheme->name);
        if (isfinite(prediction->speed.lo) && isfinite(prediction->speed.hi))
            fprintf(out, "%+5.1f %%  (%+.1f to %+.1f)  %s\n", percent(prediction->speed.mid),
                    percent(prediction->speed.lo), percent(prediction->speed.hi),
                    verdict(prediction->speed));
        else
            fputs("unknown: too few processes\n", out);
    }
    if (!predictions->n)
        fputs("  none: " BASE_SCHEME " or all other schemes have no stable result\n", out);
    fprintf(out, "  (%s)\n", engine_model_trust(predictions->model, trust, sizeof trust));
}

void predictions_free(struct predictions *predictions)
{
    free(predictions->prediction);
}
