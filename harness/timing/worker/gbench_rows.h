/* SPDX-License-Identifier: MIT
 * The rows of a run, as Google Benchmark times them. */
#ifndef GBENCH_ROWS_H
#define GBENCH_ROWS_H

#include "plan/rows.h"

/* Lets Google Benchmark time the verified rows in this process, and print and write what it is
 * asked for by request->benchmark_argv. Rows with co-runners and those that are not ROW_OK are left
 * out. Errors are those of gbench_run() and pages_use_huge(). */
bool gbench_time_rows(const struct rows *rows, const struct run_request *request,
                      struct error *error);

#endif
