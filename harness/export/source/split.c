/* SPDX-License-Identifier: MIT */
#include "export/source/split.h"
#include "export/source/declared_names.h"
#include "export/source/extents.h"

#include <stdlib.h>
#include <string.h>

static enum item_kind kind_of_directive(const struct token *directive)
{
    return token_is(directive + 1, "define")      ? ITEM_MACRO
           : !strncmp(directive[1].text, "if", 2) ? ITEM_GROUP
                                                  : ITEM_DIRECTIVE;
}

/* Finds the end and the kind of an item whose first token is known. */
static void measure(const struct items *items, struct item *item)
{
    const struct token *tokens = items->tokens, *first = &tokens[item->first];
    const struct name *macro = items_find(items, item->first);
    if (first->kind == TOKEN_DIRECTIVE) {
        item->kind = kind_of_directive(first);
        item->end = item->kind == ITEM_GROUP ? skip_group(tokens, item->first)
                                             : skip_directive(tokens, item->first);
    } else {
        bool is_invocation = macro && macro->kind == NAME_MACRO && token_is(first + 1, "(");
        item->end = skip_declaration(tokens, item->first, is_invocation);
        item->kind = is_invocation ? ITEM_INVOCATION : declaration_kind(first, &tokens[item->end]);
    }
    while (tokens[item->end].kind == TOKEN_COMMENT && !token_lines_before(&tokens[item->end]))
        item->end++;
}

static void mark_members(struct items *items)
{
    enum { MAX_DEPTH = 64 };
    bool in_struct[MAX_DEPTH] = {false};
    unsigned depth = 0;
    const struct token *record = NULL; /* `struct` or `union`, until its brace or declarator */
    for (size_t i = 0; i < items->token_count; i++) {
        const struct token *token = &items->tokens[i], *next = token + 1;
        if (token_is(token, "struct") || token_is(token, "union"))
            record = token;
        if (token->kind == TOKEN_PUNCTUATOR && strchr("([{", *token->text)) {
            depth += depth < MAX_DEPTH - 1;
            in_struct[depth] = *token->text == '{' && record && token - record <= 2;
        } else if (token->kind == TOKEN_PUNCTUATOR && strchr(")]}", *token->text)) {
            depth -= depth > 0;
        } else if (token->kind == TOKEN_IDENTIFIER && i) {
            bool declared =
                in_struct[depth] && next->kind == TOKEN_PUNCTUATOR && strchr(",;[:", *next->text);
            items->is_local[i] = declared || token_is(token - 1, ".") || token_is(token - 1, "->");
        }
    }
}

/* Marks the parameters of a function-like macro, from its `#` on. */
static void mark_parameters(struct items *items, size_t directive)
{
    const struct token *tokens = items->tokens;
    size_t open = directive + 3, end = skip_directive(tokens, directive);
    if (!token_is(&tokens[open], "(") || tokens[open].space_length)
        return;
    for (size_t p = open + 1; p < end && !token_is(&tokens[p - 1], ")"); p += 2)
        for (size_t i = open; i < end; i++)
            if (tokens[p].kind == TOKEN_IDENTIFIER && tokens_equal(&tokens[p], &tokens[i]))
                items->is_local[i] = true;
}

bool items_split(char *text, struct items *items)
{
    *items = (struct items){.text = text};
    items->tokens = tokens_scan(text, &items->token_count);
    size_t room = items->token_count + 1;
    items->items = calloc(room, sizeof *items->items);
    items->names = calloc(room, sizeof *items->names);
    items->is_local = calloc(room, sizeof *items->is_local);
    items->comments = calloc(room, sizeof *items->comments);
    if (!items->tokens || !items->items || !items->comments || !items->names || !items->is_local)
        return false;
    mark_members(items);
    for (size_t at = 0; items->tokens[at].kind != TOKEN_END;) {
        struct item *item = &items->items[items->count];
        item->comment = at;
        for (; items->tokens[at].kind == TOKEN_COMMENT; at++)
            if (token_lines_before(&items->tokens[at + 1]) > 1)
                item->comment = at + 1; /* not of this item */
        item->first = at;
        if (items->tokens[at].kind == TOKEN_END)
            break;
        measure(items, item);
        if (item->kind == ITEM_MACRO)
            mark_parameters(items, item->first);
        declare_names(items, items->count++);
        at = item->end;
    }
    return true;
}
