/* SPDX-License-Identifier: MIT
 * How a module says that something went wrong: one line for a person and an exit status.
 * Only main() prints it and exits; everything below returns false. */
#ifndef ERROR_H
#define ERROR_H

#include <stdbool.h>

enum status { /* the program's exit status, as the README documents it */
              STATUS_OK = 0,
              STATUS_WRONG = 1,       /* a scheme gave a wrong attack set          */
              STATUS_USAGE = 2,       /* bad option or argument                    */
              STATUS_INPUT = 3,       /* bad input file                            */
              STATUS_ENVIRONMENT = 4, /* cannot pin, missing instructions, memory  */
              STATUS_OUTPUT = 5,      /* a result could not be written             */
              STATUS_UNSTABLE = 6,    /* a row without a figure may be the best   */
              STATUS_INTERRUPTED = 130
};

struct error {
    enum status status;
    char text[512]; /* one line: where, what, what was expected; no control characters */
};

/* Fills *error and returns false, so that `return fail(error, ...)` ends a function. */
#ifdef __cplusplus
extern "C"
#endif
    bool
    fail(struct error *error, enum status status, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

#endif
