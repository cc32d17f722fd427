/* SPDX-License-Identifier: MIT
 * One line on stderr that is written over and over, if stderr is a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

/* share: 0..1 of the phase done; detail: what is at hand, or NULL. A phase begins when another text
 * is given for it. Cheap enough to be called a thousand times a second. */
void progress_show(const char *phase, const char *detail, double share);

/* Wipes the line. */
void progress_end(void);

#endif
