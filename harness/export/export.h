/* SPDX-License-Identifier: MIT
 * `slidebench export`: schemes as one header for an engine, in C99 and C++14. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "scheme.h"

#include <stdio.h>

/* Writes a header with n schemes, in which all names begin with the prefix and an underscore. A
 * header with several schemes chooses at run time: it takes the first scheme whose instructions the
 * CPU has, and does not emulate by slow microcode. So all schemes but the last must need extensions
 * of x86, and the last one must need none. Fails with STATUS_USAGE if a header cannot contain a
 * scheme, with STATUS_ENVIRONMENT if this program lacks its source. The caller checks `out`. */
bool export_write(const struct scheme *const *chosen, size_t n, const char *prefix, FILE *out,
                  struct error *error);

/* ---- a header while it is printed ---- */

/* One scheme of a header. */
struct section {
    const struct scheme *scheme;
    char *prefix; /* of the names in this section, on the heap */

    /* All files that the scheme's file includes, its own code, the getters that it leaves out,
     * init() and the self test; on the heap. */
    char *text;
    bool has_view;

    /* The #if line that is true where the scheme can be compiled; "" if it can be anywhere. */
    char condition[256];
};

struct header {
    struct section *sections;
    size_t n;
    const char *prefix;
    FILE *out;
};

/* Prints a text. Replaces each $ by the header's prefix, each @ by the prefix in capitals, each %
 * by the name of the scheme, and each ^ by the name in capitals. */
void print_named(const struct header *header, const char *text, const char *scheme);

/* ---- the text of a scheme (amalgamation.c) ---- */

/* Fills section->text, condition and has_view. Joins the files of the scheme in the order of their
 * #include lines, each without its first comment. Evaluates the conditions `#ifdef NAME`, `#ifndef
 * NAME` and `#elif defined(NAME)` if NAME does not begin with an underscore, and leaves all other
 * conditions in the text. Fails with STATUS_ENVIRONMENT if this program does not contain a file. */
bool amalgamate(struct section *section, struct error *error);

/* Returns the text of a file of schemes/ and of all files that it includes, on the heap. */
char *amalgamate_file(const char *path);

/* Returns whether a text has this directive, such as "#define ", followed by the name at the
 * beginning of `name`. */
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
 *   - `bitboard` becomes uint64_t; GETTER_ARGUMENT, too, or with has_view a pointer to a view.
 *
 * Text and prefix must live as long as the items. */
struct items;
struct items *items_read(const char *text, const char *prefix, bool has_view);
void items_free(struct items *items);

/* Prints the items that contain an #include line, and the items that these need. */
void items_print_includes(struct items *items, FILE *out);

/* Prints the items that declare a name, and the items that these need, in the order of the text.
 * Leaves out items that have been printed before. */
void items_print(struct items *items, const char *name, FILE *out);

/* ---- the choice among several schemes (choice.c) ---- */

/* The #if line before code that only gcc, clang and MSVC compile for x86-64, such as the questions
 * which instructions the CPU has. */
#define IF_X86_64 "#if (defined(__x86_64__) && defined(__GNUC__)) || defined(_M_X64)\n"

/* A line that only C++ compilers read. It gives tables the linkage of C, because some C++ compilers
 * mangle the names of variables. */
#define FOR_CXX(line) "#ifdef __cplusplus\n" line "\n#endif\n\n"

/* Prints what follows the schemes in a header with several: getters, init() and the self test.
 * These call the functions of the scheme that init() has chosen. */
void choice_print(const struct header *header);

#endif
