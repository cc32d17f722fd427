/* SPDX-License-Identifier: MIT */
#include "recommend/recommendation_json.h"
#include "base/json_memory.h"
#include "plan/scheme_set.h"

#include <jansson.h>
#include <math.h>

/* Returns null for a value that is not finite. */
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *weights(const struct terms *terms)
{
    json_t *list = json_array();
    for (size_t t = 0; t < terms->n; t++) {
        const struct profile_term *term = &terms->term[t];
        json_array_append_new(list, json_pack("{s:f, s:s, s:s, s:s}", "weight", term->weight,
                                              "mode", term->mode, "workload", term->workload,
                                              "piece", piece_names[term->piece]));
    }
    return list;
}

static bool weights_assumed(const struct profile *profile)
{
    const struct engine_model *m = profile_engine_model(profile);
    return m ? !(m->engines > 0) : !profile->measured;
}

/* Returns null for a profile that is not of an engine. */
static json_t *engine(const struct profile *profile)
{
    const struct engine_model *m = profile_engine_model(profile);
    if (!m)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:o}", "engines", m->engines, "w", m->w, "w_ci_low",
                     m->w_lo, "w_ci_high", m->w_hi, "error", number(m->error));
}

static json_t *candidate(const struct candidate *c)
{
    static const char *const roles[CANDIDATE_ROLES] = {"take", "tied", "runner-up", "common",
                                                       "other"};
    const struct scheme *scheme = c->scheme;
    return json_pack(
        "{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:b, s:I, s:s, s:b, s:I}", //
        "scheme", scheme->name, "role", roles[c->role], "allowed", c->allowed, "cycles",
        number(c->score), "ratio", number(c->ratio.mid), "ratio_ci_low", number(c->ratio.lo),
        "ratio_ci_high", number(c->ratio.hi), "low_confidence", c->low_confidence, "processes",
        (json_int_t)c->processes, "needs", scheme->needs ? scheme->needs : "", "multiply_free",
        !!(scheme->traits & MULTIPLY_FREE), "table_bytes", (json_int_t)scheme_bytes(scheme));
}

bool recommendation_json(const struct recommendation *r, FILE *out)
{
    json_memory_watch();
    json_t *list = json_array();
    for (size_t i = 0; i < r->n; i++)
        json_array_append_new(list, candidate(&r->candidate[i]));
    json_t *all = json_pack(
        "{s:s, s:s, s:s, s:s, s:b, s:I, s:s, s:b, s:o, s:o, s:{s:I, s:I, s:I}, s:o}", //
        "cpu", r->times->cpu, "compiler", r->times->compiler, "date", r->times->date, "profile",
        r->profile->name, "partial", r->times->partial, "processes",
        (json_int_t)r->times->processes, "unit", r->profile->unit, "weights_assumed",
        weights_assumed(r->profile), "weights", weights(&r->terms), "engine_model",
        engine(r->profile), "left_out", "by_options", (json_int_t)r->excluded, "unstable",
        (json_int_t)r->unstable, "incremental", (json_int_t)r->incremental, "schemes", list);
    bool ok = all && json_memory_ok() &&
              json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0;
    json_decref(all);
    return ok && fputc('\n', out) != EOF;
}
