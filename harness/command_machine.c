/* SPDX-License-Identifier: MIT
 * `slidebench machine`. */
#include "commands.h"
#include "machine.h"

bool command_machine(const struct options *options, struct error *error)
{
    static struct machine machine;
    (void)options;
    (void)error;
    machine_read(&machine, -1);
    machine_print(&machine, stdout);
    return true;
}
