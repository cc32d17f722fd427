/* SPDX-License-Identifier: MIT
 * What the fuzz targets share. A target is a file that defines LLVMFuzzerTestOneInput():
 * libFuzzer, or driver.c in its place, calls it with bytes, and it aborts where a property does
 * not hold. https://llvm.org/docs/LibFuzzer.html */
#ifndef FUZZ_H
#define FUZZ_H

#include "base/error.h"
#include "scheme.h"

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

/* Writes the bytes to a file, always the same, which is removed when the process ends. Returns its
 * path, which has this ending. */
const char *fuzz_file(const char *ending, const uint8_t *data, size_t size);

/* Returns a scheme that runs on every machine and has no tables. */
const struct scheme *fuzz_scheme(void);

/* Checks that the error has this status and one non-empty line without control characters. */
void check_error(const struct error *error, enum status status);

#endif
