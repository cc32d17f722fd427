/* SPDX-License-Identifier: MIT
 * The modes that a run times: those of mode_info.h, some of them with parameters. */
#ifndef MODES_H
#define MODES_H

#include "base/error.h"
#include "machine/machine.h"
#include "plan/mode_info.h"

enum { MAX_MODES = 32 };

struct mode_spec {
    enum mode kind;
    unsigned kib;     /* cold cache: size of the other memory that is read */
    double multiple;  /* `kib` in sizes of the cache, as given             */
    enum cache cache; /* NO_CACHE: `kib` was given itself                  */
    bool expanded;    /* a name without this size selected it              */
    unsigned queries; /* cold cache: queries per kernel call               */
    unsigned threads; /* cores at work, the timed one among them; else 1   */
    char name[40];    /* "throughput", "burst-0.5L2-8", "threads-2"        */
};

struct modes {
    struct mode_spec mode[MAX_MODES];
    size_t n;
};

/* Parses "throughput,burst-2048-8"; replaces what *modes contained. A name alone, such as
 * `burst`, may expand to several modes: see mode_info.expansion. Errors are STATUS_USAGE. */
bool modes_parse(const char *text, struct modes *modes, struct error *error);

/* Sets `kib` of modes whose size a cache names. Where the machine's cache is unknown, modes of an
 * expansion get a size of ASSUMED_CACHE_KIB and its name; others are STATUS_ENVIRONMENT. A given
 * size out of range is STATUS_USAGE. */
bool modes_resolve(struct modes *modes, const struct machine *machine, struct error *error);

/* Returns the index of the mode of this name; MAX_MODES if there is none. */
size_t modes_find(const struct modes *modes, const char *name);

/* Returns how many cores the modes need, at least 1. */
unsigned modes_max_threads(const struct modes *modes);

enum { MODE_NAMES = 300 };

/* Writes the names of all modes as --help prints them: "throughput, ..., burst[-SIZE-QUERIES],
 * ...". Returns text. */
const char *mode_names_text(char text[static MODE_NAMES]);

#endif
