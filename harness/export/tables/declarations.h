/* SPDX-License-Identifier: MIT
 * The names that a scheme's source declares at file scope, with what its tables' initialisers take:
 * types and their layout, enum constants and macros. */
#ifndef DECLARATIONS_H
#define DECLARATIONS_H

#include "export/source/tokens.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A vector has no initialiser, but may be a later member of a union. */
enum type_kind { UNSIGNED, SIGNED, BOOLEAN, VECTOR, POINTER, ARRAY, STRUCTURE };

struct type {
    enum type_kind kind;
    size_t size, align;           /* bytes */
    const struct type *element;   /* POINTER: what it points to; ARRAY: its elements */
    bool to_const;                /* POINTER */
    const struct member *members; /* STRUCTURE: the first; of a union, the only one that is kept */
};

struct member {
    struct token name;
    const struct type *type;
    size_t offset; /* bytes */
    const struct member *next;
};

/* Consecutive tokens. */
struct span {
    const struct token *first, *end;
};

enum declaration_kind { MACRO, CONSTANT, TAG, TYPE_NAME, OBJECT };

struct declaration {
    enum declaration_kind kind;
    struct token name;
    const struct type *type; /* TAG, TYPE_NAME, OBJECT; NULL: see `unreadable` */
    const char *unreadable;  /* why the type could not be read */
    int64_t value;           /* CONSTANT */
    bool has_parameters;     /* MACRO */
    struct span parameters;  /* MACRO: names and commas */
    struct span body;        /* MACRO */
};

enum { MAX_DECLARATIONS = 1024, MAX_TYPES = 512, MAX_MEMBERS = 256 };

/* Filled by declarations_read(). What is too much for it is missing. */
struct declarations {
    struct token *tokens; /* of the source, without comments */
    size_t n, n_types, n_members;
    struct declaration declaration[MAX_DECLARATIONS]; /* in the order of the source */
    struct type type[MAX_TYPES];
    struct member member[MAX_MEMBERS];
};

/* Returns the last declaration of this kind and name, or NULL. */
const struct declaration *declaration_find(const struct declarations *declarations,
                                           enum declaration_kind kind, const struct token *name);

/* Returns the type of a typedef's name, or of a scalar type of stdint.h, stddef.h, stdbool.h or the
 * language that is one word; NULL if there is none. */
const struct type *type_find(const struct declarations *declarations, const struct token *name);

#endif
