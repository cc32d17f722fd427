/* SPDX-License-Identifier: MIT
 * For the coverage build, linked with --wrap=_exit: saves the counters of a process that ends
 * without its atexit handlers. */
#include <gcov.h>

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);

void inject_stop(void)
    __attribute__((weak)); /* of inject.c, if it is there: libgcov needs memory */

_Noreturn void __wrap__exit(int status)
{
    if (inject_stop)
        inject_stop();
    __gcov_dump();
    __real__exit(status);
}
