/* SPDX-License-Identifier: MIT
 * A timing process, `slidebench --worker FD`. Its parent is parent.h. */
#ifndef WORKER_H
#define WORKER_H

#include "base/error.h"

/* Reads the parent's plan from the socket, times its rows and sends their results. Exits; returns
 * only if no plan came. */
bool worker_run(int fd, struct error *error);

#endif
