/* SPDX-License-Identifier: MIT */
#include "export/source/declared_names.h"
#include "export/source/extents.h"

#include <string.h>

static void add_name(struct items *items, size_t item, const struct token *token,
                     enum name_kind kind)
{
    if (items->name_count < items->token_count)
        items->names[items->name_count++] = (struct name){*token, item, kind, NULL};
}

/* Returns the name of the function that a declaration declares; NULL: none. */
static const struct token *function_name(const struct token *first, const struct token *end)
{
    int depth = 0;
    for (const struct token *token = first; token < end && !token_is(token, "="); token++) {
        if (!depth && token->kind == TOKEN_IDENTIFIER && token_is(token + 1, "(") &&
            !token_is(token, "__attribute__"))
            return token;
        depth += token_step(token);
    }
    return NULL;
}

/* Returns whether a token is an identifier that ends a declarator, outside brackets. */
static bool is_declarator(const struct token *token)
{
    return token->kind == TOKEN_IDENTIFIER &&
           (token_is_one_of(token + 1, "[;,=") || token_is(token + 1, "__attribute__"));
}

/* Returns the next declarator from `token` on, past initialisers; NULL: none. */
static const struct token *next_declarator(const struct token *token, const struct token *end)
{
    bool in_initialiser = false;
    for (int depth = 0; token < end; token++) {
        in_initialiser =
            !depth && ((in_initialiser && !token_is(token, ",")) || token_is(token, "="));
        if (!depth && !in_initialiser && is_declarator(token))
            return token;
        depth += token_step(token);
    }
    return NULL;
}

enum item_kind declaration_kind(const struct token *first, const struct token *end)
{
    if (function_name(first, end))
        return token_is(end - 1, "}") ? ITEM_FUNCTION : ITEM_PROTOTYPE;
    return next_declarator(first, end) && !token_is(first, "typedef") ? ITEM_OBJECT : ITEM_TYPE;
}

/* Adds the tag of a struct, union or enum that is defined here, and the constants of an enum. */
static void declare_type(struct items *items, size_t item, const struct token *keyword)
{
    const struct token *brace = keyword + 1;
    if (brace->kind == TOKEN_IDENTIFIER)
        brace++;
    if (!token_is(brace, "{"))
        return;
    if (brace > keyword + 1)
        add_name(items, item, keyword + 1, NAME_TAG);
    const struct token *previous = brace;
    int depth = 1;
    for (const struct token *token = brace + 1; token_is(keyword, "enum") && depth; token++) {
        if (token->kind == TOKEN_COMMENT)
            continue;
        if (depth == 1 && token->kind == TOKEN_IDENTIFIER && token_is_one_of(previous, "{,"))
            add_name(items, item, token, NAME_CONSTANT);
        depth += token_step(token);
        previous = token;
    }
}

static void declare_declaration(struct items *items, size_t item, size_t at, size_t stop)
{
    const struct token *first = &items->tokens[at], *end = &items->tokens[stop];
    const struct token *function = function_name(first, end);
    if (function) {
        add_name(items, item, function, NAME_FUNCTION);
        return;
    }
    for (const struct token *token = first; token < end; token++)
        if (token_is(token, "struct") || token_is(token, "union") || token_is(token, "enum"))
            declare_type(items, item, token);
    enum name_kind kind = token_is(first, "typedef") ? NAME_TYPE : NAME_OBJECT;
    for (const struct token *name = first; (name = next_declarator(name, end)); name++)
        add_name(items, item, name, kind);
}

/* Returns the argument of an invocation for a macro's parameter; another token itself. */
static const struct token *argument_for(const struct token *token, const struct token *macro,
                                        const struct token *invocation)
{
    const struct token *parameter = macro + 2, *argument = invocation + 2;
    for (; token_is(parameter + 1, ","); parameter += 2) {
        if (tokens_equal(parameter, token))
            return argument;
        for (int depth = 0; depth || !token_is_one_of(argument, ",)"); argument++)
            depth += token_step(argument);
        argument++;
    }
    return tokens_equal(parameter, token) ? argument : token;
}

/* Adds the functions that a macro's body defines. */
static void declare_invocation(struct items *items, size_t item, size_t at)
{
    const struct name *name = items_find(items, at);
    const struct token *invocation = &items->tokens[at];
    const struct token *macro = &items->tokens[items->items[name->item].first + 2];
    const struct token *token = macro + 1;
    int depth = 0;
    do
        depth += token_step(token++); /* the parameters */
    while (depth);
    for (; token->kind != TOKEN_LINE_END; token++) {
        if (!depth && token->kind == TOKEN_IDENTIFIER && token_is(token + 1, "(") &&
            !token_is(token, "__attribute__"))
            add_name(items, item, argument_for(token, macro, invocation), NAME_FUNCTION);
        depth += token_step(token);
    }
}

static void declare_group(struct items *items, size_t item, size_t at, size_t end)
{
    const struct token *tokens = items->tokens;
    while (at < end) {
        size_t next = at + 1;
        if (tokens[at].kind == TOKEN_DIRECTIVE) {
            next = skip_directive(tokens, at);
            if (token_is(&tokens[at + 1], "define"))
                add_name(items, item, &tokens[at + 2], NAME_MACRO);
        } else if (tokens[at].kind != TOKEN_COMMENT) {
            next = skip_declaration(tokens, at, false);
            declare_declaration(items, item, at, next);
        }
        at = next;
    }
}

void declare_names(struct items *items, size_t number)
{
    const struct item *item = &items->items[number];
    const struct token *first = &items->tokens[item->first];
    switch (item->kind) {
    case ITEM_MACRO:
        add_name(items, number, first + 2, NAME_MACRO);
        break;
    case ITEM_DIRECTIVE:
        break;
    case ITEM_GROUP:
        declare_group(items, number, item->first, item->end);
        break;
    case ITEM_INVOCATION:
        declare_invocation(items, number, item->first);
        break;
    default:
        declare_declaration(items, number, item->first, item->end);
    }
}
