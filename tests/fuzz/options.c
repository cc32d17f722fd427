/* SPDX-License-Identifier: MIT
 * Parses any bytes as a command line; NUL ends an argument. */
#include "cli/options.h"
#include "fuzz.h"

#include <string.h>

static void check_options(const struct options *o)
{
    const struct run_request *run = &o->run;
    CHECK(o->command < COMMANDS && o->format <= FORMAT_MARKDOWN);
    CHECK(run->seconds >= 0.01 && run->seconds <= 86400);
    CHECK(run->spread_over >= 0 && run->spread_over <= 7 * 86400);
    CHECK(run->processes >= 1 && run->processes <= 1000);
    CHECK(run->list_length >= 1 && run->list_length <= 1 << 24);
    CHECK(run->matrix.n >= 1 && run->matrix.n <= MAX_MATRIX_LINES);
    CHECK(run->matrix.modes.n >= 1 && run->matrix.modes.n <= MAX_MODES);
    for (size_t i = 0; i < run->matrix.n; i++) {
        const struct matrix_line *line = &run->matrix.line[i];
        CHECK(memchr(line->pieces, true, sizeof line->pieces));
        CHECK(memchr(line->modes, true, run->matrix.modes.n));
    }
    CHECK(o->square < 64 && o->piece < PIECES);
    CHECK(run->pin.cpu >= -1 && (o->worker == -1 || o->worker >= 3));
    size_t selected = 0;
    for (const struct scheme *const *s = schemes; *s; s++)
        selected += run_request_selects(run, *s);
    CHECK(selected > 0);
}

/* Returns whether regcomp() may need too much memory: glibc's copies the operand of + and {}, so
 * each level of nesting doubles the memory. */
static bool costly(const uint8_t *data, size_t size)
{
    size_t repetitions = 0;
    for (size_t i = 0; i < size; i++)
        repetitions += data[i] == '+' ? 1 : data[i] == '{' ? 9 : 0;
    return repetitions > 8;
}

/* Returns whether a message begins with the wrong argument: an option, a quoted word or a
 * command. */
static bool begins_with_argument(const char *message)
{
    bool found = strchr("-'", *message);
    for (enum command c = 0; c < COMMANDS; c++)
        found |= !strncmp(message, commands[c].name, strlen(commands[c].name));
    return found;
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
        CHECK(begins_with_argument(error.text));
    }
    options_free(&options);
    free(text);
    return 0;
}
