/* SPDX-License-Identifier: MIT
 * Results of previous runs on this CPU. */
#ifndef PREVIOUS_RUNS_H
#define PREVIOUS_RUNS_H

/* Returns the best canary_ipc_reference, 0..CANARY_CHAINS, of the results in a folder; 0 if
 * there is none, NAN if out of memory. Ignores other files, pipes and impossible values. */
double previous_runs_best_ipc(const char *folder);

#endif
