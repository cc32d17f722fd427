/* SPDX-License-Identifier: MIT */
#include "export/code/layout.h"

#include <string.h>

enum { MAX_COLUMN = 100, MAX_ANCHORS = 256, MAX_DEPTH = 64 };

struct layout {
    FILE *out;
    int column;         /* of the next character */
    int operand_column; /* where a statement goes on that is broken outside brackets */
    int depth;          /* of brackets */
    bool in_directive;  /* whose lines end with a backslash */

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
    layout->column = column;
}

/* Begins a line where the source does, aligned with what it continues. */
static void follow_line(struct layout *layout, const struct token *token,
                        const struct token *previous)
{
    bool in_brackets = layout->depth && !layout->is_brace[layout->depth];
    bool ends_statement = !in_brackets && token_is_one_of(previous, ";{}:");
    bool begins_statement = ends_statement || (!in_brackets && token_is_one_of(previous, ")"));
    int shift = begins_statement ? 0 : shift_of(layout, token->column);
    if (ends_statement)
        layout->n = 0;
    begin_line(layout, (int)token->column + shift, token_lines_before(token) > 1);
    if (begins_statement)
        layout->operand_column = layout->column + 4;
}

/* Returns the blanks before a token; one suffices before a comment and within a directive. */
static int blanks_before(const struct layout *layout, const struct token *token)
{
    bool is_one = token->kind == TOKEN_COMMENT || layout->in_directive;
    return is_one && token->space_length ? 1 : (int)token->space_length;
}

/* Returns whether a line may be broken before a token: after a comma, a binary operator or an
 * invocation. */
static bool is_break(const struct token *token, const struct token *previous)
{
    return token->space_length && token->kind != TOKEN_COMMENT &&
           ((previous->kind == TOKEN_PUNCTUATOR && previous[0].space_length &&
             !token_is_one_of(previous, "([{}#\\")) ||
            token_is_one_of(previous, ",;") || token_is(token, "__attribute__") ||
            (token_is_one_of(previous, ")") && token->kind == TOKEN_IDENTIFIER));
}

/* Returns how tightly a binary operator binds; 0 for a comma. */
static int binding(const struct token *operator)
{
    static const char *const operators[] = {"? :", "&& ||", "| ^", "&", "<< >>", "+ -", "* / %"};
    int last = (int)(sizeof operators / sizeof *operators);
    for (int i = 0; i < last; i++)
        for (const char *at = operators[i]; *at; at += strspn(at, " ")) {
            size_t length = strcspn(at, " ");
            if (length == operator->length && !strncmp(at, operator->text, length))
                return i + 1;
            at += length;
        }
    return token_is(operator, "=") ? last + 1 : 0;
}

/* Returns the first token of what a line defines, if it is a #define, else the line's first one. */
static const struct token *skip_macro_head(const struct token *line)
{
    const struct token *token = line + 3;
    if (line->kind != TOKEN_DIRECTIVE || !token_is(line + 1, "define"))
        return line;
    if (token_is(token, "(") && !token->space_length)
        while (!token_is(token++, ")"))
            continue;
    return token;
}

/* Returns where to break the rest of a line that is too long: as far outside of brackets as it can
 * be, then after the operator that binds least, and then as late. NULL: it fits, or cannot be
 * broken. */
static const struct token *find_break(const struct layout *layout, const struct token *token,
                                      const struct token *end)
{
    const struct token *best = NULL, *body = skip_macro_head(token);
    int column = layout->column + (int)token->length, depth = token_step(token), best_cost = 0;
    for (token++; token < end && token->kind != TOKEN_LINE_END && !token_lines_before(token);
         token++) {
        int cost = token == body ? -1 : 16 * depth + binding(token - 1);
        bool is_here = token == body || (token > body && is_break(token, token - 1));
        if (is_here && (!best || cost <= best_cost)) {
            best = token;
            best_cost = cost;
        }
        column += blanks_before(layout, token) + (int)token->length;
        if (column > MAX_COLUMN && token->kind != TOKEN_COMMENT)
            return best;
        depth += token_step(token);
    }
    return NULL;
}

/* Goes on in the next line, within the innermost bracket of this one. */
static void break_line(struct layout *layout)
{
    int inner = layout->inner_column[layout->depth];
    begin_line(layout, layout->depth && inner ? inner : layout->operand_column, false);
}

/* Notes where a line goes on within the bracket: before its first token, if that is in this
 * line. */
static void open_bracket(struct layout *layout, const struct token *bracket)
{
    const struct token *next = bracket + 1;
    bool has_first = !token_lines_before(next) && next->kind != TOKEN_COMMENT;
    layout->depth += layout->depth < MAX_DEPTH - 1;
    layout->inner_column[layout->depth] = has_first ? layout->column + (int)next->space_length : 0;
    layout->is_brace[layout->depth] = token_is_one_of(bracket, "{");
}

static void print_token(struct layout *layout, const struct token *token,
                        const struct token *previous)
{
    if (layout->n < MAX_ANCHORS)
        layout->anchors[layout->n++] =
            (struct anchor){token->column, layout->column - (int)token->column};
    if (previous && (token_is(previous, "return") || token_is(previous, "=")))
        layout->operand_column = layout->column;
    fwrite(token->text, 1, token->length, layout->out);
    layout->column += (int)token->length;
    if (token_step(token) > 0)
        open_bracket(layout, token);
    else if (token_step(token) < 0 && layout->depth)
        layout->depth--;
}

void layout_print(const struct token *first, const struct token *end, FILE *out)
{
    struct layout layout = {.out = out, .operand_column = 4};
    const struct token *previous = NULL, *next_break = NULL;
    for (const struct token *token = first; token < end; token++) {
        bool begins_line = !previous || token_lines_before(token) || token == next_break;
        if (token->kind == TOKEN_LINE_END)
            layout.in_directive = false;
        if (!token->length)
            continue;
        if (previous && token_lines_before(token)) {
            follow_line(&layout, token, previous);
        } else if (token == next_break) {
            break_line(&layout);
        } else if (previous) {
            layout.column += blanks_before(&layout, token);
            fprintf(out, "%*s", blanks_before(&layout, token), "");
        }
        layout.in_directive = layout.in_directive || token->kind == TOKEN_DIRECTIVE;
        if (begins_line)
            next_break = find_break(&layout, token, end);
        print_token(&layout, token, previous);
        previous = token;
    }
}
