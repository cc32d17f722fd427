/* SPDX-License-Identifier: MIT
 *
 * The text is C that clang-format has laid out as in schemes/, so that the characters around a name
 * tell what it is. These three items declare `STEPS`, `lookup` and `rook_attacks`:
 *
 *     enum { STEPS = 6 };
 *
 *     struct ALIGNED(64) lookup {
 *         bitboard mask;
 *     };
 *
 *     static inline bitboard rook_attacks(unsigned square, bitboard occupied)
 *     {
 *         ...
 *     } */
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
    size_t length, item; /* item: its index */
};

struct items {
    struct item *items;
    struct item_name *names;
    size_t count, name_count;
    const char *prefix;
    bool has_view;

    /* While the text is read: */
    int depth;         /* open brackets, of any kind; 0: at file scope */
    bool in_enum;      /* between `enum` and the closing brace of its definition */
    bool after_struct; /* the next name is the tag of a struct or union */
    char previous;     /* the last character outside of spaces and comments */
};

/* ---- tokens ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_name(const char *token)
{
    return is_word(*token) && !isdigit((unsigned char)*token);
}

/* Returns the end of a token, which is a comment, literal, name, number or any other character. */
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

/* Returns whether headers have a type of C in place of this name, and do not declare the name. */
static bool is_replaced(const char *name)
{
    return token_is(name, "bitboard") || token_is(name, "GETTER_ARGUMENT");
}

/* Returns whether the token `enum` begins a definition, such as `enum steps {` or `enum {`, rather
 * than the type of a variable. */
static bool defines_enum(const char *token)
{
    const char *next = token_end(token) + 1;
    return is_name(next) ? token_end(next)[1] == '{' : *next == '{';
}

/* ---- finding items ---- */

/* Returns the first index from `from` on of the name at `token`; name_count if there is none. */
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

static void declare(struct items *items, const char *name)
{
    if (!is_replaced(name))
        items->names[items->name_count++] =
            (struct item_name){name, token_length(name), items->count};
}

/* Follows a name at file scope. Declares a function, `f(`, an object or type, `lines[` or `view;`,
 * and the tag of a struct or union, `struct lookup {`; but no macro, `ALIGNED(`, and no word of the
 * compiler, `__attribute__(`. */
static void follow_name_at_file_scope(struct items *items, const char *name)
{
    const char next = token_end(name)[strspn(token_end(name), " ")];
    bool is_macro = next == '(' && is_in_capitals(name);
    if (token_is(name, "enum"))
        items->in_enum = defines_enum(name);
    else if (strchr(items->after_struct ? "{[;=,(" : "[;=,(", next) && !is_macro && *name != '_')
        declare(items, name);
    items->after_struct = token_is(name, "struct") || token_is(name, "union") ||
                          (items->after_struct && is_macro); /* struct ALIGNED(64) lookup */
}

/* Follows a name. Within brackets only the constants of an enum are declared: the first names after
 * its brace and after commas. */
static void follow_name(struct items *items, const char *name)
{
    if (!items->depth)
        follow_name_at_file_scope(items, name);
    else if (items->in_enum && items->depth == 1 && strchr("{,", items->previous))
        declare(items, name);
}

/* Follows a directive and returns its end. Declares a macro. Marks the current item as used if the
 * directive is an #include. */
static const char *follow_directive(struct items *items, const char *line)
{
    const char *end = line + strcspn(line, "\n");
    while (end[-1] == '\\')
        end += 1 + strcspn(end + 1, "\n");
    if (!strncmp(line, "#define ", 8))
        declare(items, line + 8);
    items->items[items->count].is_used |= !strncmp(line, "#include", 8);
    return end;
}

/* Ends an item at `end`, and begins the next item after the blank lines there. Returns where the
 * next item begins. */
static const char *next_item(struct items *items, const char *end)
{
    struct item *item = &items->items[items->count];
    item->end = end;
    items->count += item->text && item->end > item->text;
    end += strspn(end, "\n");
    items->items[items->count] = (struct item){.text = end};
    return end;
}

/* Follows a token, or a whole directive, and returns its end. A blank line at file scope ends the
 * item. */
static const char *follow_token(struct items *items, const char *token)
{
    const char *end = token_end(token);
    if (*token == '#')
        end = follow_directive(items, token);
    else if (is_name(token))
        follow_name(items, token);
    items->depth += strchr("([{", *token) ? 1 : strchr(")]}", *token) ? -1 : 0;
    items->in_enum = items->in_enum && (items->depth || *token != '}');
    if (!isspace((unsigned char)*token) && *token != '/')
        items->previous = *token;
    bool is_blank = *token == '\n' && (token[1] == '\n' || !token[1]);
    return is_blank && !items->depth ? next_item(items, token) : end;
}

static void use_item(struct items *items, struct item *item);

/* Marks the items that declare the name at `token`, and the items that these need, as used. */
static void use_name(struct items *items, const char *token)
{
    for (size_t i = 0; (i = find_name(items, i, token)) < items->name_count; i++)
        if (!items->items[items->names[i].item].is_used)
            use_item(items, &items->items[items->names[i].item]);
}

/* Marks an item, and the items that declare the names in it, as used. */
static void use_item(struct items *items, struct item *item)
{
    item->is_used = true;
    for (const char *token = item->text; token < item->end; token = token_end(token))
        if (is_name(token))
            use_name(items, token);
}

/* ---- printing items ---- */

/* Prints `sliders_rook_attacks` for `rook_attacks`, and `SLIDERS_STEPS` for `STEPS`. */
static void print_with_prefix(const char *prefix, const char *name, FILE *out)
{
    for (const char *c = prefix; *c; c++)
        fputc(is_in_capitals(name) ? toupper((unsigned char)*c) : *c, out);
    fprintf(out, "_%.*s", (int)token_length(name), name);
}

/* Prints what a header has in place of a name in the code. Returns the end of the replaced text.
 *
 *     GETTER_ARGUMENT occupied    const sliders_view *occupied, or uint64_t occupied
 *     enum steps {                enum {
 *     enum steps step             unsigned step
 *     static ALIGNED(64)          SLIDERS_TABLE SLIDERS_ALIGNED(64)
 *     rook_attacks(               sliders_rook_attacks( */
static const char *print_code_name(const struct items *items, const char *name, FILE *out)
{
    const char *end = token_end(name), *prefix = items->prefix;
    if (token_is(name, "GETTER_ARGUMENT") && items->has_view) {
        fprintf(out, "const %s_view *", prefix);
        end += *end == ' ';
    } else if (is_replaced(name)) {
        fputs("uint64_t", out);
    } else if (token_is(name, "enum") && is_name(end + 1)) {
        end = token_end(end + 1);
        fputs(defines_enum(name) ? "enum" : "unsigned", out);
    } else if (!strncmp(name, "static ALIGNED(", 15))
        print_with_prefix(prefix, "TABLE", out);
    else if (is_declared(items, name))
        print_with_prefix(prefix, name, out);
    else
        fwrite(name, 1, token_length(name), out);
    return end;
}

/* Prints an item. In a comment only the names of functions, such as `init()`, get the prefix. */
static void print_item(const struct items *items, const struct item *item, FILE *out)
{
    bool in_comment = false;
    for (const char *token = item->text, *end; token < item->end; token = end) {
        in_comment = !strncmp(token, "/*", 2) || (in_comment && strncmp(token, "*/", 2) != 0);
        end = in_comment && !is_name(token) ? token + 1 : token_end(token);
        if (is_name(token) && (!in_comment || (*end == '(' && is_declared(items, token))))
            end = print_code_name(items, token, out);
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
    const char *token = next_item(items, text);
    while (*token)
        token = follow_token(items, token);
    next_item(items, token);
    return items;
}

void items_print_includes(struct items *items, FILE *out)
{
    for (struct item *item = items->items; item < items->items + items->count; item++)
        if (item->is_used)
            use_item(items, item);
    print_used(items, out);
}

void items_print(struct items *items, const char *name, FILE *out)
{
    use_name(items, name);
    print_used(items, out);
}

void items_free(struct items *items)
{
    free(items->items);
    free(items->names);
    free(items);
}
