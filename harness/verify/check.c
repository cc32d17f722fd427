/* SPDX-License-Identifier: MIT */
#include "verify/check.h"
#include "base/subprocess.h"
#include "workload/list_memory.h"

bool check_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                  bitboard expected, bitboard got)
{
    struct finding *v = &check->finding;
    v->results++;
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

void *check_new_views(const struct scheme *scheme, size_t n)
{
    return require_in_child(list_allocate(n, scheme->view_bytes));
}
