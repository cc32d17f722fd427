/* SPDX-License-Identifier: MIT */
#include "export/tables/finish.h"

#include "export/code/edit.h"
#include "export/tables/read_declarations.h"

#include <stdlib.h>
#include <string.h>

/* Returns the initialiser of a table, on the heap, or NULL. */
static char *initialiser(const struct scheme *scheme, const struct token *table,
                         const struct declarations *declarations, const struct table_names *names,
                         struct error *error)
{
    char name[64], *text = NULL;
    size_t size;
    snprintf(name, sizeof name, "%.*s", (int)table->length, table->text);
    FILE *out = open_memstream(&text, &size);
    bool ok = out && initialiser_write(scheme, name, declarations, names, out, error);
    if (!out || fclose(out))
        ok = fail(error, STATUS_ENVIRONMENT, "no memory for the tables of %s", scheme->name);
    if (ok)
        return text;
    free(text);
    return NULL;
}

static bool finish_item(const struct scheme *scheme, struct items *items, size_t number,
                        const struct declarations *declarations, const struct table_names *names,
                        struct error *error)
{
    struct item *item = &items->items[number];
    for (size_t i = 0; i < items->name_count; i++) {
        const struct name *name = &items->names[i];
        if (name->item != number || name->kind != NAME_OBJECT)
            continue;
        if (item->initialiser)
            return fail(error, STATUS_ENVIRONMENT,
                        "--tables const: table %.*s of %s: shares a declaration with another",
                        (int)name->token.length, name->token.text, scheme->name);
        item->initialiser = initialiser(scheme, &name->token, declarations, names, error);
        if (!item->initialiser)
            return false;
    }
    return true;
}

bool finish_tables(const struct scheme *scheme, struct items *items,
                   const struct table_names *names, struct error *error)
{
    struct declarations *declarations = declarations_read(items->text);
    bool ok = declarations || fail(error, STATUS_ENVIRONMENT, "no memory for %s", scheme->name);
    if (ok && scheme->init)
        scheme->init();
    for (size_t i = 0; ok && i < items->count; i++) {
        const struct item *item = &items->items[i];
        if (item->part && item->kind == ITEM_OBJECT &&
            !is_initialised(&items->tokens[item->first], &items->tokens[item->end]))
            ok = finish_item(scheme, items, i, declarations, names, error);
    }
    declarations_free(declarations);
    return ok;
}
