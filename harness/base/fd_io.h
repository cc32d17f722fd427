/* SPDX-License-Identifier: MIT
 * Whole blocks of bytes through pipes and sockets, past short transfers and signals,
 * and files whose write errors must not be lost. */
#ifndef FD_IO_H
#define FD_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Reads exactly `size` bytes. Returns false at an error or an early end. */
bool read_all(int fd, void *to, size_t size);

/* Writes exactly `size` bytes. Returns false at an error. */
bool write_all(int fd, const void *from, size_t size);

/* Writes a file to the disk and closes it. Returns false on any write error, which may be reported
 * as late as by fclose(). */
bool file_close_synced(FILE *file);

#endif
