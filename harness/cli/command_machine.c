/* SPDX-License-Identifier: MIT
 * `slidebench machine`: prints what a run would record about this machine. */
#include "base/tuning.h"
#include "cli/commands.h"
#include "timing/cores.h"
#include "timing/counters.h"

#include <stdio.h>

bool command_machine(const struct options *options, struct error *error)
{
    static struct machine machine;
    struct cores cores;
    struct pin pin;
    if (!cores_choose(&options->run.pin, &pin, error))
        return false;
    machine_read(&machine, pin.cpu);
    const char *missing = counters_missing(pin.cpu);
    bool ok = cores_find(&pin, 1, MAX_WATCH_SECONDS, &cores, &machine, error);
    affinity_reset();
    if (ok) {
        machine_print(&machine, stdout);
        printf("hardware counters        %s\n", missing ? missing : "yes");
    }
    return ok;
}
