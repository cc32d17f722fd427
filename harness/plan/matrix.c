/* SPDX-License-Identifier: MIT */
#include "plan/matrix.h"
#include "base/array.h"
#include "base/parse.h"
#include "kernels/mix_shares.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool add_workload(const struct matrix_line *line, struct matrix *matrix, struct error *error)
{
    for (size_t i = 0; i < matrix->n; i++)
        if (workload_equal(&matrix->line[i].workload, &line->workload)) {
            char name[WORKLOAD_NAME];
            return fail(error, STATUS_USAGE, "--workloads: %s is given twice",
                        workload_name(&line->workload, name));
        }
    if (matrix->n == MAX_WORKLOADS)
        return fail(error, STATUS_USAGE, "--workloads: more than %d", MAX_WORKLOADS);
    matrix->line[matrix->n++] = *line;
    return true;
}

bool matrix_parse(const char *workloads, const bool pieces[static ROW_PIECES],
                  const struct modes *modes, struct matrix *matrix, struct error *error)
{
    struct matrix_line line = {0};
    memcpy(line.pieces, pieces, sizeof line.pieces);
    memset(line.modes, true, modes->n);
    matrix->modes = *modes;
    matrix->n = 0;
    size_t length;
    for (const char *word; (word = next_word(&workloads, ',', &length));) {
        char name[64];
        if (length >= sizeof name)
            return fail(error, STATUS_USAGE, "--workloads: '%.*s' is too long for a name",
                        (int)length, word);
        snprintf(name, sizeof name, "%.*s", (int)length, word);
        if (!workload_parse(name, &line.workload, error) || !add_workload(&line, matrix, error))
            return false;
    }
    return true;
}

/* ---- the matrices of the program ---- */

struct constant_line {
    const char *workload, *pieces, *modes;
};

/* What engines do: the default run. */
static const struct constant_line of_engines[] = {
    {"games", "mix-nnue", "burst-L2-16"},
    {"games", "mix-hce,rook,bishop,queen", "throughput"},
    {"games", "queen", "latency"},
};

/* The matrix of --full has each mode at least once, with the pieces for which the results of the
 * mode differ, and all modes of what an engine computes. A test compares it with a recorded run. */
static const struct constant_line full[] = {
    {"games", "mix-nnue,mix-hce", "throughput"},
    {"games", "rook,bishop,queen,both", "throughput,latency,latency-occupancy"},
    {"games", "all", "setwise,replay,replay-upkeep,replay-lookups"},
    {"games", "mix-nnue,mix-hce", "burst-L2-16"},
    {"games", "queen", "setwise,burst,burst-L2-1,burst-L2-32,processes,processes-shared"},
    {"games", "both", "burst"},
    {"games", "rook,bishop", "burst-L2-8"},
    {"games", "rook,bishop,queen", "batch"},
    {"games", "queen", "board"},
    {"search", "mix-nnue,mix-hce", "throughput"},
    {"search", "queen,both", "throughput,latency"},
    {"search", "queen", "latency-occupancy"},
    {"search", "all", "replay,replay-upkeep,replay-lookups"},
    {"random", "queen", "throughput,latency"},
};

/* Makes a matrix from constant lines. Its modes have the order in which the lines name them, and
 * run where the sizes of caches are unknown, too. */
static void make_constant(const struct constant_line *lines, size_t n, struct matrix *matrix)
{
    struct modes of_line, *modes = &matrix->modes;
    struct error error;
    bool ok = true;
    *matrix = (struct matrix){.n = n};
    for (size_t i = 0; i < n; i++) {
        struct matrix_line *line = &matrix->line[i];
        ok = ok && workload_parse(lines[i].workload, &line->workload, &error) &&
             parse_set("pieces", lines[i].pieces, piece_names, ROW_PIECES, line->pieces, &error) &&
             modes_parse(lines[i].modes, &of_line, &error);
        for (size_t m = 0; m < of_line.n; m++) {
            size_t place = modes_find(modes, of_line.mode[m].name);
            if (place == MAX_MODES) {
                place = modes->n++;
                modes->mode[place] = of_line.mode[m];
            }
            modes->mode[place].may_assume_size = true;
            line->modes[place] = true;
        }
    }
    assert(ok);
    (void)ok;
}

void matrix_full(struct matrix *matrix)
{
    make_constant(full, COUNT(full), matrix);
}

bool matrix_default(const char *workloads, const bool pieces[static ROW_PIECES],
                    struct matrix *matrix, struct error *error)
{
    struct matrix engines, given;
    make_constant(of_engines, COUNT(of_engines), &engines);
    if (!matrix_parse(workloads, pieces, &engines.modes, &given, error))
        return false;
    *matrix = (struct matrix){.modes = engines.modes};
    for (size_t i = 0; i < given.n; i++)
        for (size_t e = 0; e < engines.n; e++) {
            struct matrix_line line = engines.line[e];
            line.workload = given.line[i].workload;
            for (enum piece piece = 0; piece < ROW_PIECES; piece++)
                line.pieces[piece] &= pieces[piece];
            if (memchr(line.pieces, true, sizeof line.pieces))
                matrix->line[matrix->n++] = line;
        }
    return true;
}

bool matrix_default_has(const struct list *list, const struct mode_spec *mode,
                        const struct machine *machine)
{
    struct matrix engines;
    make_constant(of_engines, COUNT(of_engines), &engines);
    bool found = false;
    for (size_t i = 0; i < engines.n; i++)
        found |= engines.line[i].pieces[list->piece] && mode_is(mode, of_engines[i].modes, machine);
    return found && list->spec.kind == WORKLOAD_GAMES;
}

bool matrix_has_row(const struct matrix *matrix, const struct list_request *list, size_t mode)
{
    const struct mode_spec *spec = &matrix->modes.mode[mode];
    const struct mode_info *info = mode_info(spec);
    if (info->list != list->kind)
        return false;
    if (list->piece > ALL && (!info->mixes || spec->queries % MIX_GROUP != 0))
        return false;
    for (const struct matrix_line *line = matrix->line; line < matrix->line + matrix->n; line++)
        if (line->pieces[list->piece] && line->modes[mode] &&
            workload_equal(&line->workload, &list->spec))
            return true;
    return false;
}

/* ---- a run as requested ---- */

bool run_request_selects(const struct run_request *request, const struct scheme *scheme)
{
    size_t i = 0;
    while (schemes[i] != scheme)
        i++;
    return !request->selected || request->selected[i];
}
