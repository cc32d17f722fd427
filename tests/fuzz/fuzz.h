/* SPDX-License-Identifier: MIT
 * What the fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput():
 * libFuzzer, or driver.c in its place, calls it with bytes, and it aborts where a property does
 * not hold. https://llvm.org/docs/LibFuzzer.html */
#ifndef FUZZ_H
#define FUZZ_H

#include "chess/notation.h"
#include "chess/position.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: violated: %s\n", __FILE__, __LINE__, #condition);              \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* returns 0 */

/* Returns the bytes as a string, which the caller frees. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Writes the bytes to a file. */
void fuzz_write(const char *path, const uint8_t *data, size_t size);

/* Creates a folder that is removed, with its files, when the process ends. */
const char *fuzz_folder(void);

/* Returns a scheme that runs on every machine and has no tables. */
const struct scheme *fuzz_scheme(void);

/* Checks that the error has this status and one non-empty line without control characters. */
void check_error(const struct error *error, enum status status);

/* Checks the guarantees of fen_read() and make_move(), and that fen_read() inverts fen_write(). */
void check_position(const struct position *position);

#endif
