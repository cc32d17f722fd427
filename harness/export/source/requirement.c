/* SPDX-License-Identifier: MIT */
#include "export/source/requirement.h"

#include <string.h>

bool is_requirement(const struct token *directive)
{
    unsigned depth = 0;
    bool in_else = false;
    for (const struct token *token = directive; token->kind != TOKEN_END; token++) {
        if (token->kind != TOKEN_DIRECTIVE)
            continue;
        depth += !strncmp(token[1].text, "if", 2);
        depth -= token_is(token + 1, "endif");
        in_else = in_else || (depth == 1 && token_is(token + 1, "else"));
        if (!depth)
            return false;
        if (in_else && token_is(token + 2, "\"unsupported.h\""))
            return true;
    }
    return false;
}

bool requirement_is_of_compiler(const struct token *directive, const struct macros *macros)
{
    for (const struct token *token = directive + 2; token->kind != TOKEN_LINE_END; token++)
        if (token->kind == TOKEN_IDENTIFIER && macros_find(macros, token) &&
            macros_is_unknown(macros, token))
            return false;
    return true;
}

void print_requirement(const struct scheme *scheme, const char *condition, FILE *out)
{
    bool is_simple = !strchr(condition, ' ');
    const char *target = strstr(condition, "__x86_64__") ? " on x86-64" : "";
    if (*condition)
        fprintf(out, "\n#if !%s%s%s\n#error \"%s needs %s%s: compile with %s\"\n#endif\n",
                is_simple ? "" : "(", condition, is_simple ? "" : ")", scheme->name, scheme->needs,
                target, scheme->flags);
}
