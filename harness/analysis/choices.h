/* SPDX-License-Identifier: MIT
 * The schemes of a column that a user might take, each for a reason. */
#ifndef CHOICES_H
#define CHOICES_H

#include "analysis/columns.h"

/* Why a user might take a scheme. Twins and mocks have no role. In a mode that does not time the
 * upkeep of views, an incremental scheme has only ROLE_INCREMENTAL, because its views were read
 * from the list. */
enum role {
    ROLE_BEST,
    ROLE_MULTIPLIES,
    ROLE_MULTIPLY_FREE,
    ROLE_BRANCHLESS,
    ROLE_BRANCHY,
    ROLE_NO_TABLES,     /* of the column's piece */
    ROLE_WITHIN_64_KIB, /* tables of rook, bishop and queen together */
    ROLE_NO_BMI2,
    ROLE_NO_EXTENSION, /* plain C */
    ROLE_NO_EXTENSION_MULTIPLIES,
    ROLE_NO_EXTENSION_MULTIPLY_FREE,
    ROLE_INCREMENTAL,
    ROLES
};

/* Returns the word for a role in results: "best", "within-64-kib", ... */
const char *role_name(enum role role);

/* Returns the choice of a role in the column of the row `like`: the ranked scheme of the role with
 * the least median; NULL if there is none. */
const struct measured_row *choice_of_role(const struct run *run, const struct measured_row *like,
                                          enum role role);

/* Returns whether a is chosen before b: by the median, which is what tables print. The lowest
 * possible rank would not do: among rows that tie, it would prefer the one with the widest
 * interval. */
bool row_precedes(const struct measured_row *a, const struct measured_row *b);

/* Returns whether the row has the role. */
bool row_has_role(const struct measured_row *row, enum role role);

/* Returns whether the mode looks up in finished views, so that its time does not include their
 * upkeep. */
bool mode_streams_views(const struct mode_spec *mode);

#endif
