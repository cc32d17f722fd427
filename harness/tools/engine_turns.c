/* SPDX-License-Identifier: MIT
 *
 * slidebench-engine-turns CPU LIMIT SEARCH END [SETUP...]: runs chess engines in turns on one CPU
 * (-1 takes the quietest) and reads how much CPU time each takes. All engines are alive at once,
 * and one searches while the others wait for input. In a turn, an engine gets a position and the
 * command SEARCH, and writes lines up to one that begins with END; this may take LIMIT seconds.
 * Each engine gets the commands SETUP when it starts. Lines of standard input:
 *
 *     program NAME PATH  starts an engine; the first is number 0
 *     turn NUMBER TEXT   `position TEXT` and a search
 *
 * For each turn, prints "turn NUMBER SECONDS GHZ GHZ IPC IPC COUNT...", then the lines of the
 * engine, each after "> ". SECONDS is the CPU time of all its threads. GHZ and IPC are those of the
 * canaries before and after the turn. A counting engine maps the file that SLIDERS_COUNTS names,
 * and each COUNT is by how much the turn has raised a 64-bit word of that file; without such a file
 * there are no COUNTs. */
#include "base/clock.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/subprocess.h"
#include "timing/canary.h"
#include "timing/cores.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- an engine as a child process, controlled by UCI ---- */

struct engine_process {
    char *name;
    struct subprocess process; /* pid 0: it has ended */
    double limit;              /* seconds to wait for a line */
    char *text;                /* output of this turn, complete lines or not */
    size_t used;               /* bytes of text */
    size_t read;               /* bytes of the lines that engine_read_until() has passed */
    size_t capacity;
};

enum { QUIT_SECONDS = 10, POLL_MS = 200, TEXT_STEP = 1 << 16 };

static void become_engine(const void *path, int fd)
{
    int null = open("/dev/null", O_WRONLY);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* ends with its parent, however that ends */
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        dup2(null, STDERR_FILENO) >= 0)
        execl(path, path, (char *)NULL);
    _exit(127);
}

/* Starts a program without arguments, with no output of its errors. */
static bool engine_start(struct engine_process *engine, const char *name, const char *path,
                         double limit, struct error *error)
{
    *engine =
        (struct engine_process){.name = strcpy(xmalloc(strlen(name) + 1), name), .limit = limit};
    if (!subprocess_start(&engine->process, become_engine, path, "engine", error)) {
        engine->process.pid = 0;
        return false;
    }
    /* Later engines must not hold this one's input open. */
    fcntl(engine->process.fd, F_SETFD, FD_CLOEXEC);
    return true;
}

/* Waits for the end of an engine that has closed its side, and reports it. */
static bool fail_ended(struct engine_process *engine, struct error *error)
{
    char text[FAULT_SIZE];
    int status = subprocess_wait(&engine->process);
    engine->process.pid = 0;
    return fail(error, STATUS_INPUT, "%s: the engine was expected to continue, but %s",
                engine->name, end_text(status, text));
}

/* Writes text to the engine's input. */
static bool engine_send(struct engine_process *engine, const char *text, struct error *error)
{
    return write_all(engine->process.fd, text, strlen(text)) || fail_ended(engine, error);
}

/* Appends what the engine has written to its text, once there is something. */
static bool read_more(struct engine_process *engine, double deadline, const char *expected,
                      struct error *error)
{
    struct pollfd ready = {.fd = engine->process.fd, .events = POLLIN};
    while (poll(&ready, 1, POLL_MS) <= 0) {
        if (interrupted())
            return fail(error, STATUS_INTERRUPTED, "interrupted");
        if (clock_seconds() > deadline)
            return fail(error, STATUS_INPUT, "%s: no line that begins with '%s' within %.0f s",
                        engine->name, expected, engine->limit);
    }
    if (engine->capacity == engine->used) {
        engine->capacity += TEXT_STEP;
        engine->text = xreallocarray(engine->text, engine->capacity, 1);
    }
    ssize_t n =
        read(engine->process.fd, engine->text + engine->used, engine->capacity - engine->used);
    if (n <= 0)
        return (n < 0 && errno == EINTR) || fail_ended(engine, error);
    engine->used += (size_t)n;
    return true;
}

/* Passes lines of output up to the first that begins with `expected`. Fails if the engine ends, or
 * writes no such line within its limit; with STATUS_INTERRUPTED after an interrupt. */
static bool engine_read_until(struct engine_process *engine, const char *expected,
                              struct error *error)
{
    const double deadline = clock_seconds() + engine->limit;
    const size_t length = strlen(expected);
    for (;;) {
        const size_t rest = engine->used - engine->read;
        const char *line = engine->text + engine->read;
        const char *end = rest ? memchr(line, '\n', rest) : NULL;
        if (end) {
            engine->read = (size_t)(end + 1 - engine->text);
            if ((size_t)(end - line) >= length && !memcmp(line, expected, length))
                return true;
        } else if (!read_more(engine, deadline, expected, error)) {
            return false;
        }
    }
}

/* Returns once the engine has finished all that came before, and waits for input. */
static bool engine_synchronise(struct engine_process *engine, struct error *error)
{
    return engine_send(engine, "isready\n", error) && engine_read_until(engine, "readyok", error);
}

/* Returns the CPU time of all its threads so far, in seconds. */
static double engine_cpu_seconds(const struct engine_process *engine)
{
    clockid_t clock;
    struct timespec time = {0};
    if (!clock_getcpuclockid(engine->process.pid, &clock))
        clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns whether the process has ended within some seconds. */
static bool wait_for_end(pid_t pid)
{
    const double deadline = clock_seconds() + QUIT_SECONDS;
    while (clock_seconds() < deadline && !interrupted()) {
        if (waitpid(pid, NULL, WNOHANG))
            return true;
        poll(NULL, 0, 1);
    }
    return false;
}

/* Ends the engine and frees it: by `quit` if it is in order, or else by a signal. */
static void engine_stop(struct engine_process *engine, bool in_order)
{
    struct error ignored;
    if (engine->process.pid && in_order && engine_send(engine, "quit\n", &ignored) &&
        wait_for_end(engine->process.pid)) {
        close(engine->process.fd);
    } else if (engine->process.pid) {
        kill(engine->process.pid, SIGKILL);
        subprocess_wait(&engine->process);
    }
    free(engine->name);
    free(engine->text);
}

/* ---- engine turns ---- */

enum { MAX_ENGINES = 64, MAX_LINE = 8192, COUNTS = 4 };

static struct {
    struct engine_process engines[MAX_ENGINES];
    size_t n;
    const char *search, *end;
    char **setup; /* NULL ends it */
    double limit; /* seconds */
    int counts;   /* file descriptor; -1: none */
} trial = {.counts = -1};

/* Starts an engine. `arguments` is "NAME PATH". */
static bool start_program(char *arguments, struct error *error)
{
    char *path = strchr(arguments, ' ');
    if (!path || trial.n == MAX_ENGINES)
        return fail(error, STATUS_USAGE, "'program %s': expected NAME PATH, and at most %d",
                    arguments, MAX_ENGINES);
    *path++ = '\0';
    struct engine_process *engine = &trial.engines[trial.n++];
    bool ok = engine_start(engine, arguments, path, trial.limit, error) &&
              engine_send(engine, "uci\n", error) && engine_read_until(engine, "uciok", error);
    for (char **line = trial.setup; ok && *line; line++)
        ok = engine_send(engine, *line, error) && engine_send(engine, "\n", error);
    return ok && engine_synchronise(engine, error);
}

static void read_counts(uint64_t counts[COUNTS])
{
    if (trial.counts >= 0 && pread(trial.counts, counts, COUNTS * sizeof *counts, 0) < 0)
        memset(counts, 0, COUNTS * sizeof *counts);
}

/* Prints the first `size` bytes of text, which are whole lines. */
static void print_lines(const char *text, size_t size)
{
    for (const char *line = text, *end; line < text + size; line = end + 1) {
        end = memchr(line, '\n', (size_t)(text + size - line));
        printf("> %.*s\n", (int)(end - line), line);
    }
}

/* Lets an engine search. `arguments` is "NUMBER POSITION". */
static bool take_turn(const char *arguments, struct error *error)
{
    char *position, command[MAX_LINE + 256];
    const unsigned long number = strtoul(arguments, &position, 10);
    if (number >= trial.n || *position != ' ')
        return fail(error, STATUS_USAGE,
                    "'turn %.80s': expected the number of an engine and a position", arguments);
    struct engine_process *engine = &trial.engines[number];
    uint64_t counts[2][COUNTS] = {{0}};
    snprintf(command, sizeof command, "position%s\n%s\n", position, trial.search);
    engine->used = engine->read = 0; /* forgets the output so far */
    read_counts(counts[0]);
    const double start = engine_cpu_seconds(engine);
    const struct canary before = canary_read();
    if (!engine_send(engine, command, error) || !engine_read_until(engine, trial.end, error))
        return false;
    const size_t printed = engine->read;
    if (!engine_synchronise(engine, error))
        return false;
    const struct canary after = canary_read();
    const double seconds = engine_cpu_seconds(engine) - start;
    read_counts(counts[1]);
    printf("turn %lu %.9f %.6f %.6f %.6f %.6f", number, seconds, before.ghz, after.ghz, before.ipc,
           after.ipc);
    for (int i = 0; trial.counts >= 0 && i < COUNTS; i++)
        printf(" %llu", (unsigned long long)(counts[1][i] - counts[0][i]));
    printf("\n");
    print_lines(engine->text, printed);
    return true;
}

static bool run_line(char *line, struct error *error)
{
    if (interrupted())
        return fail(error, STATUS_INTERRUPTED, "interrupted");
    if (!strncmp(line, "turn ", 5))
        return take_turn(line + 5, error);
    if (!strncmp(line, "program ", 8))
        return start_program(line + 8, error);
    return fail(error, STATUS_USAGE, "unknown command '%.80s'", line);
}

static bool run_plan(char **arguments, struct error *error)
{
    char line[MAX_LINE];
    struct pin pin;
    double cpu = -1;
    trial.search = arguments[2], trial.end = arguments[3], trial.setup = arguments + 4;
    if ((strcmp(arguments[0], "-1") && !parse_double("", arguments[0], 0, 1e6, &cpu, error)) ||
        !parse_double("", arguments[1], 0, 1e6, &trial.limit, error))
        return fail(error, STATUS_USAGE,
                    "'%s %s': expected CPU, a number or -1, and LIMIT in seconds", arguments[0],
                    arguments[1]);
    bool ok = clock_check(error) &&
              cores_choose(&(struct affinity_request){.cpu = (int)cpu}, &pin, error);
    while (ok && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        ok = run_line(line, error);
    }
    return ok;
}

int main(int argc, char **argv)
{
    struct error error = {.status = STATUS_OK};
    const char *counts = getenv("SLIDERS_COUNTS");
    signal(SIGPIPE, SIG_IGN);
    interrupt_catch();
    if (counts)
        trial.counts = open(counts, O_RDONLY | O_CLOEXEC);
    bool ok = argc >= 5 ? run_plan(argv + 1, &error)
                        : fail(&error, STATUS_USAGE, "expected CPU LIMIT SEARCH END [SETUP...]");
    for (size_t i = 0; i < trial.n; i++)
        engine_stop(&trial.engines[i], ok);
    if (ok && fflush(stdout))
        ok = fail(&error, STATUS_OUTPUT, "standard output: %s", strerror(errno));
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    return (int)error.status;
}
