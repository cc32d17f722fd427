/* SPDX-License-Identifier: MIT
 * A timing process, `slidebench bench --worker FD`. Its parent is parent.h. */
#ifndef WORKER_H
#define WORKER_H

#include "cli/options.h"

/* Reads the parent's request from the socket options->worker, lists the same rows as the parent,
 * times them and sends the samples. Exits; returns only if no request came. */
bool worker_run(const struct options *options, struct error *error);

#endif
