/* SPDX-License-Identifier: MIT
 * What measured engines have shown: lookups per node, and how much of a lookup is cold. The build
 * makes the table from results/engines/model.csv, which scripts/predict writes. */
#ifndef ENGINE_MODEL_H
#define ENGINE_MODEL_H

#include "scheme.h"

/* cycles per node = sum over pieces of lookups * ((1 - w) * hot + w * cold), beside what all
 * schemes have in common. hot: a mode with warm caches; cold: a burst of 8 queries. */
struct engine_model {
    const char *kind; /* "nnue" */
    const char *hot, *workload;
    double engines;   /* that w was fitted on; 0: w is assumed */
    double hot_units; /* of a mode with rows of all pieces: its units per node; 0: other modes */
    double lookups[PIECES]; /* per node; BOTH apart from ROOK and BISHOP */
    double cycles;          /* per node, of a whole engine with magic_fancy */
    double w, w_lo, w_hi;
    /* Of a node's cycles, relative: nine of ten predictions for engines that w was not fitted on
     * are closer. NAN: not tested. */
    double error;
};

/* Returns the model of a kind of engine, NULL if there is none. */
const struct engine_model *engine_model_of(const char *kind);

/* Writes how far predictions can be trusted: "31 % (24 to 38) of lookups are cold, ...". Returns
 * text. */
const char *engine_model_trust(const struct engine_model *model, char *text, size_t size);

#endif
