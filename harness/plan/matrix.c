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
    for (const char *word; (word = next_word(&workloads, &length));) {
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

/* What engines do: the pieces for each mode. */
static const struct {
    const char *mode;
    bool pieces[ROW_PIECES];
} of_engines[] = {
    {"burst-L2-16", {[MIX_NNUE] = true}},
    {"throughput", {[MIX_HCE] = true, [ROOK] = true, [BISHOP] = true, [QUEEN] = true}},
    {"latency", {[QUEEN] = true}},
};

enum { ENGINE_MODES = COUNT(of_engines) };

bool matrix_of_engines(const char *workloads, const bool pieces[static ROW_PIECES],
                       struct matrix *matrix, struct error *error)
{
    struct modes modes = {.n = ENGINE_MODES}, one;
    struct matrix given;
    for (size_t m = 0; m < ENGINE_MODES; m++) {
        if (!modes_parse(of_engines[m].mode, &one, error))
            return false;
        modes.mode[m] = one.mode[0];
        modes.mode[m].size_is_default = true; /* so it runs where caches are unknown, too */
    }
    if (!matrix_parse(workloads, pieces, &modes, &given, error))
        return false;
    *matrix = (struct matrix){.modes = modes};
    for (size_t i = 0; i < given.n; i++)
        for (size_t m = 0; m < ENGINE_MODES; m++) {
            struct matrix_line *line = &matrix->line[matrix->n];
            *line = (struct matrix_line){.workload = given.line[i].workload};
            line->modes[m] = true;
            bool any = false;
            for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
                line->pieces[piece] = of_engines[m].pieces[piece] && pieces[piece];
                any |= line->pieces[piece];
            }
            matrix->n += any;
        }
    return true;
}

bool is_use_of_engines(const struct list *list, const struct mode_spec *mode,
                       const struct machine *machine)
{
    bool found = false;
    for (size_t i = 0; i < ENGINE_MODES; i++)
        found |= of_engines[i].pieces[list->piece] && mode_is(mode, of_engines[i].mode, machine);
    return found && list->spec.kind == WORKLOAD_GAMES;
}

/* The matrix of --full has each mode at least once, with the pieces for which its results differ,
 * and all modes of what an engine computes. A test compares it with a recorded run. */
static const struct {
    const char *workload, *pieces, *modes;
} full[] = {
    {"games", "mix-nnue,mix-hce", "throughput,burst-L2-16"},
    {"games", "rook,bishop,queen,both", "throughput,latency,latency-occupancy"},
    {"games", "rook,bishop,queen", "batch"},
    {"games", "queen", "setwise,burst,burst-L2-1,burst-L2-32,processes,processes-shared,board"},
    {"games", "both", "burst"},
    {"games", "rook,bishop", "burst-L2-8"},
    {"games", "all", "setwise,replay,replay-upkeep,replay-lookups"},
    {"search", "mix-nnue,mix-hce", "throughput"},
    {"search", "queen,both", "throughput,latency"},
    {"search", "queen", "latency-occupancy"},
    {"search", "all", "replay,replay-upkeep,replay-lookups"},
    {"random", "queen", "throughput,latency"},
};

enum { FULL_LINES = COUNT(full) };

static struct modes all_modes(const struct modes modes[static FULL_LINES])
{
    struct modes all = {.n = 0};
    for (enum mode kind = 0; kind < MODES; kind++)
        for (size_t i = 0; i < FULL_LINES; i++)
            for (size_t m = 0; m < modes[i].n; m++)
                if (modes[i].mode[m].kind == kind &&
                    modes_find(&all, modes[i].mode[m].name) == MAX_MODES)
                    all.mode[all.n++] = modes[i].mode[m];
    return all;
}

void matrix_full(struct matrix *matrix)
{
    struct modes modes[FULL_LINES] = {{.n = 0}};
    struct error error;
    *matrix = (struct matrix){.n = FULL_LINES};
    for (size_t i = 0; i < FULL_LINES; i++) {
        struct matrix_line *line = &matrix->line[i];
        bool ok =
            workload_parse(full[i].workload, &line->workload, &error) &&
            parse_set("pieces", full[i].pieces, piece_names, ROW_PIECES, line->pieces, &error) &&
            modes_parse(full[i].modes, &modes[i], &error);
        assert(ok); /* constants of this file */
        (void)ok;
    }
    matrix->modes = all_modes(modes);
    for (size_t m = 0; m < matrix->modes.n; m++) {
        struct mode_spec *mode = &matrix->modes.mode[m];
        mode->size_is_default = true; /* so it runs where caches are unknown, too */
        for (size_t i = 0; i < FULL_LINES; i++)
            matrix->line[i].modes[m] = modes_find(&modes[i], mode->name) < MAX_MODES;
    }
}

/* Returns whether a mode of the line has rows of lists of this piece and kind. */
static bool takes(const struct matrix *matrix, const struct matrix_line *line, size_t mode,
                  enum piece piece, enum list_kind kind)
{
    const struct mode_spec *spec = &matrix->modes.mode[mode];
    const struct mode_info *info = mode_info(spec);
    return line->pieces[piece] && line->modes[mode] && info->list == kind &&
           (piece <= ALL || (info->mixes && spec->queries % MIX_GROUP == 0));
}

bool matrix_line_needs(const struct matrix *matrix, const struct matrix_line *line,
                       enum piece piece, enum list_kind kind)
{
    for (size_t m = 0; m < matrix->modes.n; m++)
        if (takes(matrix, line, m, piece, kind))
            return true;
    return false;
}

bool matrix_has_row(const struct matrix *matrix, const struct list *list, size_t mode)
{
    for (const struct matrix_line *line = matrix->line; line < matrix->line + matrix->n; line++)
        if (takes(matrix, line, mode, list->piece, list->kind) &&
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
