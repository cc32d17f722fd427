/* SPDX-License-Identifier: MIT
 * Signs of life on stderr: on a terminal one line that is written over and over, elsewhere one line a minute. */
#ifndef PROGRESS_H
#define PROGRESS_H

/* Shows nothing from now on. */
void progress_quiet(void);

/* share: 0..1 of the phase done; detail: what is at hand, or NULL. A phase begins when another text
 * is given for it. Cheap enough to be called a thousand times a second. */
void progress_show(const char *phase, const char *detail, double share);

/* Shows one line that stays. */
void progress_note(const char *text);

/* Wipes the terminal's line. */
void progress_end(void);

#endif
