/* SPDX-License-Identifier: MIT
 * For builds without hwloc: uses Linux' sched_setaffinity() and /sys. Never pins on other
 * systems. */
#include "base/text.h"
#include "machine/affinity.h"
#include "machine/cpu_order.h"
#include "machine/sysfs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sched.h>

static cpu_set_t inherited; /* the thread's mask at the first call */
static bool inherited_known;

/* Returns NULL, or the reason why the mask cannot be read. */
static const char *open_mask(void)
{
    if (!inherited_known && sched_getaffinity(0, sizeof inherited, &inherited) != 0)
        return strerror(errno);
    inherited_known = true;
    return NULL;
}

/* Returns the number of online hardware threads of the CPU's core, and sets *first to the first
 * one. */
static int threads_of_core(int cpu, int *first)
{
    char list[256];
    *first = cpu;
    if (!sysfs_line(list, sizeof list,
                    "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu))
        return 1;
    *first = atoi(list);
    return sysfs_list_count(list);
}

/* Lists the first thread of each core that is in the mask. */
static size_t list(int *cpus)
{
    size_t n = 0;
    bool *taken = calloc(CPU_SETSIZE, sizeof *taken);
    for (int cpu = 0, first; taken && cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &inherited))
            continue;
        threads_of_core(cpu, &first);
        if (first >= 0 && first < CPU_SETSIZE && !taken[first]) {
            taken[first] = true;
            cpus[n++] = cpu;
        }
    }
    free(taken);
    return n;
}

size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity)
{
    int ordered[CPU_SETSIZE] = {request->cpu};
    if (request->off || request->core_kind != CORE_ANY || open_mask())
        return 0;
    size_t n = request->cpu >= 0 ? 1 : list(ordered);
    cpu_order(ordered, n, true);
    n = n < capacity ? n : capacity;
    memcpy(cpus, ordered, n * sizeof *cpus);
    return n;
}

/* Returns why this thread cannot be bound to a CPU, or NULL after it was. */
static const char *bind_to(int cpu)
{
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (cpu < CPU_SETSIZE)
        CPU_SET(cpu, &mask);
    return sched_setaffinity(0, sizeof mask, &mask) == 0 ? NULL : strerror(errno);
}

static bool fail_to_bind(int cpu, const char *problem, struct error *error)
{
    int allowed[CPU_SETSIZE];
    char text[256];
    size_t n = 0;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (inherited_known && CPU_ISSET(i, &inherited))
            allowed[n++] = i;
    return fail(error, STATUS_ENVIRONMENT, "cannot bind to CPU %d: %s; allowed: %s", cpu, problem,
                cpu_list_text(allowed, n, text, sizeof text));
}

bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    *pin = (struct pin){.cpu = -1, .description = "not pinned"};
    if (request->off)
        return true;
    if (request->core_kind != CORE_ANY && request->cpu < 0)
        return fail(error, STATUS_ENVIRONMENT,
                    "built without hwloc, which is needed for kinds of cores");
    const char *problem = open_mask();
    int cpu = request->cpu, first;
    if (!problem && cpu < 0 && affinity_candidates(request, &cpu, 1) == 0)
        problem = "the affinity mask is empty";
    if (!problem)
        problem = bind_to(cpu);
    if (problem && request->cpu >= 0)
        return fail_to_bind(cpu, problem, error);
    if (problem) {
        snprintf(pin->warning, sizeof pin->warning, "not pinned to a CPU: %s", problem);
        return true;
    }
    int threads = threads_of_core(cpu, &first);
    pin->cpu = cpu;
    pin->pinned = true;
    pin->smt_shared = threads > 1;
    snprintf(pin->description, sizeof pin->description, "CPU %d, %d thread%s per core%s", cpu,
             threads, plural((size_t)threads),
             CPU_ISSET(cpu, &inherited) ? "" : ", outside the inherited mask");
    return true;
}

void affinity_restore(void)
{
    if (inherited_known)
        sched_setaffinity(0, sizeof inherited, &inherited);
    inherited_known = false;
}

#else

size_t affinity_candidates(const struct affinity_request *request, int *cpus, size_t capacity)
{
    (void)request, (void)cpus, (void)capacity;
    return 0;
}

bool affinity_set(const struct affinity_request *request, struct pin *pin, struct error *error)
{
    *pin = (struct pin){.cpu = -1, .description = "not pinned"};
    if (request->cpu >= 0 || request->core_kind != CORE_ANY)
        return request->off || fail(error, STATUS_ENVIRONMENT, "this system cannot bind threads");
    if (!request->off)
        snprintf(pin->warning, sizeof pin->warning,
                 "not pinned to a CPU: this system cannot bind threads");
    return true;
}

void affinity_restore(void)
{
}
#endif
