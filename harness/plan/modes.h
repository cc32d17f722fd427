/* SPDX-License-Identifier: MIT
 * How rows are timed: the modes of scheme.h, some of them with numbers behind their names. */
#ifndef MODES_H
#define MODES_H

#include "base/error.h"
#include "scheme.h"

enum { MAX_MODES = 24 };

struct mode_spec {
    enum mode kind;
    unsigned kib;     /* BURST: other memory that is at work, in KiB                        */
    unsigned queries; /* BURST: how many at a time                                          */
    unsigned threads; /* THREADS: cores at work, the timed one among them; else 1           */
    char name[24];    /* "throughput", "burst-2048-8", "threads-2"                          */
};

struct modes {
    struct mode_spec mode[MAX_MODES];
    size_t n;
};

/* "throughput,burst-2048-8": in place of what is there. `burst` alone stands for five sizes from 0 to 32 MiB and 8
 * queries, `threads` for two. Errors are STATUS_USAGE. */
bool modes_parse(const char *text, struct modes *modes, struct error *error);

/* Its place; MAX_MODES if it is not among them. */
size_t modes_find(const struct modes *modes, const char *name);

/* Returns how many cores they need, at least 1. */
unsigned modes_max_threads(const struct modes *modes);

#endif
