/* SPDX-License-Identifier: MIT
 * What the kernel tells through text files: Linux' /sys and /proc. Elsewhere nothing is readable,
 * and unreadable always means unknown. Paths are printf formats. */
#ifndef SYSFS_H
#define SYSFS_H

#include <stdbool.h>
#include <stdio.h>

extern const char *sysfs_root; /* goes before every path: "", or a test's own folder */

/* NULL if it cannot be read. */
FILE *sysfs_open(const char *path, ...) __attribute__((format(printf, 1, 2)));

/* The first line, without the blanks at its end. false and "" if there is none. */
bool sysfs_line(char *text, size_t size, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

/* The whole number at the beginning of the file; `otherwise` if there is none. */
long sysfs_number(long otherwise, const char *path, ...) __attribute__((format(printf, 2, 3)));

/* How many numbers a list like "0-3,8" names; -1 if it is not such a list. */
int sysfs_list_count(const char *list);

/* The value behind "key :" in the block of /proc/cpuinfo that describes this CPU, else in the first
 * block that has the key. false and "" if there is none. */
bool sysfs_cpuinfo(char *value, size_t size, const char *key, int cpu);

#endif
