/* SPDX-License-Identifier: MIT */
#include "export/code/constexpr.h"
#include "export/code/edit.h"

#include <string.h>

/* Returns whether a name is of the compiler and no constant: an intrinsic, an asm. */
static bool is_of_compiler(const struct token *token)
{
    static const char *const constant[] = {"__builtin_ctzll",   "__builtin_clzll",
                                           "__builtin_bswap64", "__builtin_popcountll",
                                           "__attribute__",     "__builtin_unreachable"};
    for (size_t i = 0; i < sizeof constant / sizeof *constant; i++)
        if (token_is(token, constant[i]))
            return false;
    return token->kind == TOKEN_IDENTIFIER && *token->text == '_';
}

/* Returns whether tokens are `type name;` or `type name[`, where no expression may be. */
static bool begins_uninitialised(const struct token *token)
{
    bool is_array = token_is(token + 2, "[");
    const struct token *end = token + 2;
    while (is_array && end->kind != TOKEN_END && !token_is(end, ";") && !token_is(end, "="))
        end++;
    return token[0].kind == TOKEN_IDENTIFIER && token[1].kind == TOKEN_IDENTIFIER &&
           token_is(end, ";") && !token_is(token, "return");
}

/* Returns whether a function is called that the scheme does not define, such as Arm's intrinsics,
 * whose names do not begin with '_'. A function pointer counts as one. */
static bool is_foreign_call(const struct items *items, size_t i)
{
    static const char *const known[] = {"if",     "for",     "while",    "switch",  "return",
                                        "sizeof", "defined", "UINT64_C", "INT64_C", "UINT32_C"};
    const struct token *token = &items->tokens[i];
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (token_is(token, known[k]))
            return false;
    return token->kind == TOKEN_IDENTIFIER && *token->text != '_' && token_is(token + 1, "(") &&
           !items_find(items, i);
}

static bool allows_token(const struct items *items, size_t i, size_t first)
{
    const struct token *token = &items->tokens[i];
    return !is_of_compiler(token) && !begins_uninitialised(token) && !is_foreign_call(items, i) &&
           !(i > first && token_is(token, "static")) &&
           !(token_is(token, "*") && token_is(token + 1, ")"));
}

/* Returns whether all items of a name can be constexpr: a prototype and a definition. */
static bool allows_name(const struct items *items, const struct name *name)
{
    for (size_t i = 0; i < items->name_count; i++)
        if (tokens_equal(&items->names[i].token, &name->token) &&
            !items->items[items->names[i].item].is_constexpr)
            return false;
    return true;
}

/* Returns whether a function can still be constexpr, as far as it is known of those that it
 * reaches. */
static bool allows_item(const struct items *items, const struct item *item)
{
    for (size_t i = item->first; i < item->end; i++) {
        const struct name *name = items_find(items, i);
        if (!allows_token(items, i, item->first) || (name && !allows_name(items, name)))
            return false;
    }
    return true;
}

/* Tables are constants if they have values; types and enums always are. */
static bool may_be_constexpr(const struct items *items, const struct item *item)
{
    const struct token *first = &items->tokens[item->first], *end = &items->tokens[item->end];
    if (item->kind == ITEM_OBJECT)
        return item->initialiser || (token_is(first + 1, "const") && is_initialised(first, end));
    return item->kind != ITEM_GROUP && item->kind != ITEM_INVOCATION;
}

void mark_constexpr(struct items *items)
{
    bool has_changed = true;
    for (size_t i = 0; i < items->count; i++)
        items->items[i].is_constexpr = may_be_constexpr(items, &items->items[i]);
    while (has_changed) {
        has_changed = false;
        for (size_t i = 0; i < items->count; i++) {
            struct item *item = &items->items[i];
            bool has_code = item->kind == ITEM_FUNCTION || item->kind == ITEM_MACRO ||
                            item->kind == ITEM_PROTOTYPE;
            if (item->is_constexpr && has_code && !allows_item(items, item)) {
                item->is_constexpr = false;
                has_changed = true;
            }
        }
    }
}
