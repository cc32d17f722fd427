/* SPDX-License-Identifier: MIT
 * A recorded run, read back from the JSON of a result. Schemes, lists and modes come from the file:
 * this program need not contain them. */
#ifndef RECORDED_RESULT_H
#define RECORDED_RESULT_H

#include "output/report.h"
#include "plan/lists.h"

struct recorded_result {
    struct json_t *json; /* the file, into which texts point */
    struct scheme *schemes;
    size_t scheme_count;
    struct lists *lists;        /* without items */
    struct run_request request; /* its processes, names of given options, modes with sizes */
    struct run run;             /* scheme by scheme, as bench lists its rows; not concluded */
    struct machine machine;
    struct pin pin;
    struct report report; /* of all these */
};

/* Reads a result of format 3. Returns NULL if out of memory (STATUS_ENVIRONMENT), and if a member
 * is missing or impossible (STATUS_INPUT). Texts of the file contain no control characters. */
struct recorded_result *recorded_result_read(const char *path, struct error *error);

/* Frees the result; NULL is allowed. */
void recorded_result_free(struct recorded_result *result);

#endif
