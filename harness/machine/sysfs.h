/* SPDX-License-Identifier: MIT
 * Text files of the Linux kernel, in /sys and /proc. Other systems have none. What cannot be read
 * is unknown. */
#ifndef SYSFS_H
#define SYSFS_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the prefix of every path: "", or HWLOC_FSROOT, so that hwloc and these functions describe
 * the same machine. */
const char *sysfs_root(void);

/* Opens a file for reading. Returns NULL if it cannot be read. */
FILE *sysfs_open(const char *path);

/* Reads the first line of a file without trailing blanks. Returns false and "" if there is none.
 * The path is a printf format. */
bool sysfs_line(char *text, size_t size, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the integer with which the file begins, or `otherwise` if there is none. */
long sysfs_number(long otherwise, const char *path);

/* Reads the value after "key :" in /proc/cpuinfo: in the block of this CPU, or else in the first
 * block that has the key. Returns false and "" if there is no such value. */
bool sysfs_cpuinfo(char *value, size_t size, const char *key, int cpu);

/* Returns whether the file is a list of CPUs such as "0-3,8" that contains this one. */
bool sysfs_lists_cpu(int cpu, const char *path);

#endif
