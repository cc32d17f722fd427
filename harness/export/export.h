/* SPDX-License-Identifier: MIT
 * `slidebench export`: schemes as one header for an engine, in C99 and C++14. */
#ifndef EXPORT_H
#define EXPORT_H

#include "base/error.h"
#include "scheme.h"

#include <stdio.h>

/* Writes a header of n schemes, in which all names begin with the prefix and an underscore. A
 * header of several schemes takes, at run time, the first scheme whose instructions the CPU has and
 * does not emulate by slow microcode. So all schemes but the last must need extensions of x86, and
 * the last must need none. Fails with STATUS_USAGE if schemes cannot be in a header, and with
 * STATUS_ENVIRONMENT without their source. Leaves errors of `out` to the caller. */
bool export_write(const struct scheme *const *chosen, size_t n, const char *prefix, FILE *out,
                  struct error *error);

/* ---- names, in the texts of export.c and choice.c ---- */

/* Prints a text. Replaces each $ by the prefix, and each % by the scheme's name; each @ by the
 * prefix in capitals, and each ^ by the name in capitals. */
void print_named(const char *text, const char *prefix, const char *scheme, FILE *out);

/* ---- the text of a scheme (amalgamation.c) ---- */

/* A scheme as one text: the headers that its file includes, the file's own code, the getters that
 * the file leaves out, init() and the self test. */
struct amalgamation {
    char *text; /* on the heap */

    /* The #if line of the targets that the scheme is for; NULL: for all. */
    const char *condition;
    size_t condition_length;
};

/* Joins files in the order of their #include lines, each without its first comment. Conditions
 * `#ifdef NAME`, `#ifndef NAME` and `#elif defined(NAME)` are decided if NAME does not begin with
 * an underscore; all other conditions remain. Fails with STATUS_ENVIRONMENT if a file is not a part
 * of this program. */
bool amalgamate(const struct scheme *scheme, struct amalgamation *code, struct error *error);

/* Returns a file of schemes/ with all that it includes, on the heap; NULL with STATUS_ENVIRONMENT
 * if a file is not a part of this program. */
char *amalgamate_file(const char *path, struct error *error);

/* Returns whether a text has the directive, such as "#define ", with the name at the beginning of
 * `name`. */
bool text_has(const char *text, const char *directive, const char *name);

/* ---- the parts that a header needs (items.c) ---- */

/* The items of a text, such as a function or a table with its comment. Blank lines at file scope
 * separate them, as the text is formatted like the files in schemes/.
 *
 * Items are printed for both C and C++:
 *   - names at file scope begin with the prefix, in capitals if the name is in capitals;
 *   - a table, which begins with `static ALIGNED(`, begins with the macro <PREFIX>_TABLE, which the
 *     caller defines;
 *   - an enum has no tag, and variables of its type are `unsigned`: C++ cannot count in an enum;
 *   - a `bitboard` is a uint64_t. So is a GETTER_ARGUMENT, or a pointer to a view if has_view.
 *
 * Text and prefix must live as long as the items. */
struct items;
struct items *items_read(const char *text, const char *prefix, bool has_view);
void items_free(struct items *items);

/* Prints the items with an #include, and the items that those need. */
void items_print_includes(struct items *items, FILE *out);

/* Prints the item that declares a name, and the items that it needs. Leaves out what has been
 * printed before. */
void items_print(struct items *items, const char *name, FILE *out);

/* ---- the choice among several schemes (choice.c) ---- */

/* One scheme of a header. */
struct section {
    const struct scheme *scheme;
    struct amalgamation code;
    char *prefix; /* of its names, on the heap */
    bool has_view;
};

/* The #if line of code that asks an x86 CPU which instructions it has, by gcc, clang or MSVC. */
#define IF_X86_64 "#if (defined(__x86_64__) && defined(__GNUC__)) || defined(_M_X64)\n"

/* C's linkage in C++, too: some compilers mangle the names of tables. */
#define FOR_CXX(line) "#ifdef __cplusplus\n" line "\n#endif\n\n"

/* Prints what follows the schemes in a header of several: getters, init() and self test, which are
 * those of the scheme that init() chooses. Errors are those of amalgamate_file(). */
bool choice_print(const struct section *sections, size_t n, const char *prefix, FILE *out,
                  struct error *error);

#endif
