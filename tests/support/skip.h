/* SPDX-License-Identifier: MIT
 * Skips a cmocka test and prints the reason. */
#ifndef SKIP_H
#define SKIP_H

#define SKIP(reason)                                                                               \
    do {                                                                                           \
        print_message("skipped: %s\n", reason);                                                    \
        skip();                                                                                    \
    } while (0)

#endif
