/* SPDX-License-Identifier: MIT */
#include "export/source/extents.h"

#include <string.h>

size_t skip_directive(const struct token *tokens, size_t at)
{
    while (tokens[at].kind != TOKEN_LINE_END && tokens[at].kind != TOKEN_END)
        at++;
    return at + (tokens[at].kind == TOKEN_LINE_END);
}

size_t skip_group(const struct token *tokens, size_t at)
{
    unsigned depth = 0;
    do {
        if (tokens[at].kind == TOKEN_DIRECTIVE)
            depth += !strncmp(tokens[at + 1].text, "if", 2);
        if (tokens[at].kind == TOKEN_DIRECTIVE && token_is(&tokens[at + 1], "endif"))
            depth--;
        at = tokens[at].kind == TOKEN_DIRECTIVE ? skip_directive(tokens, at) : at + 1;
    } while (depth && tokens[at].kind != TOKEN_END);
    return at;
}

size_t skip_declaration(const struct token *tokens, size_t at, bool is_invocation)
{
    unsigned depth = 0;
    bool is_function = false;
    for (; tokens[at].kind != TOKEN_END; at++) {
        const struct token *token = &tokens[at];
        if (token->kind == TOKEN_DIRECTIVE) {
            at = skip_directive(tokens, at) - 1;
        } else if (token->kind != TOKEN_PUNCTUATOR) {
            continue;
        } else if (strchr("([{", *token->text)) {
            if (!depth && *token->text == '{')
                is_function = token_is(token - 1, ")");
            depth++;
        } else if (strchr(")]}", *token->text)) {
            depth--;
            if (!depth && (*token->text == '}' ? is_function : is_invocation))
                return at + 1;
        } else if (!depth && *token->text == ';') {
            return at + 1;
        }
    }
    return at;
}
