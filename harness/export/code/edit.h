/* SPDX-License-Identifier: MIT
 * Changes of tokens in place. */
#ifndef EDIT_H
#define EDIT_H

#include "export/source/items.h"

/* Gives a token another text, which must outlive it. */
void token_replace(struct token *token, const char *text);

/* Leaves a token without text. The next one takes its place. */
void token_remove(struct token *token);

/* Makes an object of C const, before it becomes a declaration or a definition. */
void make_const(struct token *first, const struct token *end, bool is_declaration);

/* Returns whether a declaration, which ends before `end`, gives its object a value. */
bool is_initialised(const struct token *first, const struct token *end);

/* Makes one declaration of an object what a header has of it: `extern`, without its initialiser. */
void make_declaration(struct token *first, const struct token *end);

/* Makes it what one source file has: without `static`, the body of its type and comments. */
void make_definition(struct token *first, const struct token *end);

/* Turns all code of the items from C into C++. */
void make_cpp(struct items *items);

#endif
