/* SPDX-License-Identifier: MIT */
#include "export/header_comments.h"
#include "base/text.h"
#include "sources.h"

#include <stdlib.h>
#include <string.h>

/* Returns the bytes of all tables; 0 if they are not compiled here. */
static size_t bytes_of_tables(const struct scheme *scheme)
{
    size_t bytes = 0;
    for (size_t i = 0; i < MAX_TABLES && scheme->tables[i].name; i++)
        bytes += scheme->tables[i].bytes;
    return bytes ? bytes : scheme->table_bytes[QUEEN];
}

static void print_needs(const struct export_request *request, bool has_init, FILE *out)
{
    const struct scheme *scheme = request->scheme;
    const char *scope = request->language == LANGUAGE_C ? "_" : "::";
    char text[16];
    fprintf(out, " * Needs gcc or clang");
    if (scheme->needs)
        fprintf(out, " and %s (%s)", scheme->needs, scheme->flags);
    fprintf(out, ".");
    size_t bytes = bytes_of_tables(scheme);
    if (has_init && bytes)
        fprintf(out, " Tables: %s, filled by %s%sinit().", bytes_text(bytes, text), request->prefix,
                scope);
    else if (has_init)
        fprintf(out, " Tables are filled by %s%sinit().", request->prefix, scope);
    else if (request->tables == TABLES_CONST && scheme->tables[0].name)
        fprintf(out, " Tables: %s of constants.", bytes_text(bytes, text));
    else
        fprintf(out, " No tables to fill.");
    fprintf(out, "\n");
}

static void print_use(const struct export_request *request, bool has_init, FILE *out)
{
    const struct scheme *scheme = request->scheme;
    const char *prefix = request->prefix, *scope = request->language == LANGUAGE_C ? "_" : "::";
    bool has_view = scheme->traits & INCREMENTAL;
    fprintf(out,
            " * Squares are a1 = 0, b1 = 1 ... h8 = 63, and bits of a bitboard likewise.\n *\n");
    if (request->language == LANGUAGE_C) {
        char *macro = macro_name(prefix, "IMPLEMENTATION", strlen("IMPLEMENTATION"));
        fprintf(out, " *     #define %s    before this file is included, in one source file\n",
                macro ? macro : "");
        free(macro);
    }
    if (has_init)
        fprintf(out, " *     %s%sinit();\n", prefix, scope);
    fprintf(out, " *     uint64_t attacks = %s%squeen_attacks(square, %s);\n", prefix, scope,
            has_view ? "&view" : "occupied");
    fprintf(out, " */\n");
}

void print_top_comment(const struct export_request *request, bool has_init, FILE *out)
{
    const struct scheme *scheme = request->scheme;
    fprintf(out, "/* SPDX-License-Identifier: MIT\n * %s: attacks of sliding pieces in chess.\n",
            scheme->title);
    fprintf(out, " * Method: %s, %s, %s\n", scheme->author, scheme->year, scheme->source);
    fprintf(out, " * Exported by slidebench %s from schemes/%s%s%s.\n", SLIDEBENCH_VERSION,
            scheme->file, *scheme->defines ? " with " : "", scheme->defines);
    fprintf(out, " * Copyright and licence: at the end of this file.\n *\n");
    print_needs(request, has_init, out);
    print_use(request, has_init, out);
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

void print_requirement(const struct scheme *scheme, const char *condition, FILE *out)
{
    bool is_simple = !strchr(condition, ' ');
    if (*condition)
        fprintf(out, "\n#if !%s%s%s\n#error \"%s needs %s: compile with %s\"\n#endif\n",
                is_simple ? "" : "(", condition, is_simple ? "" : ")", scheme->name, scheme->needs,
                scheme->flags);
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
