/* SPDX-License-Identifier: MIT
 * What earlier runs on this CPU have recorded. */
#ifndef EARLIER_H
#define EARLIER_H

/* The best reference_ipc in the results below folder/cpu; 0 if there is none, NAN without memory. A file that is no result of ours
 * is passed over. */
double earlier_best_ipc(const char *folder, const char *cpu);

#endif
