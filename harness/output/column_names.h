/* SPDX-License-Identifier: MIT
 * The names that columns have in what people read, and may give in options. A column is given by
 * any of its rows. */
#ifndef COLUMN_NAMES_H
#define COLUMN_NAMES_H

#include "record/report.h"

/* Return the words above a column, for its piece and its mode: "NNUE", "HCE" or "queen"; "warm",
 * "cold", "chain" or the mode's own name. */
const char *piece_head(const struct measured_row *column);
const char *mode_head(const struct report *report, const struct measured_row *column);

/* Returns whether the column is "NNUE cold", which engines with a network follow. */
bool is_nnue_cold(const struct report *report, const struct measured_row *column);

/* Returns whether `name` is that of the column: "queen", "queen warm" or "mix-nnue burst-L2-16". */
bool is_column_named(const struct report *report, const struct measured_row *column,
                     const char *name);

#endif
