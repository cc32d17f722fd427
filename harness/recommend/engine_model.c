/* SPDX-License-Identifier: MIT */
#include "recommend/engine_model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define KIND(name, mode, list, count, units, rook, bishop, both, queen, node, share, low, high,    \
             distance)                                                                             \
    {.kind = (name),                                                                               \
     .hot = (mode),                                                                                \
     .workload = (list),                                                                           \
     .engines = (count),                                                                           \
     .hot_units = (units),                                                                         \
     .lookups = {[ROOK] = (rook), [BISHOP] = (bishop), [QUEEN] = (queen), [BOTH] = (both)},        \
     .cycles = (node),                                                                             \
     .w = (share),                                                                                 \
     .w_lo = (low),                                                                                \
     .w_hi = (high),                                                                               \
     .error = (distance)},

static const struct engine_model models[] = {
#include "engine_models.def"
};

const struct engine_model *engine_model_of(const char *kind)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!strcmp(models[i].kind, kind))
            return &models[i];
    return NULL;
}

const char *engine_model_trust(const struct engine_model *m, char *text, size_t size)
{
    char tested[80] = "not tested on another one";
    if (!isnan(m->error))
        snprintf(tested, sizeof tested,
                 "on one left out, 9 of 10 predictions were within %.1f %% of its time",
                 100 * m->error);
    if (m->engines > 0)
        snprintf(text, size,
                 "%.0f %% (%.0f to %.0f) of lookups are cold, fitted on %.0f engine%s; %s",
                 100 * m->w, 100 * m->w_lo, 100 * m->w_hi, m->engines, m->engines > 1 ? "s" : "",
                 tested);
    else
        snprintf(text, size,
                 "no engine measured; %.0f %% (%.0f to %.0f) of lookups are assumed to be cold",
                 100 * m->w, 100 * m->w_lo, 100 * m->w_hi);
    return text;
}
