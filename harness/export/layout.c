/* SPDX-License-Identifier: MIT */
#include "export/layout.h"

#include <string.h>

enum { MAX_ANCHORS = 256 };

struct layout {
    FILE *out;
    int column; /* of the next character */
    int depth;  /* of brackets other than braces */

    /* Where the tokens of the current statement began in the source, and how far they moved. */
    struct anchor {
        unsigned column;
        int shift;
    } anchors[MAX_ANCHORS];
    unsigned n;
};

static bool is_one_of(const struct token *token, const char *characters)
{
    return token->kind == TOKEN_PUNCTUATOR && token->length == 1 &&
           strchr(characters, *token->text);
}

/* Returns the shift of the last token that began in this column. */
static int shift_of(const struct layout *layout, unsigned column)
{
    for (unsigned i = layout->n; i-- > 0;)
        if (layout->anchors[i].column == column)
            return layout->anchors[i].shift;
    return 0;
}

/* Begins a line, at most one blank line below the previous one. */
static void begin_line(struct layout *layout, const struct token *token,
                       const struct token *previous)
{
    bool ends_statement = !layout->depth && is_one_of(previous, ";{}:");
    int shift = ends_statement || (!layout->depth && is_one_of(previous, ")"))
                    ? 0
                    : shift_of(layout, token->column);
    bool is_continued = memchr(token->space, '\\', token->space_length);
    if (ends_statement)
        layout->n = 0;
    fprintf(layout->out, "%s%s", is_continued ? " \\\n" : "\n",
            token_lines_before(token) > 1 && !is_continued ? "\n" : "");
    layout->column = (int)token->column + shift;
    fprintf(layout->out, "%*s", layout->column, "");
}

/* Prints the blanks before a token; one suffices before a comment and within a directive. */
static void print_space(struct layout *layout, const struct token *token, bool in_directive)
{
    size_t blanks = token->space_length;
    if (blanks && (token->kind == TOKEN_COMMENT || in_directive))
        blanks = 1;
    layout->column += (int)blanks;
    fprintf(layout->out, "%*s", (int)blanks, "");
}

static void print_token(struct layout *layout, const struct token *token)
{
    if (layout->n < MAX_ANCHORS)
        layout->anchors[layout->n++] =
            (struct anchor){token->column, layout->column - (int)token->column};
    fwrite(token->text, 1, token->length, layout->out);
    layout->column += (int)token->length;
    layout->depth += is_one_of(token, "([") - is_one_of(token, ")]");
}

void layout_print(const struct token *first, const struct token *end, FILE *out)
{
    struct layout layout = {.out = out};
    const struct token *previous = NULL;
    bool in_directive = false;
    for (const struct token *token = first; token < end; token++) {
        in_directive = (in_directive || token->kind == TOKEN_DIRECTIVE);
        if (token->kind == TOKEN_LINE_END) {
            in_directive = false;
            continue;
        }
        if (!token->length)
            continue;
        if (previous && token_lines_before(token))
            begin_line(&layout, token, previous);
        else if (previous)
            print_space(&layout, token, in_directive);
        print_token(&layout, token);
        previous = token;
    }
}
