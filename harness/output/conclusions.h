/* SPDX-License-Identifier: MIT */
#ifndef CONCLUSIONS_H
#define CONCLUSIONS_H

#include "record/report.h"

#include <stdio.h>

/* Writes at most twelve lines below tables and notes: the best scheme of each piece in the modes
 * that matter most, the cost of doing without multiplication or branches, and the advice of
 * notes.h. They are on the workload of the first row. `program` is the command that started this
 * one. */
void conclusions_write(const struct report *report, const char *program, FILE *out);

#endif
