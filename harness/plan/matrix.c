/* SPDX-License-Identifier: MIT */
#include "plan/matrix.h"
#include "base/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool asks_parse(const char *workloads, const bool pieces[static ASKED], const struct ways *ways,
                struct asks *asks, struct error *error)
{
    asks->ways = *ways;
    asks->n = 0;
    for (;; workloads++) {
        struct ask ask = {.workload = ""};
        char text[64];
        size_t length = strcspn(workloads, ",");
        if (length >= sizeof text)
            return fail(error, STATUS_USAGE, "--workloads: '%.*s' is too long for a name",
                        (int)length, workloads);
        snprintf(text, sizeof text, "%.*s", (int)length, workloads);
        memcpy(ask.pieces, pieces, sizeof ask.pieces);
        memset(ask.ways, true, ways->n);
        if (!workload_parse(text, ask.workload, error))
            return false;
        for (size_t i = 0; i < asks->n; i++)
            if (!strcmp(asks->ask[i].workload, ask.workload))
                return fail(error, STATUS_USAGE, "--workloads: %s is given twice", ask.workload);
        if (asks->n == MAX_ASKS)
            return fail(error, STATUS_USAGE, "--workloads: more than %d", MAX_ASKS);
        asks->ask[asks->n++] = ask;
        workloads += length;
        if (!*workloads)
            return true;
    }
}

static void must(bool ok)
{
    if (!ok)
        abort(); /* our own words */
}

/* Each mode at least once with the pieces for which it differs, and what an engine asks in all modes. */
void asks_full(struct asks *asks)
{
    static const char all_modes[] =
        "throughput,latency,setwise,replay,replay-upkeep,replay-lookups,perft,burst,burst-2048-1,"
        "burst-2048-32,threads,batch,board";
    enum { OF_A_PHASE = 12288 }; /* as the built-in games have queens in endings */
    static const struct {
        const char *workload, *pieces, *modes;
        size_t most;
    } lines[] = {
        {"games", "rook,bishop,queen,both", "throughput,latency", 0},
        {"games", "rook,bishop,queen", "batch", 0},
        {"games", "queen", "burst,burst-2048-1,burst-2048-32,threads,board,setwise", 0},
        {"games", "all", "setwise,replay,replay-upkeep,replay-lookups,perft", 0},
        {"search", "queen,both", "throughput,latency", 0},
        {"random", "queen", "throughput,latency", 0},
        {"games:2-16", "queen", "throughput", OF_A_PHASE},
        {"games:17-24", "queen", "throughput", OF_A_PHASE},
        {"games:25-32", "queen", "throughput", OF_A_PHASE},
    };
    struct error none;
    *asks = (struct asks){.n = sizeof lines / sizeof *lines};
    must(ways_parse(all_modes, &asks->ways, &none));
    for (size_t i = 0; i < asks->n; i++) {
        struct ask *ask = &asks->ask[i];
        struct ways ways;
        snprintf(ask->workload, sizeof ask->workload, "%s", lines[i].workload);
        ask->most = lines[i].most;
        must(parse_set("pieces", lines[i].pieces, piece_names, ASKED, ask->pieces, &none));
        must(ways_parse(lines[i].modes, &ways, &none));
        for (size_t w = 0; w < ways.n; w++) {
            size_t at = ways_find(&asks->ways, ways.way[w].name);
            must(at < MAX_WAYS);
            ask->ways[at] = true;
        }
    }
}

/* Positions of perft are the same whatever the workload. */
static bool asks_of(const struct ask *ask, const char *workload, enum piece piece,
                    enum list_kind kind)
{
    return ask->pieces[piece] && (kind == LIST_OF_POSITIONS || !strcmp(ask->workload, workload));
}

bool asks_list(const struct asks *asks, const char *workload, enum piece piece, enum list_kind kind)
{
    for (size_t i = 0; i < asks->n; i++)
        for (size_t w = 0; w < asks->ways.n; w++)
            if (asks_of(&asks->ask[i], workload, piece, kind) && asks->ask[i].ways[w] &&
                list_kind_of(asks->ways.way[w].mode) == kind)
                return true;
    return false;
}

bool asks_row(const struct asks *asks, const struct workload *list, size_t way)
{
    for (size_t i = 0; i < asks->n; i++)
        if (asks_of(&asks->ask[i], list->name, list->piece, list->kind) && asks->ask[i].ways[way])
            return list_kind_of(asks->ways.way[way].mode) == list->kind;
    return false;
}
