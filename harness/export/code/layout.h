/* SPDX-License-Identifier: MIT
 * Prints changed tokens with the layout of their source: continued lines stay aligned with what
 * they continue. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "export/source/tokens.h"

#include <stdio.h>

/* Prints tokens from the first column on, without the space before the first and without a line end
 * after the last. Tokens of no length leave nothing. */
void layout_print(const struct token *first, const struct token *end, FILE *out);

#endif
