/* SPDX-License-Identifier: MIT
 * What the parts of verify.c share. */
#ifndef CHECK_H
#define CHECK_H

#include "verify/verify.h"

struct check {
    const struct scheme *scheme;
    void *view;
    struct finding finding;
};

/* Counts an answer, and notes the first that is wrong; false as soon as there is one. */
bool verify_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                   bitboard expected, bitboard got);

/* Room for n views, cleared, so that padding compares equal, and aligned for vectors. Ends the process if there is no
 * memory, see subprocess.h. */
void *verify_views(const struct scheme *scheme, size_t n);

bool verify_kernels(struct check *check);

#endif
