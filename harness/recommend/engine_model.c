/* SPDX-License-Identifier: MIT */
#include "recommend/engine_model.h"

#include <math.h>
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
