/* SPDX-License-Identifier: MIT
 * What the fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput():
 * libFuzzer, or driver.c in its place, calls it with bytes, and it aborts where a property does
 * not hold. https://llvm.org/docs/LibFuzzer.html */
#ifndef FUZZ_H
#define FUZZ_H

#include "chess/position.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size); /* returns 0 */

/* The bytes as a string, to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Makes the bytes the content of a file. */
void fuzz_write(const char *path, const uint8_t *data, size_t size);

/* A new folder, which is there until the process ends; files in it go with it. */
const char *fuzz_folder(void);

/* One that runs anywhere and has no tables. */
const struct scheme *fuzz_scheme(void);

/* One line that a terminal shows as it is, not empty, with this exit status. */
void check_error(const struct error *error, enum status status);

/* What fen_read() and make_move() promise; and that what fen_write() writes is read as the same
 * position. */
void check_position(const struct position *position);

#endif
