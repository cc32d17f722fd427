/* SPDX-License-Identifier: MIT
 * A position in a source, for the readers of its declarations. */
#ifndef PARSER_H
#define PARSER_H

#include "export/tables/declarations.h"

struct parser {
    struct declarations *declarations; /* read so far */
    const struct token *at, *end;
    const char *wrong; /* why the current declaration cannot be read, or NULL */
};

/* Keeps the first reason. Returns NULL. */
const struct type *parser_unreadable(struct parser *parser, const char *reason);

/* Returns whether the next token is `text`. */
bool parser_at(const struct parser *parser, const char *text);
/* Returns whether the next token is an identifier. */
bool parser_at_name(const struct parser *parser);

/* Moves past the next token if it is `text`. Returns whether it is. */
bool parser_skip(struct parser *parser, const char *text);

/* Moves from an opening bracket past the closing one. */
void parser_skip_brackets(struct parser *parser);

/* Moves to the first of two tokens outside of brackets. Returns the tokens before it. */
struct span parser_until(struct parser *parser, const char *one, const char *other);

/* Appends a declaration, with the reason why its type cannot be read. */
void parser_declare(struct parser *parser, struct declaration declaration);

#endif
