/* SPDX-License-Identifier: MIT */
#ifndef RECOMMENDATION_JSON_H
#define RECOMMENDATION_JSON_H

#include "recommend/recommendation.h"

#include <stdio.h>

/* Prints the recommendation as JSON, with all candidates that a score was computed for. Returns
 * false if out of memory, without jansson, and on a write error. */
bool recommendation_json(const struct recommendation *recommendation, FILE *out);

#endif
