/* SPDX-License-Identifier: MIT
 * What a run asks of its schemes: pieces and ways, workload by workload. */
#ifndef ASKS_H
#define ASKS_H

#include "plan/modes.h"
#include "workload/workload.h"

enum { MAX_ASKS = 12 };

struct ask {
    char workload[WORKLOAD_NAME]; /* its one name, see workload.h                      */
    size_t most;                  /* queries in a list of it; 0: as many as --queries says */
    bool pieces[ASKED];
    bool ways[MAX_WAYS]; /* of those of struct asks */
};

struct asks {
    struct ways ways;
    struct ask ask[MAX_ASKS];
    size_t n;
};

/* "games,random:40", all with the same pieces and ways: in place of what is there. Errors are STATUS_USAGE. */
bool asks_parse(const char *workloads, const bool pieces[static ASKED], const struct ways *ways,
                struct asks *asks, struct error *error);

/* The matrix of --full. */
void asks_full(struct asks *asks);

/* Is a list of this workload, piece and kind asked for by some way? */
bool asks_list(const struct asks *asks, const char *workload, enum piece piece,
               enum list_kind kind);

/* Is the list to be walked this way? */
bool asks_row(const struct asks *asks, const struct workload *list, size_t way);

#endif
