/* SPDX-License-Identifier: MIT */
#include "machine/cpu_order.h"
#include "machine/sysfs.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct candidate {
    int cpu;
    size_t place;        /* in the given order */
    uint64_t interrupts; /* from devices since boot; 0: unknown */
    bool busy;
};

/* Reads /proc/interrupts: a header "CPU0 CPU1 ..." of the CPUs online, then lines "<number>: <count
 * per CPU> <controller> <device>" for devices, and lines with letters for interrupts between CPUs.
 * Ignores timers: they tick wherever a program runs, so they only show the past load. */
static void read_interrupts(struct candidate *candidates, size_t n)
{
    char *head = NULL, *line = NULL;
    size_t head_size = 0, size = 0;
    FILE *file = sysfs_open("/proc/interrupts");
    if (!file)
        return;
    if (getline(&head, &head_size, file) > 0) {
        while (getline(&line, &size, file) > 0) {
            char *count = line + strspn(line, " "), *cpu = head;
            if (!isdigit((unsigned char)*count) || strstr(line, "timer"))
                continue;
            strtoul(count, &count, 10);
            for (count += *count == ':'; (cpu = strstr(cpu, "CPU")); cpu++) {
                char *end;
                uint64_t served = strtoull(count, &end, 10);
                if (end == count)
                    break;
                count = end;
                for (size_t i = 0; i < n; i++)
                    if (candidates[i].cpu == atoi(cpu + 3))
                        candidates[i].interrupts += served;
            }
        }
    }
    free(head);
    free(line);
    fclose(file);
}

static int better_first(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->busy != b->busy)
        return a->busy ? 1 : -1;
    if ((a->cpu == 0) != (b->cpu == 0))
        return a->cpu == 0 ? 1 : -1;
    return a->place < b->place ? 1 : -1;
}

void cpu_order(int *cpus, size_t n, bool of_this_machine)
{
    struct candidate *candidates = calloc(n, sizeof *candidates);
    uint64_t most = 0;
    if (!candidates)
        return;
    for (size_t i = 0; i < n; i++) {
        candidates[i].cpu = cpus[i];
        candidates[i].place = i;
    }
    if (of_this_machine)
        read_interrupts(candidates, n);
    for (size_t i = 0; i < n; i++)
        most = candidates[i].interrupts > most ? candidates[i].interrupts : most;
    for (size_t i = 0; i < n; i++)
        candidates[i].busy = candidates[i].interrupts > most / 2;
    qsort(candidates, n, sizeof *candidates, better_first);
    for (size_t i = 0; i < n; i++)
        cpus[i] = candidates[i].cpu;
    free(candidates);
}

const char *cpu_list_text(const int *cpus, size_t n, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0, last; i < n && used < size; i = last + 1) {
        for (last = i; last + 1 < n && cpus[last + 1] == cpus[last] + 1;)
            last++;
        used += (size_t)snprintf(text + used, size - used, "%s%d", i ? "," : "", cpus[i]);
        if (last > i && used < size)
            used += (size_t)snprintf(text + used, size - used, "-%d", cpus[last]);
    }
    return text;
}
