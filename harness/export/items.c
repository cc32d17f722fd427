/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "export/export.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct item {
    const char *text, *end;
    bool is_used, is_printed;
};

/* A name that an item declares at file scope: of a function, object, type, macro or constant. */
struct item_name {
    const char *text;
    size_t length, item;
};

struct items {
    struct item *items;
    struct item_name *names;
    size_t count, name_count;
    const char *prefix;
    bool has_view;
};

/* ---- what begins at a place in a text ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const char *token)
{
    return is_word(*token) && !isdigit((unsigned char)*token);
}

/* Returns the end of a comment, a literal, a name, a number or another character. */
static const char *token_end(const char *token)
{
    const char *end = token + 1;
    if (!strncmp(token, "/*", 2))
        return strstr(token, "*/") + 2;
    if (*token == '"' || *token == '\'')
        while (*end++ != *token)
            end += end[-1] == '\\';
    else if (is_word(*token))
        while (is_word(*end))
            end++;
    return end;
}

static size_t token_length(const char *token)
{
    return (size_t)(token_end(token) - token);
}

static bool token_is(const char *token, const char *word)
{
    return token_length(token) == strlen(word) && !strncmp(token, word, strlen(word));
}

static bool is_in_capitals(const char *name)
{
    for (const char *c = name; c < token_end(name); c++)
        if (islower((unsigned char)*c))
            return false;
    return true;
}

/* Returns whether a header has a type of its own in place of a name. */
static bool is_replaced(const char *name)
{
    return token_is(name, "bitboard") || token_is(name, "GETTER_ARGUMENT");
}

/* ---- finding items ---- */

/* Where items_read() is. */
struct place {
    struct items *items;
    int depth;         /* of brackets */
    bool in_enum;      /* in the braces of one at file scope */
    bool after_struct; /* or a union */
    char previous;     /* the last character of code */
};

/* Returns the index of a name from `from` on that is the one at `token`; name_count: none. */
static size_t find_name(const struct items *items, size_t from, const char *token)
{
    size_t length = token_length(token);
    for (; from < items->name_count; from++)
        if (items->names[from].length == length && !strncmp(items->names[from].text, token, length))
            break;
    return from;
}

static bool is_declared(const struct items *items, const char *token)
{
    return find_name(items, 0, token) < items->name_count;
}

static void declare(struct place *at, const char *name)
{
    struct items *items = at->items;
    if (!is_replaced(name))
        items->names[items->name_count++] =
            (struct item_name){name, token_length(name), items->count};
}

/* Declares a name by what follows it: a function, an object, the tag of a struct or union that is
 * defined there, or a constant of an enum. In capitals before a bracket, it is a macro. */
static void read_name(struct place *at, const char *name)
{
    const char *next = token_end(name) + strspn(token_end(name), " ");
    if (at->in_enum && at->depth == 1 && strchr("{,", at->previous))
        declare(at, name);
    if (at->depth)
        return;
    bool is_macro = *next == '(' && is_in_capitals(name);
    if (token_is(name, "enum"))
        at->in_enum = is_name(next) ? token_end(next)[1] == '{' : *next == '{';
    else if (strchr(at->after_struct ? "{[;=,(" : "[;=,(", *next) && !is_macro && *name != '_')
        declare(at, name);
    at->after_struct = token_is(name, "struct") || token_is(name, "union") ||
                       (at->after_struct && is_macro); /* struct ALIGNED(64) name */
}

/* Follows a directive. Returns its end. */
static const char *read_directive(struct place *at, const char *line)
{
    const char *end = line + strcspn(line, "\n");
    while (end[-1] == '\\')
        end += 1 + strcspn(end + 1, "\n");
    if (!strncmp(line, "#define ", 8))
        declare(at, line + 8);
    at->items->items[at->items->count].is_used |= !strncmp(line, "#include", 8);
    return end;
}

/* Ends an item, and begins the next one after the blank lines. Returns its beginning. */
static const char *next_item(struct place *at, const char *end)
{
    struct items *items = at->items;
    struct item *item = &items->items[items->count];
    item->end = end;
    items->count += item->text && item->end > item->text;
    end += strspn(end, "\n");
    items->items[items->count] = (struct item){.text = end};
    return end;
}

/* Follows what begins at `token`, and returns its end. */
static const char *read_token(struct place *at, const char *token)
{
    const char *end = token_end(token);
    if (*token == '#')
        end = read_directive(at, token);
    else if (is_name(token))
        read_name(at, token);
    at->depth += strchr("([{", *token) ? 1 : strchr(")]}", *token) ? -1 : 0;
    at->in_enum = at->in_enum && (at->depth || *token != '}');
    if (!isspace((unsigned char)*token) && *token != '/')
        at->previous = *token;
    bool is_end = !at->depth && *token == '\n' && (token[1] == '\n' || !token[1]);
    return is_end ? next_item(at, token) : end;
}

static void use_words(struct items *items, struct item *item);

/* Marks the items that declare the name at `token`, and those that they need. */
static void use(struct items *items, const char *token)
{
    for (size_t i = 0; (i = find_name(items, i, token)) < items->name_count; i++)
        if (!items->items[items->names[i].item].is_used)
            use_words(items, &items->items[items->names[i].item]);
}

static void use_words(struct items *items, struct item *item)
{
    item->is_used = true;
    for (const char *token = item->text; token < item->end; token = token_end(token))
        if (is_name(token))
            use(items, token);
}

/* ---- printing them ---- */

static void print_name(const char *prefix, const char *name, FILE *out)
{
    for (const char *c = prefix; *c; c++)
        fputc(is_in_capitals(name) ? toupper((unsigned char)*c) : *c, out);
    fprintf(out, "_%.*s", (int)token_length(name), name);
}

/* Prints a name of code, with what after it belongs to it. Returns the end of what it read. */
static const char *print_code(const struct items *items, const char *name, FILE *out)
{
    const char *end = token_end(name), *prefix = items->prefix;
    if (token_is(name, "GETTER_ARGUMENT") && items->has_view) {
        fprintf(out, "const %s_view *", prefix);
        end += *end == ' ';
    } else if (is_replaced(name)) {
        fputs("uint64_t", out);
    } else if (token_is(name, "enum") && is_name(end + 1)) {
        end = token_end(end + 1);
        fputs(strncmp(end, " {", 2) == 0 ? "enum" : "unsigned", out);
    } else if (!strncmp(name, "static ALIGNED(", 15))
        print_name(prefix, "TABLE", out);
    else if (is_declared(items, name))
        print_name(prefix, name, out);
    else
        fwrite(name, 1, token_length(name), out);
    return end;
}

/* Prints an item. A name in a comment gets the prefix if a bracket follows. */
static void print_item(const struct items *items, const struct item *item, FILE *out)
{
    bool in_comment = false;
    for (const char *token = item->text, *end; token < item->end; token = end) {
        in_comment = !strncmp(token, "/*", 2) || (in_comment && strncmp(token, "*/", 2) != 0);
        end = in_comment && !is_name(token) ? token + 1 : token_end(token);
        if (is_name(token) && (!in_comment || (*end == '(' && is_declared(items, token))))
            end = print_code(items, token, out);
        else
            fwrite(token, 1, (size_t)(end - token), out);
    }
    fputs("\n\n", out);
}

static void print_used(struct items *items, FILE *out)
{
    for (struct item *item = items->items; item < items->items + items->count; item++) {
        if (item->is_used && !item->is_printed)
            print_item(items, item, out);
        item->is_printed = item->is_used;
    }
}

struct items *items_read(const char *text, const char *prefix, bool has_view)
{
    size_t most = strlen(text) / 2 + 2; /* a name and an item have two characters or more */
    struct items *items = xmalloc(sizeof *items);
    *items = (struct items){.items = xcalloc(most, sizeof *items->items),
                            .names = xcalloc(most, sizeof *items->names),
                            .prefix = prefix,
                            .has_view = has_view};
    struct place at = {.items = items};
    const char *token = next_item(&at, text);
    while (*token)
        token = read_token(&at, token);
    next_item(&at, token);
    return items;
}

void items_print_includes(struct items *items, FILE *out)
{
    for (struct item *item = items->items; item < items->items + items->count; item++)
        if (item->is_used)
            use_words(items, item);
    print_used(items, out);
}

void items_print(struct items *items, const char *name, FILE *out)
{
    use(items, name);
    print_used(items, out);
}

void items_free(struct items *items)
{
    free(items->items);
    free(items->names);
    free(items);
}
