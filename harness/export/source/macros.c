/* SPDX-License-Identifier: MIT */
#include "export/source/macros.h"

#include <string.h>

static void undefine(struct macros *macros, const struct token *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < macros->n; i++)
        if (!tokens_equal(&macros->list[i].name, name))
            macros->list[kept++] = macros->list[i];
    macros->n = kept;
}

bool macros_define(struct macros *macros, const struct token *name, bool is_certain)
{
    struct token value = name[1].kind != TOKEN_LINE_END && name[2].kind == TOKEN_LINE_END
                             ? name[1]
                             : (struct token){.kind = TOKEN_LINE_END};
    if (macros->n == MAX_MACROS)
        return false;
    undefine(macros, name);
    macros->list[macros->n++] = (struct macro){*name, value, is_certain};
    return true;
}

const struct macro *macros_find(const struct macros *macros, const struct token *name)
{
    for (size_t i = 0; i < macros->n; i++)
        if (tokens_equal(&macros->list[i].name, name))
            return &macros->list[i];
    return NULL;
}

bool macros_has(const struct macros *macros, const char *name)
{
    return macros_find(macros, &(struct token){.text = name, .length = strlen(name)});
}

bool macros_is_unknown(const struct macros *macros, const struct token *name)
{
    const struct macro *macro = macros_find(macros, name);
    return macro ? !macro->is_certain : *name->text == '_';
}
