/* SPDX-License-Identifier: MIT */
#include "export/source/items.h"

#include <stdlib.h>
#include <string.h>

void items_free(struct items *items)
{
    for (size_t i = 0; i < items->count; i++)
        free(items->items[i].initialiser);
    free(items->text);
    free(items->tokens);
    free(items->items);
    for (size_t i = 0; i < items->name_count; i++)
        free(items->names[i].exported);
    for (size_t i = 0; i < items->comment_count; i++)
        free(items->comments[i]);
    free(items->comments);
    free(items->names);
    free(items->is_local);
}

static struct name *find(const struct items *items, const struct token *token, bool is_tag)
{
    for (size_t i = 0; i < items->name_count; i++)
        if ((items->names[i].kind == NAME_TAG) == is_tag &&
            tokens_equal(&items->names[i].token, token))
            return &items->names[i];
    return NULL;
}

struct name *items_find(const struct items *items, size_t i)
{
    const struct token *token = &items->tokens[i];
    bool is_tag = i && (token_is(token - 1, "struct") || token_is(token - 1, "union") ||
                        token_is(token - 1, "enum"));
    if (token->kind != TOKEN_IDENTIFIER || items->is_local[i])
        return NULL;
    return find(items, token, is_tag);
}

struct name *items_find_text(const struct items *items, const char *name)
{
    return find(items, &(struct token){.text = name, .length = strlen(name)}, false);
}

bool items_has(const struct items *items, const char *text)
{
    const struct name *name = items_find_text(items, text);
    return name && items->items[name->item].part != PART_NONE;
}
