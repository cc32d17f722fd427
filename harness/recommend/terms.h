/* SPDX-License-Identifier: MIT
 * The terms of a profile on one run: for an engine they follow from its model and from the rows
 * that the run has. */
#ifndef TERMS_H
#define TERMS_H

#include "recommend/engine_model.h"
#include "recommend/profiles.h"
#include "record/run_times.h"

/* At most four pieces with warm caches and four with cold ones. */
enum { MAX_TERMS = 8, BURST_NAME = 32 };

struct terms {
    struct profile_term term[MAX_TERMS];
    size_t n;
    char burst[BURST_NAME]; /* the mode of the cold terms, if no row of the run has one */
};

/* Returns the model of a profile that is an engine, NULL of another. */
const struct engine_model *profile_engine_model(const struct profile *profile);

/* Makes the terms of a profile. Without any row in the run they are those to be timed. Pointers
 * into *terms and into the run remain in it. */
void terms_make(struct terms *terms, const struct profile *profile, const struct run_times *times);

/* Makes the terms of an engine, of which a share w of lookups is cold. They are of the first that
 * the run has: the mix of the engine's kind, or each piece. Of bursts they are the queen's: one in
 * place of `both`, and half of one in place of a rook or a bishop, whose tables it reads. */
void terms_make_engine(struct terms *terms, const struct engine_model *model, double w,
                       const struct run_times *times);

/* Returns the first term that no row of the run has, NULL if there are all. */
const struct profile_term *terms_first_missing(const struct terms *terms,
                                               const struct run_times *times);

/* Returns whether the run has the scheme's rows of all terms, of whatever status. */
bool terms_timed_for(const struct terms *terms, const struct run_times *times,
                     const struct scheme *scheme);

enum score_status { SCORE_NOT_TIMED, SCORE_OK, SCORE_UNSTABLE };

/* Writes the sum of weight * cycles of each process to scores[times.processes]. SCORE_NOT_TIMED: a
 * row is missing or has no result; SCORE_UNSTABLE: one is unstable. */
enum score_status terms_score(const struct terms *terms, const struct run_times *times,
                              const struct scheme *scheme, double *scores);

#endif
