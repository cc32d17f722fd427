/* SPDX-License-Identifier: MIT
 * What earlier runs on this CPU have recorded. */
#ifndef PREVIOUS_RUNS_H
#define PREVIOUS_RUNS_H

/* Returns the best reference_ipc, 0..CANARY_CHAINS, of the results in a folder; 0 if there is none, NAN without memory. Passes over
 * all that is no result of ours: other files, pipes, numbers that no core reaches. */
double previous_runs_best_ipc(const char *folder);

#endif
