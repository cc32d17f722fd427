/* SPDX-License-Identifier: MIT
 * The state of one scheme's verification, shared by verify.c and verify_kernels.c. */
#ifndef CHECK_H
#define CHECK_H

#include "scheme.h"

/* Length of the list of queries that timed loops are verified with. */
enum { VERIFY_LIST_LENGTH = 4096 };

/* The first wrong result or, with `correct`, the amount of work. */
struct finding {
    bool correct;
    uint64_t results; /* compared so far */
    /* Hash of all results: the same value for all schemes, compilers and machines. */
    uint64_t signature;
    const char *what; /* "rook", "rooks (as a set)", "view after toggle", ... */
    unsigned square;
    bitboard occupied, expected, got;
};

struct check {
    const struct scheme *scheme;
    void *view;
    struct finding finding;
};

/* Counts a result and records the first wrong one. Returns false once there is one. */
bool check_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                  bitboard expected, bitboard got);

/* Allocates n views, aligned for vectors and cleared, so that padding compares equal. Ends the
 * process if there is no memory, see require_in_child(). */
void *check_new_views(const struct scheme *scheme, size_t n);

#endif
