/* SPDX-License-Identifier: MIT */
#include "export/code/rename.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *macro_name(const char *prefix, const char *name, size_t length)
{
    char *text;
    if (asprintf(&text, "%s_%.*s", prefix, (int)length, name) < 0)
        return NULL;
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return text;
}

/* Returns the header's spelling, on the heap; NULL if out of memory. */
static char *exported_name(const struct name *name, const char *prefix, enum language language)
{
    const struct token *token = &name->token;
    char *text;
    if (name->kind == NAME_MACRO || (name->kind == NAME_CONSTANT && language == LANGUAGE_C))
        return macro_name(prefix, token->text, token->length);
    bool has_prefix = language == LANGUAGE_C;
    if (asprintf(&text, "%s%s%.*s", has_prefix ? prefix : "", has_prefix ? "_" : "",
                 (int)token->length, token->text) < 0)
        return NULL;
    return text;
}

/* Replaces a type of the schemes by the header's, and drops its definition. */
static bool replace(struct items *items, const char *type, const char *before,
                    const char *replacement)
{
    struct name *name = items_find_text(items, type);
    if (!name)
        return true;
    items->items[name->item].part = PART_NONE;
    free(name->exported);
    return asprintf(&name->exported, "%s%s%s", before, replacement, *before ? " *" : "") >= 0;
}

/* Returns a comment with the names of functions and macros changed, on the heap. */
static char *renamed_comment(const struct items *items, const struct token *comment)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    for (size_t i = 0; out && i < comment->length;) {
        struct token word = {.text = comment->text + i};
        while (isalnum((unsigned char)word.text[word.length]) || word.text[word.length] == '_')
            word.length++;
        const char *exported = NULL;
        for (size_t n = 0; word.text[word.length] == '(' && n < items->name_count; n++)
            if (tokens_equal(&items->names[n].token, &word))
                exported = items->names[n].exported;
        word.length += !word.length;
        if (exported)
            fputs(exported, out);
        else
            fwrite(word.text, 1, word.length, out);
        i += word.length;
    }
    return out && !fclose(out) ? text : NULL;
}

static bool rename_comments(struct items *items)
{
    for (size_t i = 0; i < items->token_count; i++) {
        struct token *token = &items->tokens[i];
        if (token->kind != TOKEN_COMMENT)
            continue;
        char *text = renamed_comment(items, token);
        if (!text)
            return false;
        items->comments[items->comment_count++] = text;
        token->text = text;
        token->length = strlen(text);
    }
    return true;
}

static void rename_tokens(struct items *items)
{
    /* Backwards: the keyword before a tag is then as in the source. */
    for (size_t i = items->token_count; i-- > 0;) {
        struct token *token = &items->tokens[i];
        const struct name *name = items_find(items, i);
        if (!name)
            continue;
        token->text = name->exported;
        token->length = strlen(name->exported);
        if (token->text[token->length - 1] == '*' && token[1].kind == TOKEN_IDENTIFIER)
            token[1].space_length = 0;
    }
}

bool items_rename(struct items *items, const char *prefix, enum language language)
{
    for (size_t i = 0; i < items->name_count; i++)
        if (!(items->names[i].exported = exported_name(&items->names[i], prefix, language)))
            return false;
    struct name *view = items_find_text(items, "view");
    bool has_view = view && items->items[view->item].part;
    if (!replace(items, "bitboard", "", "uint64_t") ||
        !replace(items, "GETTER_ARGUMENT", has_view ? "const " : "",
                 has_view ? view->exported : "uint64_t") ||
        !rename_comments(items))
        return false;
    rename_tokens(items);
    return true;
}
