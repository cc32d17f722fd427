/* SPDX-License-Identifier: MIT
 * The schemes of a column that a user might take, each for a reason, and how they compare with each
 * other. */
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

/* The ranked scheme of a role with the least median. */
struct choice {
    const struct measured_row *row; /* NULL: no ranked scheme has the role */
    struct interval ratio;          /* to the column's best choice; NAN: unknown */
};

enum {
    MULTIPLY_FREE_TO_MULTIPLIES,
    MULTIPLY_FREE_TO_MULTIPLIES_WITHOUT_EXTENSION,
    BRANCHLESS_TO_BRANCHY,
    COMPARISONS
};

struct comparison {
    enum role a, b;
    bool known;            /* both roles have a choice */
    struct interval ratio; /* of a's choice to b's; NAN: unknown, too few processes have both */
    enum verdict verdict;  /* on a's choice */
};

struct column_choices {
    struct choice choice[ROLES];
    struct comparison comparison[COMPARISONS];
};

/* Returns the choices in the column of the row `like`. All rows have been ranked. */
struct column_choices choices_in_column(const struct run *run, const struct measured_row *like);

/* Returns the choice of a role in the column of the row `like`, whose rows have their ranks; NULL
 * if there is none. */
const struct measured_row *choice_of_role(const struct run *run, const struct measured_row *like,
                                          enum role role);

/* Returns whether a is chosen before b: by the median, which is what tables print. The lowest
 * possible rank would not do: among rows that tie, it would prefer the one with the widest
 * interval. */
bool row_precedes(const struct measured_row *a, const struct measured_row *b);

/* Returns whether the row has the role. */
bool row_has_role(const struct measured_row *row, enum role role);

/* Returns whether the row has the role and is not SLOWER than the choice of the role, without being
 * that choice. */
bool choices_is_tied(const struct run *run, const struct column_choices *choices, enum role role,
                     const struct measured_row *row);

/* Returns whether the mode looks up in finished views, so that its time does not include their
 * upkeep. */
bool mode_streams_views(const struct mode_spec *mode);

#endif
