/* SPDX-License-Identifier: MIT
 * The modes: all that exist, and those that a run times, with their parameters. */
#ifndef MODES_H
#define MODES_H

#include "base/error.h"
#include "machine/machine.h"
#include "workload/list.h"

/* ---- what each mode is ---- */

/* One table says what each mode is. CONTRIBUTING.md says what to do for a new mode. */

/* The names of all modes, with the parameters that may follow them, for the help. */
#define MODE_NAMES                                                                                 \
    "throughput, latency, latency-occupancy, setwise, replay, replay-upkeep, replay-lookups, "     \
    "burst[-SIZE-LOOKUPS], processes[-N], processes-shared[-N], batch, board"

enum mode {
    MODE_THROUGHPUT,
    MODE_LATENCY,
    MODE_LATENCY_OCCUPANCY,
    MODE_SETWISE,
    MODE_REPLAY,
    MODE_REPLAY_UPKEEP,
    MODE_REPLAY_LOOKUPS,
    MODE_BURST,
    MODE_PROCESSES,
    MODE_PROCESSES_SHARED,
    MODE_BATCH,
    MODE_BOARD,
    MODES
};

/* The numbers that follow the name of a mode. */
enum mode_parameters {
    NO_PARAMETERS,
    /* The size of the other memory that is read before each kernel call, in KiB or as a multiple of
     * a cache, "0.5L2"; and the number of queries per kernel call. */
    SIZE_AND_QUERIES,
    /* The number of busy cores, the timed one included. Each kernel call has eight queries, after
     * reads from memory of four times the size of L3. */
    CORE_COUNT,
};

struct mode_info {
    const char *name;  /* in --modes and in results, before the parameters */
    const char *about; /* what is timed, in words; see mode_about()        */
    enum mode_parameters parameters;
    const char *expansion; /* the modes that the name without parameters selects; NULL: itself */
    enum kernel kernel;
    enum list_kind list;
    enum view_source views;
    const char *unit;  /* results are cycles per unit */
    const char *items; /* what the length of the list counts */
    enum mode table;   /* modes with the same value are columns of one table */
    bool batched;      /* its kernels come from the batch build: vectors may hold several queries */
    bool cold_cache;   /* other memory is read before each kernel call; the calls alone are timed */
    bool own_tables;   /* with CORE_COUNT: each process has its own; else the tables are shared */
    bool no_lookups;   /* the kernel's sum has only the lookups at the ends of games */
    bool mixes;        /* has kernels for mixes of pieces */
    bool delays;       /* controls have rows of this mode, in which their delay shows */
};

extern const struct mode_info mode_table[MODES];

/* Returns what the length of a list counts: mode->items, or "searches". */
const char *mode_items(const struct mode_info *mode, const struct list *list);

/* ---- the modes of a run ---- */

/* The modes that a run times. A mode may occur several times, with different parameters. */

enum { MAX_MODES = 32 };

enum cache { NO_CACHE, CACHE_L1, CACHE_L2, CACHE_L3, CACHES }; /* of data */

struct mode_spec {
    enum mode kind;
    unsigned kib;          /* cold cache: size of the other memory that is read */
    double cache_multiple; /* the size as given, in sizes of `cache`            */
    enum cache cache;      /* NO_CACHE: the size was given in KiB               */
    bool may_assume_size;  /* of an unknown cache; not if the user named it */
    unsigned queries;      /* cold cache: queries per kernel call               */
    unsigned cores;        /* at work, with the timed one; 1 in other modes     */
    char name[40];         /* "throughput", "burst-0.5L2-8", "processes-2"      */
};

static inline const struct mode_info *mode_info(const struct mode_spec *mode)
{
    return &mode_table[mode->kind];
}

struct modes {
    struct mode_spec mode[MAX_MODES];
    size_t n;
};

/* Parses modes such as "throughput,burst-2048-8". Replaces what *modes contained. A name without
 * parameters, such as `burst`, may select several modes (mode_info.expansion). Errors are
 * STATUS_USAGE. */
bool modes_parse(const char *text, struct modes *modes, struct error *error);

/* Sets `kib` of the modes whose size is given as a cache. If the machine's cache is unknown, a mode
 * that is timed by default gets a size of ASSUMED_CACHE_KIB, which becomes part of its name; a mode
 * for which the user named the cache fails with STATUS_ENVIRONMENT, and so does a mode of batch
 * builds without these. STATUS_USAGE: a size is out of range, or two modes have become the same. */
bool modes_resolve(struct modes *modes, const struct machine *machine, struct error *error);

enum { MODE_ABOUT = 128 };

/* Writes what the mode times, with its numbers: "8 queries at a time, after 48 KiB of other memory
 * was read." Returns text. */
const char *mode_about(const struct mode_spec *mode, char text[static MODE_ABOUT]);

/* Returns the index of the mode with this name; MAX_MODES if there is none. */
size_t modes_find(const struct modes *modes, const char *name);

/* Returns whether `name` selects this mode on the machine. On a machine that hides the size of its
 * L2 cache, "burst-L2-16" selects burst-1024-16. */
bool mode_is(const struct mode_spec *mode, const char *name, const struct machine *machine);

/* Returns the largest number of cores that a mode needs, the timed core included: at least 1. */
unsigned modes_max_cores(const struct modes *modes);

#endif
