/* SPDX-License-Identifier: MIT
 * `slidebench export`: schemes as one header for an engine, in C99 and C++14. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "scheme.h"

#include <stdio.h>

/* Writes a header of n schemes, in which all names begin with the prefix and an underscore. A
 * header of several schemes chooses at run time: it takes the first scheme whose instructions the
 * CPU has and does not emulate by slow microcode. So all schemes but the last must need extensions
 * of x86, and the last must need none. Fails with STATUS_USAGE if a scheme cannot be in such a
 * header, and with STATUS_ENVIRONMENT if its source is not in the program. The caller checks `out`
 * for errors. */
bool export_write(const struct scheme *const *chosen, size_t n, const char *prefix, FILE *out,
                  struct error *error);

/* ---- a header while it is printed ---- */

/* One scheme of a header. */
struct section {
    const struct scheme *scheme;
    char *prefix; /* of its names, on the heap */

    /* The headers that the scheme's file includes, its own code, the getters that the file leaves
     * out, init() and the self test; on the heap. */
    char *text;
    bool has_view;

    /* The #if line of the targets that the scheme is for; "" if it is for all. */
    char condition[256];
};

struct header {
    struct section *sections;
    size_t n;
    const char *prefix;
    FILE *out;
};

/* Prints a text. Replaces each $ by the header's prefix and each @ by the prefix in capitals, each %
 * by the name of the scheme and each ^ by that name in capitals. */
void print_named(const struct header *header, const char *text, const char *scheme);

/* ---- the text of a scheme (amalgamation.c) ---- */

/* Joins the files of a section's scheme in the order of their #include lines, each without its first
 * comment. Evaluates the conditions `#ifdef NAME`, `#ifndef NAME` and `#elif defined(NAME)` if NAME
 * does not begin with an underscore, and leaves all others in the text. Fails with
 * STATUS_ENVIRONMENT if a file is no part of this program, as one of the user's may be. */
bool amalgamate(struct section *section, struct error *error);

/* Returns the text of a file of schemes/ with all that it includes, on the heap. */
char *amalgamate_file(const char *path);

/* Returns whether a text has this directive, such as "#define ", with the name with which `name`
 * begins. */
bool text_has(const char *text, const char *directive, const char *name);

/* ---- the parts that a header needs (items.c) ---- */

/* The items of a text. An item is, for instance, a function or a table with its comment. The text
 * is formatted like the files in schemes/, so that blank lines at file scope separate the items.
 *
 * Items are printed for both C and C++:
 *   - names at file scope begin with the prefix, in capitals if the name is in capitals;
 *   - a table, which is declared by `static ALIGNED(`, gets the macro <PREFIX>_TABLE in place of
 *     `static`; the caller defines this macro;
 *   - an enum loses its tag, and variables of its type are `unsigned`, because C++ cannot count in
 *     an enum;
 *   - a `bitboard` is a uint64_t. So is a GETTER_ARGUMENT, or a pointer to a view if has_view.
 *
 * Text and prefix must live as long as the items. */
struct items;
struct items *items_read(const char *text, const char *prefix, bool has_view);
void items_free(struct items *items);

/* Prints the items that have an #include, and the items that these need. */
void items_print_includes(struct items *items, FILE *out);

/* Prints the item that declares a name, and before it the items that it needs. Leaves out those
 * that have been printed before. */
void items_print(struct items *items, const char *name, FILE *out);

/* ---- the choice among several schemes (choice.c) ---- */

/* The #if line of code that asks an x86 CPU which instructions it has, where the compiler is gcc,
 * clang or MSVC. */
#define IF_X86_64 "#if (defined(__x86_64__) && defined(__GNUC__)) || defined(_M_X64)\n"

/* A line that only C++ compiles, to give tables the linkage of C there, too: some compilers mangle
 * their names. */
#define FOR_CXX(line) "#ifdef __cplusplus\n" line "\n#endif\n\n"

/* Prints what comes after the schemes in a header of several: getters, init() and self test, which
 * call those of the scheme that init() has chosen. */
void choice_print(const struct header *header);

#endif
