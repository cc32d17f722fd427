/* SPDX-License-Identifier: MIT */
#include "plan/matrix.h"
#include "base/parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool matrix_parse(const char *workloads, const bool pieces[static ROW_PIECES],
                  const struct modes *modes, struct matrix *matrix, struct error *error)
{
    matrix->modes = *modes;
    matrix->n = 0;
    for (;; workloads++) {
        struct matrix_line line = {.workload = ""};
        char text[64];
        size_t length = strcspn(workloads, ",");
        if (length >= sizeof text)
            return fail(error, STATUS_USAGE, "--workloads: '%.*s' is too long for a name",
                        (int)length, workloads);
        snprintf(text, sizeof text, "%.*s", (int)length, workloads);
        memcpy(line.pieces, pieces, sizeof line.pieces);
        memset(line.modes, true, modes->n);
        if (!workload_parse(text, line.workload, error))
            return false;
        for (size_t i = 0; i < matrix->n; i++)
            if (!strcmp(matrix->line[i].workload, line.workload))
                return fail(error, STATUS_USAGE, "--workloads: %s is given twice", line.workload);
        if (matrix->n == MAX_MATRIX_LINES)
            return fail(error, STATUS_USAGE, "--workloads: more than %d", MAX_MATRIX_LINES);
        matrix->line[matrix->n++] = line;
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
void matrix_full(struct matrix *matrix)
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
    *matrix = (struct matrix){.n = sizeof lines / sizeof *lines};
    must(modes_parse(all_modes, &matrix->modes, &none));
    for (size_t i = 0; i < matrix->n; i++) {
        struct matrix_line *line = &matrix->line[i];
        struct modes modes;
        snprintf(line->workload, sizeof line->workload, "%s", lines[i].workload);
        line->most = lines[i].most;
        must(parse_set("pieces", lines[i].pieces, piece_names, ROW_PIECES, line->pieces, &none));
        must(modes_parse(lines[i].modes, &modes, &none));
        for (size_t w = 0; w < modes.n; w++) {
            size_t at = modes_find(&matrix->modes, modes.mode[w].name);
            must(at < MAX_MODES);
            line->modes[at] = true;
        }
    }
}

/* Positions of perft are the same whatever the workload. */
static bool line_matches(const struct matrix_line *line, const char *workload, enum piece piece,
                         enum list_kind kind)
{
    return line->pieces[piece] &&
           (kind == LIST_OF_PERFT_TASKS || !strcmp(line->workload, workload));
}

bool matrix_needs_list(const struct matrix *matrix, const char *workload, enum piece piece,
                       enum list_kind kind)
{
    for (size_t i = 0; i < matrix->n; i++)
        for (size_t w = 0; w < matrix->modes.n; w++)
            if (line_matches(&matrix->line[i], workload, piece, kind) && matrix->line[i].modes[w] &&
                list_kind_of(matrix->modes.mode[w].kind) == kind)
                return true;
    return false;
}

bool matrix_has_row(const struct matrix *matrix, const struct workload *list, size_t mode)
{
    for (size_t i = 0; i < matrix->n; i++)
        if (line_matches(&matrix->line[i], list->name, list->piece, list->kind) &&
            matrix->line[i].modes[mode])
            return list_kind_of(matrix->modes.mode[mode].kind) == list->kind;
    return false;
}
