/* SPDX-License-Identifier: MIT */
#include "recommend/recorded.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Perft has one workload in a run: `perft`, or in older runs `perft-suite`, of six positions. */
static bool has_workload(const struct recorded_row *row, const char *workload)
{
    return !strcmp(row->workload, workload) || !strcmp(row->mode, "perft");
}

const struct recorded_row *recorded_find_row(const struct recorded *recorded, const char *scheme,
                                             const char *workload, const char *mode,
                                             enum piece piece)
{
    for (size_t i = 0; i < recorded->n; i++) {
        const struct recorded_row *row = &recorded->row[i];
        if (row->piece == piece && !strcmp(row->scheme, scheme) && !strcmp(row->mode, mode) &&
            has_workload(row, workload))
            return row;
    }
    return NULL;
}

double recorded_burst_bytes(const struct recorded *recorded, const char *mode, unsigned queries)
{
    const double caches[] = {recorded->l1d_bytes, recorded->l2_bytes, recorded->l3_bytes};
    const char prefix[] = "burst-";
    char *end, rest[16];
    if (strncmp(mode, prefix, strlen(prefix)) != 0)
        return NAN;
    const char *text = mode + strlen(prefix);
    snprintf(rest, sizeof rest, "-%u", queries);
    double size = strtod(text, &end);
    if (*end == 'L' && end[1] >= '1' && end[1] <= '3')
        return strcmp(end + 2, rest) ? NAN : (end > text ? size : 1) * caches[end[1] - '1'];
    return end == text || strcmp(end, rest) != 0 ? NAN : size * 1024;
}

struct interval recorded_cycles(const struct recorded *recorded, const struct recorded_row *row)
{
    double sorted[recorded->processes + 1];
    size_t measured = 0;
    memcpy(sorted, row->cycles, recorded->processes * sizeof *sorted);
    for (size_t p = 0; p < recorded->processes; p++)
        measured += isfinite(sorted[p]);
    if (row->status != ROW_OK)
        return (struct interval){NAN, NAN, NAN};
    return stats_median_interval(sorted, recorded->processes, stats_confidence(1, measured));
}
