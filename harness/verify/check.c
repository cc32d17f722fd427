/* SPDX-License-Identifier: MIT */
#include "verify/check.h"
#include "base/subprocess.h"

#include <stdlib.h>
#include <string.h>

bool check_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                  bitboard expected, bitboard got)
{
    struct finding *v = &check->finding;
    v->queries++;
    v->signature = (v->signature ^ got) * 0x9e3779b97f4a7c15u;
    v->signature ^= v->signature >> 32;
    if (expected != got && v->correct) {
        v->correct = false;
        v->what = what;
        v->square = square;
        v->occupied = occupied;
        v->expected = expected;
        v->got = got;
    }
    return v->correct;
}

void *check_views(const struct scheme *scheme, size_t n)
{
    size_t bytes = (n * scheme->view_bytes + 63) & ~(size_t)63;
    return memset(require_in_child(aligned_alloc(64, bytes)), 0, bytes);
}
