/* SPDX-License-Identifier: MIT
 * Where the items of a token list end. Each function takes the number of the first token, and
 * returns that of the first token after the item. */
#ifndef EXTENTS_H
#define EXTENTS_H

#include "export/source/tokens.h"

/* Each skips what begins at a token, and returns the index of the token after it. */

/* Skips a directive, with its TOKEN_LINE_END. */
size_t skip_directive(const struct token *tokens, size_t at);

/* Skips a conditional group, from #if to the matching #endif. */
size_t skip_group(const struct token *tokens, size_t at);

/* Skips a declaration or definition. An invocation of a macro ends at its `)`. */
size_t skip_declaration(const struct token *tokens, size_t at, bool is_invocation);

#endif
