/* SPDX-License-Identifier: MIT
 * C source text as tokens, which can be printed again with their original spacing. */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_END, /* after the last token of a text */
    TOKEN_IDENTIFIER,
    TOKEN_NUMBER,
    TOKEN_LITERAL, /* string or character */
    TOKEN_PUNCTUATOR,
    TOKEN_COMMENT,
    TOKEN_DIRECTIVE, /* the # that begins a directive */
    TOKEN_LINE_END,  /* the end of a directive's last line; empty */
};

/* Points into the scanned text. */
struct token {
    enum token_kind kind;
    const char *text;
    size_t length;
    const char *space; /* blanks, line ends and continuations before the token */
    size_t space_length;
    unsigned column; /* in the scanned text, from 0 */
};

/* Splits a text into tokens, with a TOKEN_END after the last. Returns them, to be freed, and sets
 * *n to their number without TOKEN_END. Returns NULL if out of memory. */
struct token *tokens_scan(const char *text, size_t *n);

/* Returns whether a token is spelled like this. The end of a directive is like nothing. */
bool token_is(const struct token *token, const char *text);

/* Returns whether a token is a punctuator of one character, one of these. */
bool token_is_one_of(const struct token *token, const char *characters);

/* Returns by how much a token changes the depth of brackets of all kinds: 1, -1 or 0. */
int token_step(const struct token *token);

/* Returns whether both are spelled alike. */
bool tokens_equal(const struct token *a, const struct token *b);

/* Returns the number of line ends in the space before a token. */
unsigned token_lines_before(const struct token *token);

#endif
