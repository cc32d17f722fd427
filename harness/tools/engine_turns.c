/* SPDX-License-Identifier: MIT
 *
 * slidebench-engine-turns CPU LIMIT SEARCH END [SETUP...]: runs chess engines in turns on one CPU
 * (-1 takes the quietest) and reads how much CPU time each engine takes. All engines are alive at
 * once, and one searches while the others wait for input. In a turn, an engine gets a position and
 * the command SEARCH, and writes lines up to a line that begins with END; it has LIMIT seconds.
 * Each engine gets the commands SETUP when it starts. Lines of standard input:
 *
 *     program NAME PATH  starts an engine; the first is number 0
 *     turn NUMBER TEXT   `position TEXT` and a search
 *
 * For each turn, prints "turn NUMBER SECONDS GHZ GHZ IPC IPC COUNT...", then the lines of the
 * engine, each after "> ". SECONDS is the CPU time of all threads of the engine. Canaries before
 * and after the turn give GHZ and IPC. If the environment variable SLIDERS_COUNTS names a file,
 * engines that count map this file, and each COUNT is how much the turn has added to a 64-bit word
 * of it. Without such a file there are no COUNTs. */
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
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

struct engine {
    char *name;
    struct subprocess process; /* pid 0: the engine has ended */
    FILE *output;
};

enum { MAX_ENGINES = 64, MAX_LINE = 8192, COUNTS = 4, QUIT_SECONDS = 10 };

static struct {
    struct engine engines[MAX_ENGINES];
    size_t n;
    const char *search, *end;
    char **setup; /* NULL ends it */
    double limit; /* seconds to wait for the expected line */
    int counts;   /* descriptor of the file of counts; -1: none */
} trial = {.counts = -1};

/* ---- an engine as a child process, controlled by UCI ---- */

static void become_engine(const void *path, int fd)
{
    int null = open("/dev/null", O_WRONLY);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        dup2(null, STDERR_FILENO) >= 0)
        execl(path, path, (char *)NULL);
    _exit(127);
}

/* Waits for the end of an engine that has closed its socket, and reports how it ended. */
static bool fail_ended(struct engine *engine, struct error *error)
{
    char text[FAULT_SIZE];
    int status = subprocess_wait(&engine->process);
    engine->process.pid = 0;
    return fail(error, STATUS_INPUT, "%s: the engine was expected to continue, but %s",
                engine->name, end_text(status, text));
}

/* Writes text to the engine's input. */
static bool engine_send(struct engine *engine, const char *text, struct error *error)
{
    return write_all(engine->process.fd, text, strlen(text)) || fail_ended(engine, error);
}

/* Reads lines of output up to the first that begins with `expected`, and copies each line behind
 * "> " unless `copy` is NULL. Fails with STATUS_INPUT if the engine ends, or writes no such line
 * within the limit, and with STATUS_INTERRUPTED after an interrupt. */
static bool engine_read_until(struct engine *engine, const char *expected, FILE *copy,
                              struct error *error)
{
    static char *line;
    static size_t room;
    const double deadline = clock_seconds() + trial.limit;
    while (!interrupted() && clock_seconds() <= deadline) {
        errno = 0;
        if (getline(&line, &room, engine->output) >= 0) {
            if (copy)
                fprintf(copy, "> %s", line);
            if (!strncmp(line, expected, strlen(expected)))
                return true;
        } else if (errno == EAGAIN) {
            break; /* the socket's time limit is over */
        } else if (errno != EINTR) {
            return fail_ended(engine, error);
        }
        clearerr(engine->output); /* so that reading goes on after SIGCONT */
    }
    if (interrupted())
        return fail(error, STATUS_INTERRUPTED, "interrupted");
    return fail(error, STATUS_INPUT, "%s: no line that begins with '%s' within %.0f s",
                engine->name, expected, trial.limit);
}

/* Returns when the engine has finished all earlier commands, and waits for input. */
static bool engine_synchronise(struct engine *engine, struct error *error)
{
    return engine_send(engine, "isready\n", error) &&
           engine_read_until(engine, "readyok", NULL, error);
}

/* Returns the CPU time of all threads of the engine so far, in seconds. */
static double engine_cpu_seconds(const struct engine *engine)
{
    clockid_t clock;
    return clock_getcpuclockid(engine->process.pid, &clock) ? 0 : clock_read(clock);
}

/* Waits for the end of a process, for QUIT_SECONDS at most. */
static void wait_for_end(pid_t pid)
{
    const double deadline = clock_seconds() + QUIT_SECONDS;
    siginfo_t ended = {.si_pid = 0};
    while (!ended.si_pid && clock_seconds() < deadline && !interrupted()) {
        waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT);
        poll(NULL, 0, 1);
    }
}

/* Ends the engine: by `quit` if it is in order, and by a signal if it still runs. */
static void engine_stop(struct engine *engine, bool in_order)
{
    struct error ignored;
    if (in_order && engine->process.pid && engine_send(engine, "quit\n", &ignored))
        wait_for_end(engine->process.pid);
    if (!engine->process.pid)
        return;
    kill(engine->process.pid, SIGKILL);
    subprocess_wait(&engine->process);
}

/* ---- engine turns ---- */

/* Starts an engine, and discards what it writes to stderr. `arguments` is "NAME PATH". */
static bool start_program(char *arguments, struct error *error)
{
    const struct timeval limit = {.tv_sec = (time_t)trial.limit};
    struct engine *engine = &trial.engines[trial.n];
    char *path = strchr(arguments, ' ');
    if (!path || trial.n == MAX_ENGINES)
        return fail(error, STATUS_USAGE, "'program %s': expected NAME PATH, and at most %d",
                    arguments, MAX_ENGINES);
    *path++ = '\0';
    engine->name = strcpy(xmalloc(strlen(arguments) + 1), arguments);
    if (!subprocess_start(&engine->process, become_engine, path, "engine", error))
        return false;
    trial.n++;
    /* Later engines must not hold this one's input open. */
    fcntl(engine->process.fd, F_SETFD, FD_CLOEXEC);
    setsockopt(engine->process.fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    engine->output = fdopen(engine->process.fd, "r");
    if (!engine->output)
        exit_without_memory(1);
    bool ok =
        engine_send(engine, "uci\n", error) && engine_read_until(engine, "uciok", NULL, error);
    for (char **line = trial.setup; ok && *line; line++)
        ok = engine_send(engine, *line, error) && engine_send(engine, "\n", error);
    return ok && engine_synchronise(engine, error);
}

static void read_counts(uint64_t counts[COUNTS])
{
    if (trial.counts >= 0 && pread(trial.counts, counts, COUNTS * sizeof *counts, 0) < 0)
        memset(counts, 0, COUNTS * sizeof *counts);
}

/* Lets an engine search. `arguments` is "NUMBER POSITION". */
static bool take_turn(const char *arguments, struct error *error)
{
    char *position, command[MAX_LINE + 256];
    const unsigned long number = strtoul(arguments, &position, 10);
    if (number >= trial.n || *position != ' ')
        return fail(error, STATUS_USAGE,
                    "'turn %.80s': expected the number of an engine and a position", arguments);
    struct engine *engine = &trial.engines[number];
    uint64_t counts[2][COUNTS] = {{0}};
    static struct memory_file lines;
    snprintf(command, sizeof command, "position%s\n%s\n", position, trial.search);
    FILE *copy = memory_file_open(&lines);
    read_counts(counts[0]);
    const double start = engine_cpu_seconds(engine);
    const struct canary before = canary_read();
    if (!engine_send(engine, command, error) ||
        !engine_read_until(engine, trial.end, copy, error) || !engine_synchronise(engine, error))
        return false;
    const struct canary after = canary_read();
    const double seconds = engine_cpu_seconds(engine) - start;
    read_counts(counts[1]);
    printf("turn %lu %.9f %.6f %.6f %.6f %.6f", number, seconds, before.ghz, after.ghz, before.ipc,
           after.ipc);
    for (int i = 0; trial.counts >= 0 && i < COUNTS; i++)
        printf(" %llu", (unsigned long long)(counts[1][i] - counts[0][i]));
    char *text = memory_file_close(&lines);
    printf("\n%s", text);
    free(text);
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
    uint64_t cpu = 0;
    const bool bound = strcmp(arguments[0], "-1") != 0;
    trial.search = arguments[2], trial.end = arguments[3], trial.setup = arguments + 4;
    if ((bound && !parse_whole("", arguments[0], 0, 1 << 20, &cpu, error)) ||
        !parse_double("", arguments[1], 1, 1e6, &trial.limit, error))
        return fail(error, STATUS_USAGE,
                    "'%s %s': expected CPU, a number or -1, and LIMIT in seconds", arguments[0],
                    arguments[1]);
    bool ok = clock_check(error) &&
              cores_choose(&(struct affinity_request){.cpu = bound ? (int)cpu : -1}, &pin, error);
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
