/* SPDX-License-Identifier: MIT
 * A timing process, `slidebench bench --worker FD`. Its parent is parent.h. */
#ifndef WORKER_H
#define WORKER_H

#include "plan/request.h"

/* Reads the parent's request from the socket, lists the same rows as the parent, times them and
 * sends their results. Exits; returns only if no request came. */
bool worker_run(const struct run_request *given, int fd, struct error *error);

#endif
