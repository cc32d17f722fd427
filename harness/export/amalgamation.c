/* SPDX-License-Identifier: MIT */
#include "base/array.h"
#include "base/memory.h"
#include "export/export.h"
#include "sources.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DEPTH = 16 };

/* A line of a file, together with the lines in which a backslash continues it. */
struct line {
    const char *text, *end;
    const char *name; /* what follows the first word: NAME of `#define NAME 2` */
};

/* An #if, #ifdef or #ifndef, up to its #endif. */
struct conditional {
    bool is_kept;  /* the compiler decides: directives and all branches are in the text */
    bool is_live;  /* the current branch is in the text */
    bool is_taken; /* the current branch or an earlier one is in the text */
    long at;       /* offset of the #if line in the text, if it is kept */
};

struct reader {
    struct memory_file text; /* so far */
    struct conditional open[MAX_DEPTH];
    unsigned depth;   /* open conditionals are open[1] to open[depth]; open[0] is the whole text */
    bool is_complete; /* kernels.h was reached: the rest of the scheme's file is for the suite */
    bool is_added;    /* the file that is read follows every scheme, and is not the scheme's own */
    char missing[64]; /* a file that is not a part of this program; "": none */
};

static void add_file(struct reader *reader, const char *path);

/* Returns the length of a macro's name, or of a <header>. */
static size_t name_length(const char *name)
{
    size_t n = *name == '<' ? strcspn(name, ">") + 1 : 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    return n;
}

bool text_has(const char *text, const char *directive, const char *name)
{
    size_t length = name_length(name);
    for (const char *at = text; (at = strstr(at, directive)); at++) {
        const char *found = at + strlen(directive);
        if (name_length(found) == length && !strncmp(found, name, length))
            return true;
    }
    return false;
}

/* Returns whether the text so far has a directive with this name. */
static bool was_printed(struct reader *reader, const char *directive, const char *name)
{
    return fflush(reader->text.out) == 0 && text_has(reader->text.text, directive, name);
}

/* ---- directives ---- */

/* Prints a line. Renames the scheme's init(), because the header has an init() that calls it. */
static void print_line(struct reader *reader, const struct line *line)
{
    static const char init[] = "static inline void init(void)\n";
    if (!reader->is_added && !strncmp(line->text, init, sizeof init - 1))
        fputs("static inline void fill_tables(void)\n", reader->text.out);
    else
        fwrite(line->text, 1, (size_t)(line->end - line->text), reader->text.out);
}

static void include(struct reader *reader, const struct line *line)
{
    char file[sizeof reader->missing];
    snprintf(file, sizeof file, "%.*s", (int)strcspn(line->name + 1, "\">"), line->name + 1);
    if (!strcmp(file, "kernels.h"))
        reader->is_complete = true;
    else if (*line->name == '"')
        add_file(reader, file);
    else if (!was_printed(reader, "#include ", line->name))
        print_line(reader, line);
}

/* Prints a #define. Lines such as `#define view view` only mark what a scheme has itself: they
 * become a comment between blank lines, which is an item that no header needs. */
static void define(struct reader *reader, const struct line *line)
{
    size_t length = name_length(line->name);
    const char *value = line->name + length + strspn(line->name + length, " ");
    bool is_mark = name_length(value) == length && !strncmp(value, line->name, length);
    fputs(is_mark ? "\n/* " : "", reader->text.out);
    print_line(reader, line);
    fputs(is_mark ? "*/\n\n" : "", reader->text.out);
}

/* Returns whether the line begins with a directive, such as "#if ", or with its beginning. */
static bool is_directive(const struct line *line, const char *directive)
{
    return !strncmp(line->text, directive, strlen(directive));
}

/* Follows #if, #ifdef NAME or #ifndef NAME. Keeps #if, and any NAME that begins with an underscore,
 * because the compiler knows it and this program does not. */
static void open_conditional(struct reader *reader, const struct line *line)
{
    bool is_live = reader->open[reader->depth].is_live;
    bool is_ifdef = is_directive(line, "#ifdef "), is_ifndef = is_directive(line, "#ifndef ");
    bool is_kept = (!is_ifdef && !is_ifndef) || *line->name == '_';
    long at = ftell(reader->text.out);
    if (is_kept && is_live)
        print_line(reader, line);
    else
        is_live = is_live && was_printed(reader, "#define ", line->name) == is_ifdef;
    assert(reader->depth + 1 < MAX_DEPTH); /* the files are parts of this program */
    reader->open[++reader->depth] = (struct conditional){is_kept, is_live, is_live, at};
}

/* Follows #else, #endif or #elif defined(NAME). */
static void follow_conditional(struct reader *reader, const struct line *line)
{
    struct conditional *open = &reader->open[reader->depth];
    bool is_elif = is_directive(line, "#elif ");
    if (open->is_kept && open->is_live)
        print_line(reader, line);
    if (is_directive(line, "#endif")) {
        reader->depth--;
    } else if (!open->is_kept) {
        bool is_true = !is_elif || was_printed(reader, "#define ", line->name + strlen("defined("));
        open->is_live = open[-1].is_live && !open->is_taken && is_true;
        open->is_taken = open->is_taken || open->is_live;
    }
}

static void read_directive(struct reader *reader, const struct line *line)
{
    if (is_directive(line, "#if")) /* or #ifdef, #ifndef */
        open_conditional(reader, line);
    else if (is_directive(line, "#el") || is_directive(line, "#endif"))
        follow_conditional(reader, line);
    else if (!reader->open[reader->depth].is_live)
        return;
    else if (is_directive(line, "#include "))
        include(reader, line);
    else if (is_directive(line, "#define "))
        define(reader, line);
    else
        print_line(reader, line);
}

/* ---- files ---- */

static struct line line_at(const char *text)
{
    const char *name = text + strcspn(text, " \n"), *end = text + strcspn(text, "\n");
    while (*end && end > text && end[-1] == '\\')
        end += 1 + strcspn(end + 1, "\n");
    return (struct line){text, end + (*end == '\n'), name + strspn(name, " ")};
}

/* Adds a file without its first comment, up to `#include "kernels.h"`. */
static void add_file(struct reader *reader, const char *path)
{
    const char *text = scheme_source(path), *comment_end = text ? strstr(text, "*/\n") : NULL;
    if (!comment_end) {
        snprintf(reader->missing, sizeof reader->missing, "%s", path);
        return;
    }
    text = comment_end + strlen("*/\n");
    fputc('\n', reader->text.out);
    for (struct line line; *text && !reader->is_complete && !*reader->missing; text = line.end) {
        line = line_at(text);
        if (*text == '#')
            read_directive(reader, &line);
        else if (reader->open[reader->depth].is_live)
            print_line(reader, &line);
    }
}

/* ---- the text of a scheme ---- */

/* Defines the words of the scheme() line's DEFINE: `FIELDS=2` becomes `#define FIELDS 2`. */
static void define_words(struct reader *reader, const char *words)
{
    while (*words) {
        int length = (int)strcspn(words, " "), name = (int)name_length(words);
        const char *value = name < length ? words + name + 1 : "1";
        fprintf(reader->text.out, "\n#define %.*s %.*s\n", name, words, (int)strcspn(value, " "),
                value);
        words += length + (words[length] == ' ');
    }
}

/* Moves the condition of the scheme's target from the text to section->condition. It is the #if
 * that is still open where the scheme's file includes kernels.h. */
static void cut_condition(const struct reader *reader, struct section *section)
{
    if (!reader->depth)
        return;
    char *at = section->text + reader->open[1].at;
    const struct line line = line_at(at);
    SET_TEXT(section->condition, "%.*s", (int)(line.end - line.text), line.text);
    memmove(at, line.end, strlen(line.end) + 1);
}

char *amalgamate_file(const char *path)
{
    struct reader reader = {.open[0].is_live = true};
    memory_file_open(&reader.text);
    add_file(&reader, path);
    return memory_file_close(&reader.text);
}

bool amalgamate(struct section *section, struct error *error)
{
    const struct scheme *scheme = section->scheme;
    struct reader reader = {.open[0].is_live = true};
    memory_file_open(&reader.text);
    define_words(&reader, scheme->defines);
    add_file(&reader, scheme->file);
    /* A header has these files in place of kernels.h. */
    reader.is_complete = false;
    reader.is_added = true;
    if (scheme->init)
        fputs("\n#define HAS_TABLES 1\n", reader.text.out);
    add_file(&reader, "kernels/defaults.h");
    add_file(&reader, "common/self_test.h");
    section->text = memory_file_close(&reader.text);
    if (*reader.missing)
        return fail(error, STATUS_ENVIRONMENT, "schemes/%s is not a part of this program",
                    reader.missing);
    cut_condition(&reader, section);
    section->has_view = text_has(section->text, "#define ", "view");
    return true;
}
