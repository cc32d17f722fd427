/* SPDX-License-Identifier: MIT
 * A timing process: the other side of parent.h, `slidebench bench --worker FD`. */
#ifndef WORKER_H
#define WORKER_H

#include "cli/options.h"

/* Makes the rows that the parent makes, times them, and tells it over the socket options->worker. Returns only
 * if nobody listens there; ends the process else. */
bool worker_run(const struct options *options, struct error *error);

#endif
