/* SPDX-License-Identifier: MIT */
#include "export/source/tokens.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Returns the end of the blanks at `text`. Within a directive a bare line end is no blank. */
static const char *skip_space(const char *text, bool in_directive)
{
    for (;; text++) {
        if (text[0] == '\\' && text[1] == '\n')
            text++;
        else if (!isspace((unsigned char)*text) || (in_directive && *text == '\n'))
            return text;
    }
}

static size_t literal_length(const char *text)
{
    size_t n = 1;
    for (; text[n] && text[n] != *text; n++)
        n += text[n] == '\\' && text[n + 1];
    return n + (text[n] != 0);
}

static size_t comment_length(const char *text)
{
    if (text[1] == '/')
        return strcspn(text, "\n");
    const char *end = strstr(text + 2, "*/");
    return end ? (size_t)(end + 2 - text) : strlen(text);
}

static size_t number_length(const char *text)
{
    size_t n = 1;
    while (is_word(text[n]) || text[n] == '.')
        n++;
    return n;
}

static size_t word_length(const char *text)
{
    size_t n = 1;
    while (is_word(text[n]))
        n++;
    return n;
}

static size_t punctuator_length(const char *text)
{
    static const char *const longer[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "##", "+=",
                                         "-=",  "*=",  "/=",  "%=", "&=", "|=", "^="};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (!strncmp(text, longer[i], strlen(longer[i])))
            return strlen(longer[i]);
    return 1;
}

static void scan_token(struct token *token, const char *text)
{
    token->text = text;
    if (text[0] == '/' && (text[1] == '*' || text[1] == '/')) {
        token->kind = TOKEN_COMMENT;
        token->length = comment_length(text);
    } else if (*text == '"' || *text == '\'') {
        token->kind = TOKEN_LITERAL;
        token->length = literal_length(text);
    } else if (isdigit((unsigned char)*text)) {
        token->kind = TOKEN_NUMBER;
        token->length = number_length(text);
    } else if (is_word(*text)) {
        token->kind = TOKEN_IDENTIFIER;
        token->length = word_length(text);
    } else {
        token->kind = TOKEN_PUNCTUATOR;
        token->length = punctuator_length(text);
    }
}

/* Returns the last line end from `from` up to `to`, or NULL. */
static const char *last_line_end(const char *from, const char *to)
{
    while (to > from)
        if (*--to == '\n')
            return to;
    return NULL;
}

struct token *tokens_scan(const char *text, size_t *n)
{
    /* Each token takes a character, or ends the line of a directive. */
    struct token *tokens = calloc(strlen(text) + 2, sizeof *tokens);
    bool in_directive = false, at_line_start = true;
    const char *line = text;
    *n = 0;
    while (tokens) {
        struct token *token = &tokens[*n];
        token->space = text;
        text = skip_space(text, in_directive);
        token->space_length = (size_t)(text - token->space);
        const char *line_end = last_line_end(token->space, text);
        if (line_end) {
            line = line_end + 1;
            at_line_start = true;
        }
        token->text = text;
        token->column = (unsigned)(text - line);
        if (in_directive && (!*text || *text == '\n')) {
            token->kind = TOKEN_LINE_END;
            in_directive = false;
        } else if (!*text) {
            break;
        } else {
            scan_token(token, text);
            if (*text == '#' && at_line_start && !in_directive) {
                token->kind = TOKEN_DIRECTIVE;
                in_directive = true;
            }
            at_line_start = false;
        }
        text += token->length;
        ++*n;
    }
    return tokens;
}

bool token_is(const struct token *token, const char *text)
{
    return strlen(text) == token->length && !memcmp(token->text, text, token->length) &&
           token->kind != TOKEN_LINE_END;
}

bool token_is_one_of(const struct token *token, const char *characters)
{
    return token->kind == TOKEN_PUNCTUATOR && token->length == 1 &&
           strchr(characters, *token->text);
}

int token_step(const struct token *token)
{
    return token_is_one_of(token, "([{") - token_is_one_of(token, ")]}");
}

bool tokens_equal(const struct token *a, const struct token *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

unsigned token_lines_before(const struct token *token)
{
    unsigned lines = 0;
    for (size_t i = 0; i < token->space_length; i++)
        lines += token->space[i] == '\n';
    return lines;
}
