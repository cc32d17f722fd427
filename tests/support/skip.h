/* SPDX-License-Identifier: MIT
 * Skips a test of cmocka's and prints why. */
#ifndef SKIP_H
#define SKIP_H

#define SKIP(reason)                                                                               \
    do {                                                                                           \
        print_message("skipped: %s\n", reason);                                                    \
        skip();                                                                                    \
    } while (0)

#endif
