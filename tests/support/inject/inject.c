/* SPDX-License-Identifier: MIT
 * Makes calls of the C library fail on demand: a shared object for LD_PRELOAD, for glibc. The
 * environment controls it:
 *
 *   INJECT=<call>:<n>[+][:<errno>]   the n-th call, or with + also all calls after it, fail with
 *                                    that errno; if n is 0, none fails
 *   INJECT_COUNT=<file>              gets the number of calls at the end
 *   INJECT_IN=worker | parent        calls fail only in timing processes, or only in others
 *
 * <call> is the name of a function below, or `memory`: malloc, calloc, realloc and aligned_alloc
 * together, from main() on. Special cases:
 *   - clock_gettime does not fail, but its clock stops; with errno 1 it runs backwards;
 *   - setitimer does not fail, but expires after a twentieth of the time;
 *   - perf_event_open does not fail, but provides the hardware counters of a core that executes
 *     two instructions per cycle at 3 GHz; there are no counters of caches. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <regex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char call[32];
static long first = -1;
static int number;
static bool and_all_after, running;
static volatile long calls;

__attribute__((destructor)) static void save_count(void)
{
    const char *path = getenv("INJECT_COUNT");
    FILE *file = running && path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%ld\n", calls);
    fclose(file);
}

/* Declares `real`, the function of the C library. */
#define REAL(name) __typeof__(name) *real = (__typeof__(real))(uintptr_t)dlsym(RTLD_NEXT, #name)

/* Counts a call. Returns true and sets errno if it must fail. */
static bool fails(const char *name)
{
    if (!running || strcmp(name, call))
        return false;
    long n = __sync_add_and_fetch(&calls, 1);
    if (n != first && !(and_all_after && n > first))
        return false;
    errno = number;
    return true;
}

_Noreturn void _exit(int status)
{
    REAL(_exit);
    save_count();
    real(status);
    __builtin_unreachable();
}

typedef int main_fn(int, char **, char **);
static main_fn *real_main;

static int start(int argc, char **argv, char **environment)
{
    const char *text = getenv("INJECT"), *where = getenv("INJECT_IN");
    bool worker = false;
    for (int i = 1; i < argc; i++)
        worker = worker || !strcmp(argv[i], "--worker");
    char plus = 0;
    number = ENOMEM;
    if (text && sscanf(text, "%31[^:]:%ld%c", call, &first, &plus) >= 2) {
        and_all_after = plus == '+';
        const char *last = strrchr(text, ':');
        if (last != strchr(text, ':'))
            number = atoi(last + 1);
        running = !where || worker == !strcmp(where, "worker");
    }
    return real_main(argc, argv, environment);
}

int __libc_start_main(main_fn *main, int argc, char **argv, main_fn *init, void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_fn *main, int argc, char **argv, main_fn *init, void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end)
{
    REAL(__libc_start_main);
    real_main = main;
    return real(start, argc, argv, init, fini, rtld_fini, stack_end);
}

/* ---- memory: by functions of glibc, because dlsym() itself allocates ---- */

void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size)
{
    return fails("memory") ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails("memory") ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
    return fails("memory") ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails("memory") ? NULL : __libc_memalign(alignment, size);
}

/* These fail as a whole: if memory is short, glibc 2.36 has a double free in regcomp(), and hwloc
 * aborts. */
int hwloc_topology_init(void **topology), hwloc_topology_load(void *topology);

#define SPARED(name, parameters, arguments)                                                        \
    int name parameters                                                                            \
    {                                                                                              \
        REAL(name);                                                                                \
        if (fails("memory"))                                                                       \
            return FAILED;                                                                         \
        bool was_running = running;                                                                \
        running = false;                                                                           \
        int result = real arguments;                                                               \
        running = was_running;                                                                     \
        return result;                                                                             \
    }

enum { FAILED = REG_ESPACE }; /* what each of them returns */

SPARED(hwloc_topology_init, (void **topology), (topology))
SPARED(hwloc_topology_load, (void *topology), (topology))
SPARED(regcomp, (regex_t * regex, const char *text, int flags), (regex, text, flags))
SPARED(regexec, (const regex_t *regex, const char *text, size_t n, regmatch_t matches[], int flags),
       (regex, text, n, matches, flags))

/* ---- other calls ---- */

#define INJECTED(type, name, parameters, arguments, failure)                                       \
    type name parameters                                                                           \
    {                                                                                              \
        REAL(name);                                                                                \
        return fails(#name) ? (failure) : real arguments;                                          \
    }

INJECTED(pid_t, fork, (void), (), -1)
INJECTED(int, socketpair, (int d, int t, int p, int ends[2]), (d, t, p, ends), -1)
INJECTED(int, execv, (const char *path, char *const argv[]), (path, argv), -1)
INJECTED(int, sched_setaffinity, (pid_t pid, size_t size, const cpu_set_t *set), (pid, size, set),
         -1)
INJECTED(FILE *, tmpfile, (void), (), NULL)
INJECTED(int, fsync, (int fd), (fd), -1)
INJECTED(int, flock, (int fd, int operation), (fd, operation), -1)
INJECTED(ssize_t, readlink, (const char *path, char *text, size_t size), (path, text, size), -1)

static struct timeval twentieth(struct timeval t)
{
    long us = (t.tv_sec * 1000000 + t.tv_usec) / 20;
    return (struct timeval){us / 1000000, us % 1000000};
}

INJECTED(int, setitimer,
         (__itimer_which_t which, const struct itimerval *timer, struct itimerval *old),
         (which, timer, old),
         real(which, &(struct itimerval){twentieth(timer->it_interval), twentieth(timer->it_value)},
              old))

int clock_gettime(clockid_t id, struct timespec *t)
{
    static struct timespec still = {1000000, 0};
    REAL(clock_gettime);
    if (!fails("clock_gettime"))
        return real(id, t);
    still.tv_sec -= number == 1;
    *t = still;
    return 0;
}

/* ---- hardware counters: perf_event_open(2) ---- */

static int group = -1, members;

long syscall(long number, ...)
{
    long a[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    REAL(syscall);
    if (number != SYS_perf_event_open || !fails("perf_event_open"))
        return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    const struct perf_event_attr *attr = (const void *)(uintptr_t)a[0];
    if (attr->type == PERF_TYPE_HW_CACHE || attr->config == PERF_COUNT_HW_CACHE_MISSES)
        return -1;
    int counter = open("/dev/null", O_RDONLY | O_CLOEXEC);
    group = group < 0 ? counter : group;
    members++;
    return counter;
}

ssize_t read(int fd, void *buffer, size_t size)
{
    REAL(read);
    struct timespec now;
    if (fd != group || fd < 0 || clock_gettime(CLOCK_MONOTONIC_RAW, &now))
        return real(fd, buffer, size);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    const uint64_t reading[] = {(uint64_t)members, ns, ns, 3 * ns, 6 * ns, ns / 100};
    memcpy(buffer, reading, sizeof reading);
    return sizeof reading;
}
