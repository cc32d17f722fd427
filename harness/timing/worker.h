/* SPDX-License-Identifier: MIT
 * A timing process: the other side of parent.h, `slidebench bench --worker FD`. */
#ifndef WORKER_H
#define WORKER_H

#include "plan/request.h"

/* Makes the rows that the parent makes, times them, and tells it over the socket. Returns only
 * if nobody listens there; ends the process else. */
bool worker_run(const struct run_request *given, int socket, struct error *error);

#endif
