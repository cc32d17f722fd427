/* SPDX-License-Identifier: MIT
 * Progress on stderr: on a terminal, one line that is overwritten; elsewhere, one line per
 * minute. */
#ifndef PROGRESS_H
#define PROGRESS_H

/* Suppresses all output from now on. */
void progress_quiet(void);

/* Shows the name of a phase, the share of it that is done (0 to 1), and `detail`, if not NULL. A
 * new phase begins when the pointer `phase` changes. A thousand calls per second cost little. */
void progress_show(const char *phase, const char *detail, double share);

/* Prints one line that stays. */
void progress_note(const char *text);

/* Clears the terminal's line. */
void progress_end(void);

#endif
