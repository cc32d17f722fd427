/* SPDX-License-Identifier: MIT
 * Reads the parts of a declaration: specifiers with a type, then declarators. */
#ifndef READ_TYPES_H
#define READ_TYPES_H

#include "export/tables/parser.h"

struct specifiers {
    const struct type *type;
    bool is_const, is_typedef;
};

struct declarator {
    struct token name; /* length 0: none */
    const struct type *type;
    size_t align; /* bytes, by an attribute; 1: none */
};

/* Reads `static const struct {...}`: all that declarators share. */
struct specifiers read_specifiers(struct parser *parser);

/* Reads `*name[2][3] __attribute__((aligned(64)))`. */
struct declarator read_declarator(struct parser *parser, struct specifiers of);

#endif
