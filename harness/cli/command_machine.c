/* SPDX-License-Identifier: MIT
 * `slidebench machine`. */
#include "cli/commands.h"
#include "timing/cores.h"

bool command_machine(const struct options *options, struct error *error)
{
    static struct machine machine;
    struct cores cores;
    struct pin pin;
    if (!cores_choose(&options->run.pin, &pin, error))
        return false;
    machine_read(&machine, pin.cpu);
    bool ok = cores_find(&pin, 1, &cores, &machine, error);
    affinity_restore();
    if (ok)
        machine_print(&machine, stdout);
    return ok;
}
