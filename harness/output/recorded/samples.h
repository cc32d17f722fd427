/* SPDX-License-Identifier: MIT
 * What only the CSV of a result contains: figures of samples, such as their number. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "output/recorded/recorded_result.h"

/* Reads them into the rows of a result from the .csv beside its .json. Fails with STATUS_INPUT if
 * that has other rows, and with STATUS_ENVIRONMENT if out of memory. */
bool samples_read(struct recorded_result *result, const char *json_path, struct error *error);

#endif
