/* SPDX-License-Identifier: MIT */
#include "machine/sysfs.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *sysfs_root(void)
{
    const char *root = getenv("HWLOC_FSROOT");
    return root ? root : "";
}

FILE *sysfs_open(const char *path)
{
    char full[1024]; /* longer than all paths here */
    int length = snprintf(full, sizeof full, "%s%s", sysfs_root(), path);
    return length < (int)sizeof full ? fopen(full, "r") : NULL;
}

bool sysfs_line(char *text, size_t size, const char *path, ...)
{
    char formatted[512];
    va_list arguments;
    va_start(arguments, path);
    vsnprintf(formatted, sizeof formatted, path, arguments);
    va_end(arguments);
    FILE *file = sysfs_open(formatted);
    if (!file || !fgets(text, (int)size, file))
        text[0] = '\0';
    if (file)
        fclose(file);
    for (size_t end = strlen(text); end && isspace((unsigned char)text[end - 1]);)
        text[--end] = '\0';
    return text[0] != '\0';
}

long sysfs_number(long otherwise, const char *path)
{
    char text[32], *end;
    sysfs_line(text, sizeof text, "%s", path);
    long number = strtol(text, &end, 10);
    return end == text ? otherwise : number;
}

bool sysfs_lists_cpu(int cpu, const char *path)
{
    int first, last;
    bool found = false;
    FILE *file = sysfs_open(path);
    while (file && !found && fscanf(file, "%d", &first) == 1) {
        if (fscanf(file, "-%d", &last) != 1)
            last = first;
        found = first <= cpu && cpu <= last;
        if (fgetc(file) != ',')
            break;
    }
    if (file)
        fclose(file);
    return found;
}

bool sysfs_cpuinfo(char *value, size_t size, const char *key, int cpu)
{
    char *line = NULL;
    size_t capacity = 0;
    int block = -1;
    bool found = false;
    value[0] = '\0';
    FILE *file = sysfs_open("/proc/cpuinfo");
    while (file && block <= cpu && getline(&line, &capacity, file) > 0) {
        int at = 0; /* offset of the value behind the key; 0: the line has another key */
        line[strcspn(line, "\n")] = '\0';
        sscanf(line, "processor : %d", &block);
        if (strncmp(line, key, strlen(key)) == 0)
            sscanf(line + strlen(key), " : %n", &at);
        if (at && (!found || block == cpu)) {
            snprintf(value, size, "%s", line + strlen(key) + at);
            found = *value != '\0';
        }
    }
    free(line);
    if (file)
        fclose(file);
    return found;
}
