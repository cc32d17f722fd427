/* SPDX-License-Identifier: MIT */
#include "export/header_comments.h"
#include "base/text.h"
#include "export/code/rename.h"
#include "export/figures.h"
#include "plan/scheme_set.h"
#include "sources.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char *scope_of(const struct export_request *request)
{
    return request->language == LANGUAGE_C ? "_" : "::";
}

static void print_needs(const struct export_request *request, bool has_init, FILE *out)
{
    const struct scheme *scheme = request->scheme;
    uint64_t bytes = scheme_bytes(scheme);
    char text[16];
    fprintf(out, " * Needs gcc or clang");
    if (scheme->needs)
        fprintf(out, ", and %s: compile with %s", scheme->needs, scheme->flags);
    fprintf(out, ".\n * Tables: ");
    if (bytes)
        fprintf(out, "%s", bytes_text(bytes, text));
    if (has_init)
        fprintf(out, "%s %s%sinit()", bytes ? ", filled by" : "filled by", request->prefix,
                scope_of(request));
    else
        fprintf(out, bytes ? " of constants" : "none");
    fprintf(out, ".\n");
}

/* Prints a line of the example, with comments in one column. */
static void print_example(FILE *out, const char *comment, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void print_example(FILE *out, const char *comment, const char *format, ...)
{
    enum { COMMENT_COLUMN = 36 };
    va_list arguments;
    va_start(arguments, format);
    fprintf(out, " *     ");
    int length = vfprintf(out, format, arguments);
    va_end(arguments);
    if (comment)
        fprintf(out, "%*s// %s", length < COMMENT_COLUMN ? COMMENT_COLUMN - length : 1, "",
                comment);
    fputc('\n', out);
}

static void print_use(const struct export_request *request, const struct contents *contents,
                      FILE *out)
{
    const char *prefix = request->prefix, *scope = scope_of(request);
    fprintf(out, " *\n");
    if (request->language == LANGUAGE_C) {
        char *macro = macro_name(prefix, "IMPLEMENTATION", strlen("IMPLEMENTATION"));
        print_example(out, "in one source file, before #include", "#define %s", macro ? macro : "");
        free(macro);
    }
    print_example(out, contents->has_init ? "once, before any lookup" : "does nothing here",
                  "%s%sinit();", prefix, scope);
    if (contents->has_view) {
        print_example(out, NULL, "%s%sview view;", prefix, scope);
        print_example(out, NULL, "%s%sset_view(&view, occupied);", prefix, scope);
        print_example(out, "where the occupancy changes", "%s%stoggle(&view, square);", prefix,
                      scope);
    }
    print_example(out, NULL, "uint64_t attacks = %s%squeen_attacks(square, %s);", prefix, scope,
                  contents->has_view ? "&view" : "occupied");
    fprintf(
        out,
        " *\n * Likewise rook_attacks, bishop_attacks and both_attacks. A set contains the first\n"
        " * blocker of each ray, of either colour. Square and bit 0 are a1, 1 is b1, 63 is h8. "
        "*/\n");
}

/* Prints the line of the licence that names the owner. */
static void print_copyright(FILE *out)
{
    const char *licence = scheme_source("LICENSE");
    const char *line = licence ? strstr(licence, "Copyright") : NULL;
    if (line)
        fprintf(out, " * %.*s. The licence is at the end of this file.\n", (int)strcspn(line, "\n"),
                line);
}

void print_top_comment(const struct export_request *request, const struct contents *contents,
                       FILE *out)
{
    const struct scheme *scheme = request->scheme;
    fprintf(out, "/* SPDX-License-Identifier: MIT\n * Attacks of sliding pieces in chess: %s.\n",
            scheme->title);
    fprintf(out, " * By %s, %s: %s\n", scheme->author, scheme->year, scheme->source);
    fprintf(out, " * Exported by slidebench %s from schemes/%s%s%s.\n", SLIDEBENCH_VERSION,
            scheme->file, *scheme->defines ? " with " : "", scheme->defines);
    print_copyright(out);
    fprintf(out, " *\n");
    print_needs(request, contents->has_init, out);
    export_figures(out, scheme);
    print_use(request, contents, out);
}

void print_scheme_comment(const struct scheme *scheme, FILE *out)
{
    static const char licence[] = "/* SPDX-License-Identifier: MIT\n * ";
    const char *text = scheme_source(scheme->file), *end = strstr(text, "*/");
    if (end && !strncmp(text, licence, strlen(licence))) {
        text += strlen(licence);
        fprintf(out, "\n/* %.*s*/\n", (int)(end - text), text);
    }
}

void print_licence(FILE *out)
{
    const char *line = scheme_source("LICENSE");
    for (const char *lead = "\n/* "; line && *line; lead = " * ") {
        size_t length = strcspn(line, "\n");
        fprintf(out, "%s%.*s\n", length ? lead : " *", (int)length, line);
        line += length + (line[length] == '\n');
    }
    fprintf(out, " */\n");
}
