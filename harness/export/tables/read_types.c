/* SPDX-License-Identifier: MIT */
#include "export/tables/read_types.h"

#include "export/tables/constants.h"

/* Reads `__attribute__((aligned(64)))`, if there is one. Returns the alignment, or 1. */
static size_t read_attribute(struct parser *parser)
{
    int64_t align = 1;
    if (!parser_skip(parser, "__attribute__"))
        return 1;
    const struct token *token = parser->at;
    parser_skip_brackets(parser);
    for (; token < parser->at; token++)
        if (token_is(token, "aligned"))
            constant_evaluate(parser->declarations, (struct span){token + 1, parser->at - 2},
                              &align);
    return align > 0 ? (size_t)align : 1;
}

static const struct type *new_type(struct parser *parser, struct type type)
{
    struct declarations *declarations = parser->declarations;
    if (declarations->n_types == MAX_TYPES)
        return parser_unreadable(parser, "too many types");
    declarations->type[declarations->n_types] = type;
    return &declarations->type[declarations->n_types++];
}

static const struct type *read_dimensions(struct parser *parser, const struct type *type)
{
    if (!parser_skip(parser, "["))
        return type;
    int64_t length;
    struct span expression = parser_until(parser, "]", "]");
    bool known = constant_evaluate(parser->declarations, expression, &length);
    parser_skip(parser, "]");
    type = read_dimensions(parser, type);
    if (!known || length < 1)
        return parser_unreadable(parser,
                                 "a dimension is not a constant expression that slidebench reads");
    if (!type)
        return NULL;
    return new_type(
        parser, (struct type){ARRAY, (size_t)length * type->size, type->align, .element = type});
}

struct declarator read_declarator(struct parser *parser, struct specifiers of)
{
    struct declarator declarator = {.type = of.type, .align = 1};
    for (; parser_skip(parser, "*"); of.is_const = parser_skip(parser, "const"))
        if (declarator.type)
            declarator.type =
                new_type(parser, (struct type){POINTER, sizeof(void *), _Alignof(void *),
                                               declarator.type, of.is_const, NULL});
    if (!parser_at_name(parser))
        return declarator;
    declarator.name = *parser->at++;
    declarator.type = read_dimensions(parser, declarator.type);
    declarator.align = read_attribute(parser);
    return declarator;
}

static size_t round_up(size_t bytes, size_t align)
{
    return (bytes + align - 1) / align * align;
}

/* A struct or union in the making. */
struct layout {
    struct type type;
    struct member *last;
    bool is_union; /* keeps its first member, for an initialiser */
};

static void add_member(struct parser *parser, struct layout *layout,
                       const struct declarator *declarator)
{
    struct declarations *declarations = parser->declarations;
    const struct type *type = declarator->type;
    if (!type || !declarator->name.length || declarations->n_members == MAX_MEMBERS) {
        parser_unreadable(parser, "a member has no name or a type that slidebench does not read");
        return;
    }
    size_t align = type->align > declarator->align ? type->align : declarator->align;
    size_t offset = layout->is_union ? 0 : round_up(layout->type.size, align);
    if (offset + type->size > layout->type.size)
        layout->type.size = offset + type->size;
    if (align > layout->type.align)
        layout->type.align = align;
    if (layout->is_union && layout->last)
        return;
    struct member *member = &declarations->member[declarations->n_members++];
    *member = (struct member){declarator->name, type, offset, NULL};
    if (layout->last)
        layout->last->next = member;
    else
        layout->type.members = member;
    layout->last = member;
}

/* Reads members up to the closing brace. */
static void read_members(struct parser *parser, struct layout *layout)
{
    while (parser->at < parser->end && !parser_at(parser, "}")) {
        struct specifiers specifiers = read_specifiers(parser);
        do {
            struct declarator declarator = read_declarator(parser, specifiers);
            add_member(parser, layout, &declarator);
        } while (parser_skip(parser, ","));
        if (!parser_skip(parser, ";")) {
            parser_unreadable(parser,
                              "a member is not a scalar, struct, array or pointer to a named type");
            parser_until(parser, "}", "}");
        }
    }
    parser_skip(parser, "}");
}

/* Reads what follows `struct` or `union`. */
static const struct type *read_structure(struct parser *parser, bool is_union)
{
    struct layout layout = {
        {STRUCTURE, 0, read_attribute(parser), NULL, false, NULL}, NULL, is_union};
    struct token tag = {0};
    if (parser_at_name(parser))
        tag = *parser->at++;
    if (!parser_skip(parser, "{")) {
        const struct declaration *known = declaration_find(parser->declarations, TAG, &tag);
        if (!known || !known->type)
            parser_unreadable(parser, known ? known->unreadable : "an unknown struct or union");
        return known ? known->type : NULL;
    }
    read_members(parser, &layout);
    size_t align = read_attribute(parser);
    if (align > layout.type.align)
        layout.type.align = align;
    layout.type.size = round_up(layout.type.size, layout.type.align);
    const struct type *type = parser->wrong ? NULL : new_type(parser, layout.type);
    if (tag.length)
        parser_declare(parser, (struct declaration){.kind = TAG, .name = tag, .type = type});
    return type;
}

static const struct type *read_enum(struct parser *parser)
{
    static const struct token unsigned_token = {
        .kind = TOKEN_IDENTIFIER, .text = "unsigned", .length = 8};
    if (parser_at_name(parser))
        parser->at++;
    if (parser_skip(parser, "{")) {
        for (int64_t value = 0; parser_at_name(parser); value++) {
            struct token name = *parser->at++;
            if (!parser_skip(parser, "=") ||
                constant_evaluate(parser->declarations, parser_until(parser, ",", "}"), &value))
                parser_declare(
                    parser, (struct declaration){.kind = CONSTANT, .name = name, .value = value});
            parser_skip(parser, ",");
        }
        parser_skip(parser, "}");
    }
    return type_find(parser->declarations, &unsigned_token);
}

struct specifiers read_specifiers(struct parser *parser)
{
    struct specifiers specifiers = {NULL, false, false};
    for (bool has_type = false; parser->at < parser->end;) {
        if (parser_at(parser, "__attribute__"))
            read_attribute(parser);
        else if (parser_skip(parser, "typedef"))
            specifiers.is_typedef = true;
        else if (parser_skip(parser, "const"))
            specifiers.is_const = true;
        else if (parser_skip(parser, "static") || parser_skip(parser, "inline") ||
                 parser_skip(parser, "extern"))
            continue;
        else if (has_type || !parser_at_name(parser))
            break;
        else {
            const struct token *name = parser->at++;
            has_type = true;
            if (token_is(name, "struct") || token_is(name, "union"))
                specifiers.type = read_structure(parser, token_is(name, "union"));
            else if (token_is(name, "enum"))
                specifiers.type = read_enum(parser);
            else if (!(specifiers.type = type_find(parser->declarations, name)))
                parser_unreadable(parser, "a type that slidebench does not read");
        }
    }
    return specifiers;
}
