/* SPDX-License-Identifier: MIT */
#include "export/tables/read_declarations.h"

#include "export/tables/read_types.h"

#include <stdlib.h>

/* Reads a declaration up to its semicolon, or a function up to its body. */
static void read_declaration(struct parser *parser)
{
    parser->wrong = NULL;
    struct specifiers specifiers = read_specifiers(parser);
    do {
        struct declarator declarator = read_declarator(parser, specifiers);
        if (!declarator.name.length || parser_at(parser, "("))
            return;
        parser_declare(parser,
                       (struct declaration){.kind = specifiers.is_typedef ? TYPE_NAME : OBJECT,
                                            .name = declarator.name,
                                            .type = declarator.type});
        parser_until(parser, ",", ";"); /* the initialiser */
    } while (parser_skip(parser, ","));
}

static bool begins_declaration(const struct parser *parser)
{
    static const char *const words[] = {"static", "typedef", "extern", "const",
                                        "struct", "union",   "enum"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parser_at(parser, words[i]))
            return true;
    return parser_at_name(parser) && type_find(parser->declarations, parser->at);
}

static void read_directive(struct parser *parser)
{
    const struct token *end = parser->at;
    while (end < parser->end && end->kind != TOKEN_LINE_END)
        end++;
    parser->at++;
    if (parser_skip(parser, "define") && parser_at_name(parser)) {
        struct declaration macro = {.kind = MACRO, .name = *parser->at++};
        if (parser_at(parser, "(") && !parser->at->space_length) {
            macro.has_parameters = true;
            macro.parameters.first = ++parser->at;
            while (parser->at < end && !parser_at(parser, ")"))
                parser->at++;
            macro.parameters.end = parser->at++;
        }
        macro.body = (struct span){parser->at, end};
        parser_declare(parser, macro);
    }
    parser->at = end;
}

/* Removes the comments. Returns the number of the other tokens. */
static size_t without_comments(struct token *tokens, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (tokens[i].kind != TOKEN_COMMENT)
            tokens[kept++] = tokens[i];
    return kept;
}

struct declarations *declarations_read(const char *source)
{
    struct declarations *declarations = calloc(1, sizeof *declarations);
    size_t n;
    if (!declarations || !(declarations->tokens = tokens_scan(source, &n))) {
        free(declarations);
        return NULL;
    }
    n = without_comments(declarations->tokens, n);
    struct parser parser = {declarations, declarations->tokens, declarations->tokens + n, NULL};
    while (parser.at < parser.end)
        if (parser.at->kind == TOKEN_DIRECTIVE)
            read_directive(&parser);
        else if (begins_declaration(&parser))
            read_declaration(&parser);
        else if (parser_at(&parser, "(") || parser_at(&parser, "[") || parser_at(&parser, "{"))
            parser_skip_brackets(&parser);
        else
            parser.at++;
    return declarations;
}

void declarations_free(struct declarations *declarations)
{
    if (declarations)
        free(declarations->tokens);
    free(declarations);
}
