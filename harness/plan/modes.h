/* SPDX-License-Identifier: MIT
 * How rows are timed: the modes of scheme.h, some of them with numbers behind their names. */
#ifndef WAYS_H
#define WAYS_H

#include "base/error.h"
#include "scheme.h"

enum { MAX_WAYS = 24 };

struct way {
    enum mode mode;
    unsigned kib;     /* BURST: other memory that is at work, in KiB                        */
    unsigned queries; /* BURST: how many at a time                                          */
    unsigned threads; /* THREADS: cores at work, the timed one among them; else 1           */
    char name[24];    /* "throughput", "burst-2048-8", "threads-2"                          */
};

struct ways {
    struct way way[MAX_WAYS];
    size_t n;
};

/* "throughput,burst-2048-8": in place of what is there. `burst` alone stands for five sizes from 0 to 32 MiB and 8
 * queries, `threads` for two. Errors are STATUS_USAGE. */
bool ways_parse(const char *text, struct ways *ways, struct error *error);

/* Its place; MAX_WAYS if it is not among them. */
size_t ways_find(const struct ways *ways, const char *name);

/* Returns how many cores they need, at least 1. */
unsigned ways_most_threads(const struct ways *ways);

#endif
