/* SPDX-License-Identifier: MIT
 * `slidebench export`: schemes as one header for an engine, in C99 and C++14. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "scheme.h"

#include <stdio.h>

/* Writes a header of n schemes, all of whose names begin with the prefix and an underscore. With
 * several, the header takes at run time the first whose instructions the CPU has, and as fast ones:
 * all but the last must need some of x86, and the last none. Fails with STATUS_USAGE where schemes
 * cannot be in a header, and with STATUS_ENVIRONMENT without their source. Errors of `out` are left
 * to the caller. */
bool export_write(const struct scheme *const *chosen, size_t n, const char *prefix, FILE *out,
                  struct error *error);

/* ---- steps of export_write() ---- */

/* Prints a text with the prefix in place of each $, and the scheme's name of each %; in capitals in
 * place of each @ and ^. */
void print_named(const char *text, const char *prefix, const char *scheme, FILE *out);

/* A scheme as one text: the headers that its file includes, its own code, the getters that it
 * leaves out, init() and the self test. */
struct amalgamation {
    char *text; /* on the heap */

    /* The #if line that says for which targets the scheme is; NULL: for all. */
    const char *condition;
    size_t condition_length;
};

/* Reads files in the order of their #include lines, each without its first comment. Decides
 * `#ifdef NAME`, `#ifndef NAME` and `#elif defined(NAME)` of a NAME that does not begin with an
 * underscore; all other conditions remain. Fails with STATUS_ENVIRONMENT if a file is not a part of
 * this program. */
bool amalgamate(const struct scheme *scheme, struct amalgamation *code, struct error *error);

/* Returns a file of schemes/ with all that it includes, on the heap, or NULL likewise. */
char *amalgamate_file(const char *path, struct error *error);

/* Returns whether a text has the directive, such as "#define ", with the name at the beginning of
 * `name`. */
bool text_has(const char *text, const char *directive, const char *name);

/* The items of a text, which is formatted as in schemes/: blank lines at file scope separate them.
 *
 * They are printed for C and C++. Names at file scope begin with the prefix, in capitals if the
 * name is in capitals. A table, which begins with `static ALIGNED(`, begins with the macro
 * <PREFIX>_TABLE, which the caller defines. An enum has no tag, and variables of its type are
 * `unsigned`: C++ cannot count in an enum. A `bitboard` is a uint64_t, and so is a GETTER_ARGUMENT,
 * or a pointer to the view if has_view. Text and prefix must live as long. */
struct items;
struct items *items_read(const char *text, const char *prefix, bool has_view);
void items_free(struct items *items);

/* Prints the items with an #include, and what they need. */
void items_print_includes(struct items *items, FILE *out);

/* Prints what declares a name and what that needs, but for what has been printed before. */
void items_print(struct items *items, const char *name, FILE *out);

/* One scheme of a header. */
struct section {
    const struct scheme *scheme;
    struct amalgamation code;
    char *prefix; /* of its names, on the heap */
    bool has_view;
};

/* Begins what asks an x86 CPU for instructions: for gcc, clang and MSVC. */
#define IF_X86_64 "#if (defined(__x86_64__) && defined(__GNUC__)) || defined(_M_X64)\n"

/* C's linkage in C++, too: some compilers mangle the names of tables. */
#define FOR_CXX(line) "#ifdef __cplusplus\n" line "\n#endif\n\n"

/* Prints what a header of several schemes has after them: the getters, init() and self test of the
 * one that init() chooses. Fails as amalgamate_file(). */
bool choice_print(const struct section *sections, size_t n, const char *prefix, FILE *out,
                  struct error *error);

#endif
