/* SPDX-License-Identifier: MIT
 * Input: a command line. NUL ends an argument. */
#include "cli/options.h"
#include "fuzz.h"

#include <string.h>

static void check_options(const struct options *o)
{
    CHECK(o->command < COMMANDS && o->format <= FORMAT_JSON);
    CHECK(o->seconds >= 0.01 && o->seconds <= 86400);
    CHECK(o->spread >= 0 && o->spread <= 7 * 86400);
    CHECK(o->processes >= 1 && o->processes <= 1000);
    CHECK(o->list_length >= 1 && o->list_length <= 1 << 24);
    CHECK(o->matrix.n >= 1 && o->matrix.n <= MAX_MATRIX_LINES);
    CHECK(o->matrix.modes.n >= 1 && o->matrix.modes.n <= MAX_MODES);
    for (size_t i = 0; i < o->matrix.n; i++) {
        const struct matrix_line *line = &o->matrix.line[i];
        CHECK(memchr(line->pieces, true, sizeof line->pieces));
        CHECK(memchr(line->modes, true, o->matrix.modes.n));
    }
    CHECK(o->square < 64 && o->piece < PIECES);
    CHECK(o->pin.cpu >= -1 && (o->worker == -1 || o->worker >= 3));
    size_t selected = 0;
    for (const struct scheme *const *s = schemes; *s; s++)
        selected += options_wants(o, *s);
    CHECK(selected > 0);
}

/* glibc's regcomp() copies the operands of + and {}: each nesting doubles the memory. */
static bool costly(const uint8_t *data, size_t size)
{
    size_t repetitions = 0;
    for (size_t i = 0; i < size; i++)
        repetitions += data[i] == '+' ? 1 : data[i] == '{' ? 9 : 0;
    return repetitions > 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ARGUMENTS = 24 };
    if (costly(data, size))
        return 0;
    char *text = fuzz_text(data, size), *argv[ARGUMENTS + 2] = {(char[]){"slidebench"}};
    int argc = 1;
    for (char *c = text; c < text + size && argc <= ARGUMENTS; c += strlen(c) + 1)
        argv[argc++] = c;
    argv[argc] = NULL;
    struct options options;
    struct error error;
    if (options_parse(argc, argv, &options, &error)) {
        check_options(&options);
    } else {
        check_error(&error, STATUS_USAGE);
        /* the error begins with the wrong argument: an option, or a quoted word */
        CHECK(strchr("-'", *error.text) || !strncmp(error.text, "show needs ", 11));
    }
    options_free(&options);
    free(text);
    return 0;
}
