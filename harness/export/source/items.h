/* SPDX-License-Identifier: MIT
 * The top level of a C source as items: one declaration, definition or directive each, or a whole
 * conditional group. */
#ifndef ITEMS_H
#define ITEMS_H

#include "export/source/tokens.h"

enum item_kind {
    ITEM_MACRO,      /* #define */
    ITEM_DIRECTIVE,  /* any other directive alone */
    ITEM_GROUP,      /* #if to #endif, whose condition is not decided here */
    ITEM_FUNCTION,   /* with its body */
    ITEM_PROTOTYPE,  /* without */
    ITEM_OBJECT,     /* one or more objects of one declaration, which may also define their type */
    ITEM_TYPE,       /* typedef, struct, union or enum without an object */
    ITEM_INVOCATION, /* of a macro that expands to declarations */
};

/* Which part of a header an item belongs to: what lookups need, what init() and self_test() need,
 * or none. */
enum item_part { PART_NONE, PART_LOOKUP, PART_SETUP };

/* Ranges of tokens, by number. */
struct item {
    enum item_kind kind;
    enum item_part part;
    size_t comment;    /* the comments right above, up to `first` */
    size_t first, end; /* the item itself, with comments at the end of its last line */
    bool is_constexpr; /* in C++ */
    char *initialiser; /* of a table that becomes a constant, on the heap; NULL: none */
};

enum name_kind { NAME_FUNCTION, NAME_OBJECT, NAME_TYPE, NAME_TAG, NAME_CONSTANT, NAME_MACRO };

/* A name that an item declares at file scope. */
struct name {
    struct token token;
    size_t item;
    enum name_kind kind;
    char *exported; /* as the header spells it; NULL: alike */
};

struct items {
    char *text; /* the source, which the tokens point into */
    struct token *tokens;
    size_t token_count;

    /* [token_count], true for identifiers that are no names of file scope: members of a struct or
     * union, where they are declared, accessed or designated, and parameters of a macro. */
    bool *is_local;

    struct item *items;
    size_t count;
    struct name *names;
    size_t name_count;
    char **comments; /* that are not as in the source */
    size_t comment_count;
};

void items_free(struct items *items);

/* Returns the first name that a token may refer to, or NULL. A tag is preceded by its keyword. */
struct name *items_find(const struct items *items, size_t token);

/* Returns the first name of this spelling that is no tag, or NULL. */
struct name *items_find_text(const struct items *items, const char *name);

/* Returns whether the header has a name of this spelling in the source. */
bool items_has(const struct items *items, const char *name);

#endif
