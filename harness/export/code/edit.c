/* SPDX-License-Identifier: MIT */
#include "export/code/edit.h"

#include <string.h>

void token_replace(struct token *token, const char *text)
{
    token->text = text;
    token->length = strlen(text);
}

void token_remove(struct token *token)
{
    token->length = 0;
    token[1].space = token->space;
    token[1].space_length = token->space_length;
    token[1].column = token->column;
}

static void tokens_remove(struct token *first, const struct token *end)
{
    while (first < end)
        token_remove(first++);
}

bool is_initialised(const struct token *first, const struct token *end)
{
    int depth = 0;
    for (const struct token *token = first; token < end; token++) {
        if (!depth && token_is(token, "="))
            return true;
        depth += token_step(token);
    }
    return false;
}

/* Returns the token that closes the bracket. */
static struct token *closing(struct token *open)
{
    int depth = 0;
    for (struct token *token = open;; token++) {
        depth += token_step(token);
        if (!depth)
            return token;
    }
}

void make_const(struct token *first, const struct token *end, bool is_declaration)
{
    struct token *pointer = NULL;
    int depth = 0;
    for (struct token *token = first; token < end; token++) {
        if (!depth && token_is(token, "*"))
            pointer = token;
        depth += token_step(token);
    }
    if (pointer)
        token_replace(pointer, "*const ");
    else
        token_replace(first, is_declaration ? "extern const" : "const");
}

void make_declaration(struct token *first, const struct token *end)
{
    struct token *initialiser = NULL;
    int depth = 0;
    for (struct token *token = first; token < end; token++) {
        if (!depth && token_is(token, "static"))
            token_replace(token, "extern");
        else if (!depth && token_is(token, "="))
            initialiser = token;
        else if (!depth && initialiser && (token_is(token, ",") || token_is(token, ";"))) {
            size_t blanks = token->space_length;
            tokens_remove(initialiser, token);
            token->space_length = blanks;
            initialiser = NULL;
        }
        depth += token_step(token);
    }
}

void make_definition(struct token *first, const struct token *end)
{
    for (struct token *token = first; token < end; token++) {
        if (token->kind == TOKEN_COMMENT || token_is(token, "static"))
            token_remove(token);
        bool is_record = token_is(token, "struct") || token_is(token, "union");
        if (is_record && token_is(token + 2, "{"))
            tokens_remove(token + 2, closing(token + 2) + 1);
    }
}

/* Turns `(struct both){...}` into `both{...}`. A typedef has no keyword. */
static void convert_literal(const struct items *items, size_t i)
{
    struct token *open = &items->tokens[i];
    bool has_keyword = token_is(open + 1, "struct") || token_is(open + 1, "union");
    struct token *type = open + 1 + has_keyword;
    const struct name *name = items_find(items, (size_t)(type - items->tokens));
    if (!token_is(open, "(") || !token_is(type + 1, ")") || !token_is(type + 2, "{") ||
        !(has_keyword || (name && name->kind == NAME_TYPE)))
        return;
    tokens_remove(open, type);
    type[1].length = 0;
}

/* Gives a declaration at file scope the linkage that several source files share. */
static void share(struct token *first, const struct token *end, bool is_constexpr)
{
    if (token_is(first, "static") || token_is(first, "inline"))
        token_replace(first, is_constexpr ? "constexpr" : "inline");
    if (is_initialised(first, end) && token_is(first + 1, "const"))
        token_replace(first + 1, "constexpr");
}

/* Returns the first token that has text. */
static struct token *first_token(const struct items *items, const struct item *item)
{
    struct token *token = &items->tokens[item->first];
    return token + !token->length;
}

void make_cpp(struct items *items)
{
    for (size_t i = 0; i < items->token_count; i++) {
        struct token *token = &items->tokens[i];
        convert_literal(items, i);
        if (token_is(token, "static") && token_is(token + 1, "inline"))
            token_remove(token);
        if (token_is(token, "enum") && token[1].kind == TOKEN_IDENTIFIER &&
            !token_is(token + 2, "{")) {
            token_remove(token);
            token_replace(token + 1, "unsigned");
        }
    }
    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = &items->items[i];
        if (item->kind == ITEM_FUNCTION || item->kind == ITEM_PROTOTYPE ||
            item->kind == ITEM_OBJECT)
            share(first_token(items, item), &items->tokens[item->end],
                  item->is_constexpr && item->kind != ITEM_OBJECT);
    }
}
