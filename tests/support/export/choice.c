/* SPDX-License-Identifier: MIT
 * Prints which scheme of a header of several is in use before and after x_init(), or x_init_with()
 * with the argument, and whether the self test passes. */
#define X_IMPLEMENTATION
#include "x.h"

#include <stdio.h>

static const char *scheme(void)
{
    return x_scheme() ? x_scheme() : "none";
}

int main(int argc, char **argv)
{
    printf("%s, ", scheme());
    if (argc < 2)
        x_init();
    else
        printf("%s, ", x_init_with(argv[1]) ? "taken" : "refused");
    printf("%s, %s\n", scheme(), x_self_test() ? "passed" : "failed");
    return 0;
}
