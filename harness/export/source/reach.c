/* SPDX-License-Identifier: MIT */
#include "export/source/reach.h"

static void reach_item(struct items *items, size_t number, enum item_part part);

/* A name may have several items: a prototype and a definition. */
static void reach_name(struct items *items, const struct name *name, enum item_part part)
{
    for (size_t i = 0; i < items->name_count; i++)
        if ((items->names[i].kind == NAME_TAG) == (name->kind == NAME_TAG) &&
            tokens_equal(&items->names[i].token, &name->token))
            reach_item(items, items->names[i].item, part);
}

static void reach_item(struct items *items, size_t number, enum item_part part)
{
    struct item *item = &items->items[number];
    if (item->part)
        return;
    item->part = part;
    for (size_t i = item->first; i < item->end; i++) {
        const struct name *name = items_find(items, i);
        if (name)
            reach_name(items, name, part);
    }
}

void items_reach(struct items *items, const char *text, enum item_part part)
{
    const struct name *name = items_find_text(items, text);
    if (name)
        reach_name(items, name, part);
}

void items_reach_nameless(struct items *items, enum item_part part)
{
    for (size_t number = 0; number < items->count; number++) {
        const struct item *item = &items->items[number];
        for (size_t i = item->first; item->kind == ITEM_GROUP && i < item->end; i++) {
            const struct token *token = &items->tokens[i];
            if (token->kind == TOKEN_DIRECTIVE &&
                (token_is(token + 1, "error") || token_is(token + 1, "include")))
                reach_item(items, number, part);
        }
    }
}
