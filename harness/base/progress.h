/* SPDX-License-Identifier: MIT
 * Progress on stderr: on a terminal, one line that is overwritten; elsewhere, one line per
 * minute. */
#ifndef PROGRESS_H
#define PROGRESS_H

/* Suppresses all output from now on. */
void progress_quiet(void);

/* Shows the phase, `share` (0 to 1) of it done, and the current item or NULL. A new phase begins
 * when the pointer `phase` changes. Cheap enough for a thousand calls per second. */
void progress_show(const char *phase, const char *detail, double share);

/* Prints one permanent line. */
void progress_note(const char *text);

/* Clears the terminal's line. */
void progress_end(void);

#endif
