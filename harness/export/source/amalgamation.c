/* SPDX-License-Identifier: MIT */
#include "export/source/amalgamation.h"
#include "export/source/condition.h"
#include "export/source/requirement.h"
#include "sources.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 16 };

/* One #if that is open. */
struct conditional {
    bool is_live;    /* this branch is a part of the text */
    bool outer_live; /* and so is the text around it */
    bool is_decided; /* a branch has been taken for certain; the others are not live */
    bool is_kept;    /* the directives remain in the text */
};

struct source_reader {
    struct amalgamation *result;
    const struct scheme *scheme;
    const char *family;
    FILE *text, *includes;
    struct conditional open[MAX_DEPTH];
    unsigned depth; /* open[0] is the whole text */
    struct error *error;
};

static bool read_file(struct source_reader *reader, const char *path);

static bool is_live(const struct source_reader *reader)
{
    return reader->open[reader->depth].is_live;
}

static bool is_certain(const struct source_reader *reader)
{
    for (unsigned i = 1; i <= reader->depth; i++)
        if (reader->open[i].is_kept)
            return false;
    return true;
}

/* Finds a header by its name alone, as the build does: in the family's folder first. */
static bool find_header(const struct source_reader *reader, const struct token *name,
                        char path[static 128])
{
    const char *const folders[] = {reader->family, "common", "kernels", "target", "."};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        bool is_top = *folders[i] == '.';
        snprintf(path, 128, "%s%s%.*s", is_top ? "" : folders[i], is_top ? "" : "/",
                 (int)name->length - 2, name->text + 1);
        if (scheme_source(path))
            return true;
    }
    return false;
}

/* The kernels are left out: of their headers only the default getters. */
static bool include_header(struct source_reader *reader, const struct token *name)
{
    char path[128];
    if (token_is(name, "\"kernels.h\""))
        return read_file(reader, "kernels/defaults.h");
    if (find_header(reader, name, path))
        return read_file(reader, path);
    return fail(reader->error, STATUS_ENVIRONMENT, "schemes/%s: %.*s is not a part of this program",
                reader->family, (int)name->length, name->text);
}

/* Prints a directive with the rest of its line. */
static void keep_directive(struct source_reader *reader, const struct token *directive)
{
    const struct token *end = directive;
    while (end->kind != TOKEN_LINE_END)
        end++;
    fprintf(reader->text, "\n%.*s", (int)(end->text - directive->text), directive->text);
}

static bool include(struct source_reader *reader, const struct token *directive)
{
    const struct token *name = directive + 2;
    if (name->kind == TOKEN_LITERAL)
        return include_header(reader, name);
    char line[128];
    snprintf(line, sizeof line, "#include %.*s\n", (int)strcspn(name->text, "\n"), name->text);
    fflush(reader->includes);
    if (!is_certain(reader))
        keep_directive(reader, directive);
    else if (!strstr(reader->result->includes, line))
        fputs(line, reader->includes);
    return true;
}

/* Omits `#define name name`, by which a scheme marks a getter of its own. */
static bool define(struct source_reader *reader, const struct token *directive)
{
    const struct token *name = directive + 2;
    if (!macros_define(&reader->result->macros, name, is_certain(reader)))
        return fail(reader->error, STATUS_ENVIRONMENT, "too many macros, expected at most %d",
                    MAX_MACROS);
    if (!tokens_equal(name, name + 1))
        keep_directive(reader, directive);
    return true;
}

/* Leaves the check of a target to the top of the header; in the text, if macros of it decide. */
static void require(struct source_reader *reader, const struct token *directive,
                    const char *condition)
{
    struct amalgamation *result = reader->result;
    if (!requirement_is_of_compiler(directive, &result->macros)) {
        fputc('\n', reader->text);
        print_requirement(reader->scheme, condition, reader->text);
        return;
    }
    free(result->requirement);
    result->requirement = strdup(condition);
}

static bool open_conditional(struct source_reader *reader, const struct token *directive)
{
    struct condition condition = condition_evaluate(directive + 1, &reader->result->macros);
    bool live = is_live(reader);
    if (++reader->depth == MAX_DEPTH)
        return fail(reader->error, STATUS_ENVIRONMENT, "#if within %d others", MAX_DEPTH);
    struct conditional *open = &reader->open[reader->depth];
    *open = (struct conditional){.outer_live = live};
    if (live && !condition.is_known && is_requirement(directive)) {
        require(reader, directive, condition.text);
        condition = (struct condition){.is_known = true, .value = 1};
    }
    open->is_kept = live && !condition.is_known;
    open->is_decided = condition.is_known && condition.value;
    open->is_live = live && (open->is_kept || open->is_decided);
    if (open->is_kept)
        fprintf(reader->text, "\n\n#if %s", condition.text);
    return true;
}

/* Begins another branch, by #elif or #else. */
static void next_branch(struct source_reader *reader, const struct token *directive)
{
    struct conditional *open = &reader->open[reader->depth];
    struct condition condition = {.is_known = true, .value = 1};
    if (token_is(directive + 1, "elif"))
        condition = condition_evaluate(directive + 1, &reader->result->macros);
    bool is_possible = !condition.is_known || condition.value;
    open->is_live = open->outer_live && !open->is_decided && is_possible;
    if (!open->is_live)
        return;
    open->is_decided = condition.is_known;
    if (open->is_kept && condition.is_known)
        fprintf(reader->text, "\n#else");
    else if (!condition.is_known)
        fprintf(reader->text, "\n#%sif %s", open->is_kept ? "el" : "", condition.text);
    open->is_kept = open->is_kept || !condition.is_known;
}

static void close_conditional(struct source_reader *reader)
{
    if (reader->open[reader->depth--].is_kept)
        fprintf(reader->text, "\n#endif");
}

static bool follow_directive(struct source_reader *reader, const struct token *directive)
{
    const struct token *word = directive + 1;
    if (!strncmp(word->text, "if", 2))
        return open_conditional(reader, directive);
    if (token_is(word, "elif") || token_is(word, "else"))
        next_branch(reader, directive);
    else if (token_is(word, "endif"))
        close_conditional(reader);
    else if (!is_live(reader))
        return true;
    else if (token_is(word, "define"))
        return define(reader, directive);
    else if (token_is(word, "include"))
        return include(reader, directive);
    else
        keep_directive(reader, directive);
    return true;
}

/* Follows the directives of a text; prints the rest, with its comments, where it is live. */
static bool follow(struct source_reader *reader, const struct token *token)
{
    for (; token->kind != TOKEN_END; token++) {
        if (token->kind == TOKEN_DIRECTIVE) {
            if (is_live(reader) && token_lines_before(token) > 1)
                fputc('\n', reader->text);
            if (!follow_directive(reader, token))
                return false;
            while (token->kind != TOKEN_LINE_END)
                token++;
        } else if (is_live(reader)) {
            fprintf(reader->text, "%.*s", (int)(token->space_length + token->length), token->space);
        }
    }
    return true;
}

static bool read_text(struct source_reader *reader, const char *text)
{
    size_t n;
    struct token *tokens = tokens_scan(text, &n);
    bool ok = tokens || fail(reader->error, STATUS_ENVIRONMENT, "no memory for the source");
    if (ok) {
        fputc('\n', reader->text);
        ok = follow(reader, tokens + (tokens->kind == TOKEN_COMMENT));
    }
    free(tokens);
    return ok;
}

static bool read_file(struct source_reader *reader, const char *path)
{
    const char *text = scheme_source(path);
    if (!text)
        return fail(reader->error, STATUS_ENVIRONMENT, "schemes/%s is not a part of this program",
                    path);
    return read_text(reader, text);
}

/* Returns the words of the scheme() line's DEFINE as directives, `FIELDS=2` as `#define FIELDS 2`.
 * NULL if out of memory. */
static char *directives_of(const char *defines)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    while (*defines) {
        size_t length = strcspn(defines, " "), name = strcspn(defines, "= ");
        bool has_value = name < length;
        fprintf(out, "#define %.*s %.*s\n", (int)name, defines,
                has_value ? (int)(length - name - 1) : 1, has_value ? defines + name + 1 : "1");
        defines += length + (defines[length] == ' ');
    }
    return fclose(out) ? NULL : text;
}

bool amalgamate(const struct scheme *scheme, bitboard checksum, struct amalgamation *result,
                struct error *error)
{
    char family[64];
    size_t size;
    *result =
        (struct amalgamation){.prelude = directives_of(scheme->defines), .requirement = strdup("")};
    struct source_reader reader = {.result = result,
                                   .scheme = scheme,
                                   .family = family,
                                   .text = open_memstream(&result->text, &size),
                                   .includes = open_memstream(&result->includes, &size),
                                   .open = {{.is_live = true}},
                                   .error = error};
    snprintf(family, sizeof family, "%.*s", (int)strcspn(scheme->file, "/"), scheme->file);
    snprintf(result->checksum, sizeof result->checksum,
             "\n#define SELF_TEST_CHECKSUM UINT64_C(0x%016" PRIx64 ")\n", checksum);
    bool ok = result->prelude && result->requirement && reader.text && reader.includes;
    if (!ok)
        fail(error, STATUS_ENVIRONMENT, "no memory for the source");
    ok = ok && read_text(&reader, result->prelude) && read_file(&reader, scheme->file) &&
         read_text(&reader, result->checksum) && read_file(&reader, "common/self_test.h");
    if (reader.text)
        fclose(reader.text);
    if (reader.includes)
        fclose(reader.includes);
    return ok;
}

void amalgamation_free(struct amalgamation *amalgamation)
{
    free(amalgamation->text);
    free(amalgamation->includes);
    free(amalgamation->requirement);
    free(amalgamation->prelude);
}
