/* SPDX-License-Identifier: MIT
 * Error reports: one line of text and an exit status. Functions fill a struct error and return
 * false; only main() prints the text and exits. */
#ifndef ERROR_H
#define ERROR_H

#include <stdbool.h>

/* Exit status of the program, as documented in USAGE.md. */
enum status {
    STATUS_OK = 0,
    STATUS_WRONG = 1,       /* a scheme computed a wrong attack set         */
    STATUS_USAGE = 2,       /* bad option or argument                       */
    STATUS_INPUT = 3,       /* bad input file                               */
    STATUS_ENVIRONMENT = 4, /* cannot pin, missing instructions, no memory  */
    STATUS_OUTPUT = 5,      /* a result could not be written                */
    STATUS_IN_DOUBT = 6,    /* a row without a result may be the best one   */
    STATUS_INTERRUPTED = 130
};

struct error {
    enum status status;
    /* One line without control characters: place, cause, expectation. */
    char text[512];
};

#ifdef __cplusplus
extern "C" {
#endif

/* Fills *error and returns false, so that `return fail(error, ...)` ends a function. Cuts off what
 * does not fit into error->text. */
bool fail(struct error *error, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
