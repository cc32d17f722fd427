/* SPDX-License-Identifier: MIT */
#include "output/column_names.h"
#include "plan/profiles.h"

#include <string.h>
#include <strings.h>

bool is_nnue_cold(const struct report *report, const struct measured_row *column)
{
    const struct profile *nnue = &profiles[PROFILE_NNUE];
    return column->planned.list->piece == nnue->piece &&
           mode_is(column->planned.mode, nnue->mode, report->machine);
}

const char *piece_head(const struct measured_row *column)
{
    enum piece piece = column->planned.list->piece;
    return piece == MIX_NNUE ? "NNUE" : piece == MIX_HCE ? "HCE" : piece_names[piece];
}

const char *mode_head(const struct report *report, const struct measured_row *column)
{
    const struct mode_spec *mode = column->planned.mode;
    return mode->kind == MODE_THROUGHPUT  ? "warm"
           : mode->kind == MODE_LATENCY   ? "chain"
           : is_nnue_cold(report, column) ? "cold"
                                          : mode->name;
}

bool is_column_named(const struct report *report, const struct measured_row *column,
                     const char *name)
{
    const char *pieces[] = {piece_head(column), piece_names[column->planned.list->piece]},
               *modes[] = {mode_head(report, column), column->planned.mode->name};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(pieces[i]);
        if (strncasecmp(name, pieces[i], length))
            continue;
        const char *rest = name + length;
        if (!*rest ||
            (*rest == ' ' && (!strcasecmp(rest + 1, modes[0]) || !strcasecmp(rest + 1, modes[1]))))
            return true;
    }
    return false;
}
