/* SPDX-License-Identifier: MIT */
#include "export/layout.h"

#include <string.h>

enum { MAX_COLUMN = 100, MAX_ANCHORS = 256, MAX_DEPTH = 64 };

struct layout {
    FILE *out;
    int column;        /* of the next character */
    int line_column;   /* of the first token of the line */
    int depth;         /* of brackets */
    bool in_directive; /* whose lines end with a backslash */

    /* Where a line goes on within each open bracket, and which of them are braces. */
    int inner_column[MAX_DEPTH];
    bool is_brace[MAX_DEPTH];

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

static void begin_line(struct layout *layout, int column, bool is_blank_before)
{
    fprintf(layout->out, "%s\n%s%*s", layout->in_directive ? " \\" : "",
            is_blank_before && !layout->in_directive ? "\n" : "", column, "");
    layout->column = layout->line_column = column;
}

/* Begins a line where the source does, aligned with what it continues. */
static void follow_line(struct layout *layout, const struct token *token,
                        const struct token *previous)
{
    bool in_brackets = layout->depth && !layout->is_brace[layout->depth];
    bool ends_statement = !in_brackets && is_one_of(previous, ";{}:");
    bool begins_statement = ends_statement || (!in_brackets && is_one_of(previous, ")"));
    int shift = begins_statement ? 0 : shift_of(layout, token->column);
    if (ends_statement)
        layout->n = 0;
    begin_line(layout, (int)token->column + shift, token_lines_before(token) > 1);
}

/* True if a line may be broken before a token: after an operator, not before it. */
static bool is_break(const struct token *token, const struct token *previous)
{
    return token->space_length && token->kind != TOKEN_COMMENT &&
           (token->kind != TOKEN_PUNCTUATOR || is_one_of(token, "(~")) &&
           !token_is(previous, "#") && !token_is(previous, "define");
}

/* Returns the width of a token and of those that follow it up to the next possible break. */
static int width_to_break(const struct token *token, const struct token *end)
{
    int width = (int)token->length;
    for (const struct token *next = token + 1; next < end && !token_lines_before(next); next++) {
        if (next->kind == TOKEN_COMMENT || is_break(next, next - 1))
            break;
        width += (int)(next->length + next->space_length);
    }
    return width;
}

/* Prints the blanks before a token; one suffices before a comment and within a directive. Breaks a
 * line that has become too long. */
static void print_space(struct layout *layout, const struct token *token,
                        const struct token *previous, const struct token *end)
{
    int blanks = (int)token->space_length;
    if (blanks && (token->kind == TOKEN_COMMENT || layout->in_directive))
        blanks = 1;
    bool fits = layout->column + blanks + width_to_break(token, end) <= MAX_COLUMN;
    if (!fits && is_break(token, previous)) {
        bool is_inside =
            layout->depth && layout->inner_column[layout->depth] >= layout->line_column;
        begin_line(layout,
                   is_inside ? layout->inner_column[layout->depth] : layout->line_column + 4,
                   false);
        return;
    }
    layout->column += blanks;
    fprintf(layout->out, "%*s", blanks, "");
}

static void print_token(struct layout *layout, const struct token *token)
{
    if (layout->n < MAX_ANCHORS)
        layout->anchors[layout->n++] =
            (struct anchor){token->column, layout->column - (int)token->column};
    fwrite(token->text, 1, token->length, layout->out);
    layout->column += (int)token->length;
    if (is_one_of(token, "([{") && layout->depth < MAX_DEPTH - 1) {
        layout->depth++;
        layout->inner_column[layout->depth] = layout->column;
        layout->is_brace[layout->depth] = is_one_of(token, "{");
    } else if (is_one_of(token, ")]}") && layout->depth) {
        layout->depth--;
    }
}

void layout_print(const struct token *first, const struct token *end, FILE *out)
{
    struct layout layout = {.out = out};
    const struct token *previous = NULL;
    for (const struct token *token = first; token < end; token++) {
        if (token->kind == TOKEN_LINE_END)
            layout.in_directive = false;
        if (!token->length)
            continue;
        if (previous && token_lines_before(token))
            follow_line(&layout, token, previous);
        else if (previous)
            print_space(&layout, token, previous, end);
        layout.in_directive = layout.in_directive || token->kind == TOKEN_DIRECTIVE;
        print_token(&layout, token);
        previous = token;
    }
}
