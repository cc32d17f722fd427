/* SPDX-License-Identifier: MIT
 * What the rows of one column show together. A column is one workload, piece and mode. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "analysis/run.h"

/* ---- columns ---- */

/* Returns an array of a row of each column, in the order in which every scheme has them, and NULL.
 * free() it. */
const struct measured_row **columns_of(const struct run *run);

/* ---- ranks ---- */

/* The confidence of comparisons in a column. */
struct column_confidence {
    double each;        /* of one comparison, 0 to 1 */
    size_t comparisons; /* of each ranked row: with all others */
    /* For how many of them 95 % hold together: fewer than all, down to 0, if the run has too few
     * processes. */
    size_t corrected_for;
    /* By how much of its time a twin in the column differs from its original; 0 if none does. All
     * intervals and ties of the column allow for it. */
    double twins_apart;
};

/* Returns the confidence in the column of the row `like`. All rows have their statuses. */
struct column_confidence column_confidence(const struct run *run, const struct measured_row *like);

/* Returns the least confidence of a row's own interval, of all rows with a result; NAN if one has
 * no interval. */
double interval_confidence(const struct run *run);

/* Ranks the rows of the column of `like` by the paired ratios of their processes, see stats.h, and
 * sets their ratios to its best choice. Mocks and rows without a result have no rank, and NAN.
 * Widens all intervals of the column by what twins are apart: call it once. */
void rank_column(struct run *run, const struct measured_row *like);

/* Returns whether the row is the first of its column in the run. */
bool is_first_of_column(const struct run *run, const struct measured_row *row);

/* ---- twins ---- */

/* A/A controls: a twin is a second copy of another scheme's code. The ratio of the two shows the
 * effect of noise and of the place in memory. */

/* Returns the ratio of a twin to its original over the processes that measured both, with the
 * interval that their number allows. All is NAN if no process did, or if the row is not a twin's;
 * lo and hi are for fewer than two. */
struct interval twin_ratio(const struct run *run, const struct measured_row *twin);

/* Returns by how much the slower of the two takes longer, as a share of the time of the faster one,
 * if the whole interval of that ratio is more than MARGIN from 1; else 0. */
double twins_apart(const struct run *run, const struct measured_row *twin);

/* ---- comparisons ---- */

/* Returns the ratio of the times of a to those of b, two rows of a column; all is NAN if one is
 * NULL. */
struct interval column_ratio(const struct run *run, const struct measured_row *a,
                             const struct measured_row *b,
                             const struct column_confidence *confidence);

/* Returns the verdict on a, TIED within MARGIN or what twins are apart. */
enum verdict column_verdict(const struct run *run, const struct measured_row *a,
                            const struct measured_row *b,
                            const struct column_confidence *confidence);

/* ---- choices ---- */

/* Why a user might take a scheme. Twins and mocks have no role. Outside the modes that pay for a
 * view, incremental schemes have only their own: their views were read from the list. */
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

/* The first scheme of a role by rank, and among equals by median. */
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
    struct column_confidence confidence; /* of all ratios and verdicts */
    struct choice choice[ROLES];
    struct comparison comparison[COMPARISONS];
};

/* Returns the choices in the column of the row `like`. All rows have been ranked. */
struct column_choices choices_in_column(const struct run *run, const struct measured_row *like);

/* Returns whether a comes before b as a choice: by rank, and among equals by median. */
bool choices_precedes(const struct measured_row *a, const struct measured_row *b);

/* Returns whether the row has the role. */
bool choices_has_role(const struct measured_row *row, enum role role);

/* Returns whether the row is another one of the role's, and not SLOWER than its choice. */
bool choices_is_tied(const struct run *run, const struct column_choices *choices, enum role role,
                     const struct measured_row *row);

/* Returns whether the mode pays for the views of incremental schemes. Other modes read them from
 * the list. */
bool pays_for_view(const struct mode_spec *mode);

/* ---- incremental schemes ---- */

/* The lookups per move from which an incremental scheme costs less than the best stateless one, by
 * the rows replay-upkeep and replay-lookups. */
struct break_even {
    const struct scheme *scheme, *against; /* incremental; the best stateless one */
    const struct list *list;
    struct interval lookups_per_move; /* infinite: never faster */
    double extra_upkeep;              /* cycles per move; negative: less than `against` */
    double cycles_per_lookup, cycles_per_lookup_against;
};

/* Finds the break-even of a row of replay-lookups, of an incremental scheme whose two rows have
 * results. Returns false for all other rows, if no stateless scheme has results, and if fewer than
 * two processes measured all four rows. */
bool break_even_find(const struct run *run, const struct measured_row *lookups,
                     struct break_even *found);

#endif
