/* SPDX-License-Identifier: MIT */
#include "export/tables/parser.h"

const struct type *parser_unreadable(struct parser *parser, const char *reason)
{
    if (!parser->wrong)
        parser->wrong = reason;
    return NULL;
}

bool parser_at(const struct parser *parser, const char *text)
{
    return parser->at < parser->end && token_is(parser->at, text);
}

bool parser_skip(struct parser *parser, const char *text)
{
    bool found = parser_at(parser, text);
    parser->at += found;
    return found;
}

bool parser_at_name(const struct parser *parser)
{
    return parser->at < parser->end && parser->at->kind == TOKEN_IDENTIFIER;
}

void parser_skip_brackets(struct parser *parser)
{
    unsigned depth = 0;
    do {
        if (parser_at(parser, "(") || parser_at(parser, "[") || parser_at(parser, "{"))
            depth++;
        else if (parser_at(parser, ")") || parser_at(parser, "]") || parser_at(parser, "}"))
            depth--;
        parser->at += parser->at < parser->end;
    } while (depth && parser->at < parser->end);
}

struct span parser_until(struct parser *parser, const char *one, const char *other)
{
    struct span span = {parser->at, parser->at};
    while (parser->at < parser->end && !parser_at(parser, one) && !parser_at(parser, other))
        if (parser_at(parser, "(") || parser_at(parser, "[") || parser_at(parser, "{"))
            parser_skip_brackets(parser);
        else
            parser->at++;
    span.end = parser->at;
    return span;
}

void parser_declare(struct parser *parser, struct declaration declaration)
{
    struct declarations *declarations = parser->declarations;
    declaration.unreadable = parser->wrong;
    if (declarations->n < MAX_DECLARATIONS)
        declarations->declaration[declarations->n++] = declaration;
}
