/* SPDX-License-Identifier: MIT
 * A stream in memory. */
#ifndef CAPTURED_TEXT_H
#define CAPTURED_TEXT_H

#include "support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *capture_stream;
static char *capture_text;
static size_t capture_size;

/* Frees the text before, so that no test has to. */
static inline FILE *capture(void)
{
    free(capture_text);
    capture_text = NULL;
    capture_stream = open_memstream(&capture_text, &capture_size);
    assert_non_null(capture_stream);
    return capture_stream;
}

/* Returns what was written since capture(), until its next call. */
static inline char *captured(void)
{
    fclose(capture_stream);
    return capture_text;
}

#define HAS(text, part)     assert_non_null(strstr(text, part))
#define HAS_NOT(text, part) assert_null(strstr(text, part))

#endif
