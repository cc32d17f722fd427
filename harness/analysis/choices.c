/* SPDX-License-Identifier: MIT */
#include "analysis/choices.h"
#include "plan/scheme_set.h"

enum { SMALL_BYTES = 64 << 10 };

/* What a scheme of a role has. */
static const struct {
    const char *name;
    unsigned traits, without; /* it has all of these traits, and none of those */
    bool plain;               /* it needs no extension */
} roles[ROLES] = {
    [ROLE_BEST] = {.name = "best"},
    [ROLE_MULTIPLIES] = {.name = "multiplies", .without = MULTIPLY_FREE},
    [ROLE_MULTIPLY_FREE] = {.name = "multiply-free", .traits = MULTIPLY_FREE},
    [ROLE_BRANCHLESS] = {.name = "branchless", .traits = BRANCHLESS},
    [ROLE_BRANCHY] = {.name = "branchy", .without = BRANCHLESS},
    [ROLE_NO_TABLES] = {.name = "no-tables"},
    [ROLE_WITHIN_64_KIB] = {.name = "within-64-kib"},
    [ROLE_NO_BMI2] = {.name = "no-bmi2"},
    [ROLE_NO_EXTENSION] = {.name = "no-extension", .plain = true},
    [ROLE_NO_EXTENSION_MULTIPLIES] = {"no-extension-multiplies", 0, MULTIPLY_FREE, true},
    [ROLE_NO_EXTENSION_MULTIPLY_FREE] = {"no-extension-multiply-free", MULTIPLY_FREE, 0, true},
    [ROLE_INCREMENTAL] = {.name = "incremental", .traits = INCREMENTAL},
};

const char *role_name(enum role role)
{
    return roles[role].name;
}

/* Returns whether the mode's time includes keeping a view up to date. In other modes kernels read
 * finished views from the list, except for `replay-upkeep`, which looks nothing up. */
static bool pays_for_view(const struct mode_spec *mode)
{
    return mode->kind == MODE_REPLAY;
}

bool mode_streams_views(const struct mode_spec *mode)
{
    return !pays_for_view(mode) && mode->kind != MODE_REPLAY_UPKEEP;
}

bool row_has_role(const struct measured_row *row, enum role role)
{
    const struct scheme *scheme = row->planned.scheme;
    if (scheme->twin || scheme->traits & MOCK ||
        (scheme->traits & INCREMENTAL && !pays_for_view(row->planned.mode) &&
         role != ROLE_INCREMENTAL))
        return false;
    if (role == ROLE_NO_TABLES)
        return scheme_piece_bytes(scheme, row->planned.list->piece) == 0;
    if (role == ROLE_WITHIN_64_KIB)
        return scheme_bytes(scheme) <= SMALL_BYTES;
    if (role == ROLE_NO_BMI2)
        return !scheme_needs(scheme, "bmi2");
    return (scheme->traits & roles[role].traits) == roles[role].traits &&
           !(scheme->traits & roles[role].without) &&
           !(roles[role].plain && scheme->needs && *scheme->needs);
}

bool row_precedes(const struct measured_row *a, const struct measured_row *b)
{
    return a->cycles.mid < b->cycles.mid;
}

const struct measured_row *choice_of_role(const struct run *run, const struct measured_row *like,
                                          enum role role)
{
    const struct measured_row *chosen = NULL;
    for_each_row_of_column (row, run, like)
        if (row->standing.rank_min && row_has_role(row, role) &&
            (!chosen || row_precedes(row, chosen)))
            chosen = row;
    return chosen;
}
