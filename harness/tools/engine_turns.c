/* SPDX-License-Identifier: MIT
 * slidebench-engine-turns: runs chess engines in turns on one CPU and reads their CPU clocks. All are alive at once; one
 * searches while the others wait for input. Reads a plan from standard input, one command per line:
 *
 *     cpu N              run everything on this CPU; without: the quietest
 *     limit SECONDS      of one turn; default 60
 *     setup COMMAND      sent to each engine that starts later
 *     search COMMAND     one turn, after its position
 *     end TEXT           begins the last line of a turn
 *     program NAME PATH  starts an engine; the first is number 0
 *     turn NUMBER TEXT   `position TEXT` and a search
 *
 * Prints per turn "turn NUMBER SECONDS GHZ GHZ IPC IPC COUNT...", then the engine's lines, each behind "> ". SECONDS is
 * CPU time of all threads; the canaries are those before and after the turn. A COUNT is by how much a turn raised a
 * 64-bit word of the file that SLIDERS_COUNTS names, which a counting engine maps; without such a file there is none. */
#include "base/clock.h"
#include "base/fd_io.h"
#include "base/interrupt.h"
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ENGINES = 64, MAX_SETUP = 4096, COUNTS = 5, QUIT_SECONDS = 10, POLL_MS = 200 };

struct engine {
    char *name;
    struct subprocess process;
    char *text;   /* the lines of the turn, complete or not */
    size_t used;  /* bytes of text */
    size_t begin; /* of the first line that has not been read */
    size_t capacity;
};

static struct {
    struct engine engines[MAX_ENGINES];
    size_t n;
    char setup[MAX_SETUP], search[256], end[64];
    double limit; /* seconds */
    int counts;   /* file descriptor; -1: none */
} trial = {.limit = 60, .counts = -1, .end = "bestmove"};

static double cpu_seconds(const struct engine *engine)
{
    clockid_t clock;
    struct timespec time = {0};
    if (!clock_getcpuclockid(engine->process.pid, &clock))
        clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Waits for the end of an engine whose output has ended, and reports it. */
static bool fail_ended(struct engine *engine, struct error *error)
{
    char text[64];
    int status = subprocess_wait(&engine->process);
    engine->process.pid = 0;
    if (WIFSIGNALED(status))
        signal_text(WTERMSIG(status), text);
    else
        snprintf(text, sizeof text, "ended with status %d", WEXITSTATUS(status));
    return fail(error, STATUS_INPUT, "%s: the engine was expected to search, but %s", engine->name,
                text);
}

/* Appends what the engine has written to its text, once there is something. */
static bool read_more(struct engine *engine, double deadline, const char *expected,
                      struct error *error)
{
    struct pollfd ready = {.fd = engine->process.fd, .events = POLLIN};
    while (poll(&ready, 1, POLL_MS) <= 0) {
        if (interrupted())
            return fail(error, STATUS_INTERRUPTED, "interrupted");
        if (clock_seconds() > deadline)
            return fail(error, STATUS_INPUT, "%s: no line that begins with '%s' within %.0f s",
                        engine->name, expected, trial.limit);
    }
    if (engine->capacity - engine->used < 4096) {
        char *larger = realloc(engine->text, engine->capacity + (1 << 16));
        if (!larger)
            return fail(error, STATUS_ENVIRONMENT, "no memory for the engine's output");
        engine->text = larger;
        engine->capacity += 1 << 16;
    }
    ssize_t n =
        read(engine->process.fd, engine->text + engine->used, engine->capacity - engine->used);
    if (n < 0 && errno == EINTR)
        return true;
    if (n <= 0)
        return fail_ended(engine, error);
    engine->used += (size_t)n;
    return true;
}

/* Reads lines up to the first that begins with `expected`. */
static bool read_until(struct engine *engine, const char *expected, struct error *error)
{
    const double deadline = clock_seconds() + trial.limit;
    for (;;) {
        char *line = engine->text + engine->begin;
        char *end =
            engine->used > engine->begin ? memchr(line, '\n', engine->used - engine->begin) : NULL;
        if (end) {
            engine->begin = (size_t)(end + 1 - engine->text);
            if ((size_t)(end - line) >= strlen(expected) &&
                !memcmp(line, expected, strlen(expected)))
                return true;
        } else if (!read_more(engine, deadline, expected, error)) {
            return false;
        }
    }
}

static bool send_text(struct engine *engine, const char *text, struct error *error)
{
    return write_all(engine->process.fd, text, strlen(text)) || fail_ended(engine, error);
}

/* Makes the engine ready: it has then finished all that came before, and waits for input. */
static bool synchronise(struct engine *engine, struct error *error)
{
    return send_text(engine, "isready\n", error) && read_until(engine, "readyok", error);
}

static void become_engine(const void *path, int fd)
{
    int null = open("/dev/null", O_WRONLY);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(fd, STDIN_FILENO) >= 0 && dup2(fd, STDOUT_FILENO) >= 0 &&
        dup2(null, STDERR_FILENO) >= 0)
        execl(path, path, (char *)NULL);
    _exit(127);
}

/* `arguments` is "NAME PATH". */
static bool start_engine(char *arguments, struct error *error)
{
    char *path = strchr(arguments, ' ');
    if (!path || trial.n == MAX_ENGINES)
        return fail(error, STATUS_USAGE, "'program %s': expected NAME PATH, and at most %d",
                    arguments, MAX_ENGINES);
    *path++ = '\0';
    struct engine *engine = &trial.engines[trial.n];
    engine->name = strdup(arguments);
    if (!engine->name)
        return fail(error, STATUS_ENVIRONMENT, "no memory for the name of an engine");
    if (!subprocess_start(&engine->process, CHANNEL_SOCKET, become_engine, path, "engine", error))
        return false;
    trial.n++;
    fcntl(engine->process.fd, F_SETFD,
          FD_CLOEXEC); /* later engines must not hold this one's input open */
    return send_text(engine, "uci\n", error) && read_until(engine, "uciok", error) &&
           send_text(engine, trial.setup, error) && synchronise(engine, error);
}

static void read_counts(uint64_t counts[COUNTS])
{
    if (trial.counts >= 0 && pread(trial.counts, counts, COUNTS * sizeof *counts, 0) < 0)
        memset(counts, 0, COUNTS * sizeof *counts);
}

static void print_lines(const struct engine *engine)
{
    for (const char *line = engine->text, *stop = line + engine->used; line < stop;) {
        const char *end = memchr(line, '\n', (size_t)(stop - line));
        const size_t length = (size_t)((end ? end : stop) - line);
        printf("> %.*s\n", (int)length, line);
        line += length + 1;
    }
}

/* `arguments` is "NUMBER POSITION". */
static bool take_turn(const char *arguments, struct error *error)
{
    char *position;
    const unsigned long number = strtoul(arguments, &position, 10);
    char command[8192];
    const int length =
        snprintf(command, sizeof command, "position%s\n%s\n", position, trial.search);
    if (number >= trial.n || *position != ' ' || length >= (int)sizeof command)
        return fail(error, STATUS_USAGE,
                    "'turn %.80s': expected the number of an engine and a position", arguments);
    struct engine *engine = &trial.engines[number];
    engine->used = engine->begin = 0;
    uint64_t counts[2][COUNTS] = {{0}};
    read_counts(counts[0]);
    const double start = cpu_seconds(engine);
    const struct canary before = canary_read();
    if (!send_text(engine, command, error) || !read_until(engine, trial.end, error))
        return false;
    const size_t used = engine->begin;
    if (!synchronise(engine, error))
        return false;
    const struct canary after = canary_read();
    const double seconds = cpu_seconds(engine) - start;
    read_counts(counts[1]);
    printf("turn %lu %.9f %.6f %.6f %.6f %.6f", number, seconds, before.ghz, after.ghz, before.ipc,
           after.ipc);
    for (int i = 0; trial.counts >= 0 && i < COUNTS; i++)
        printf(" %llu", (unsigned long long)(counts[1][i] - counts[0][i]));
    printf("\n");
    engine->used = used;
    print_lines(engine);
    return true;
}

/* Ends all engines; after a failure by a signal. */
static void stop_engines(bool ok)
{
    struct error ignored;
    for (size_t i = 0; i < trial.n; i++) {
        struct engine *engine = &trial.engines[i];
        const double deadline = clock_seconds() + QUIT_SECONDS;
        bool ended = engine->process.pid == 0;
        if (!ended && ok && send_text(engine, "quit\n", &ignored))
            while (!ended && clock_seconds() < deadline && !interrupted()) {
                ended = waitpid(engine->process.pid, NULL, WNOHANG) != 0;
                if (!ended)
                    poll(NULL, 0, 1);
            }
        if (!ended && engine->process.pid) {
            kill(engine->process.pid, SIGKILL);
            subprocess_wait(&engine->process);
        }
        free(engine->name);
        free(engine->text);
    }
}

/* Returns what follows a word and a blank at the beginning of a line, or NULL. */
static char *after_word(char *line, const char *word)
{
    const size_t length = strlen(word);
    return !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool copy_text(char *to, size_t size, const char *text, struct error *error)
{
    return snprintf(to, size, "%s", text) < (int)size ||
           fail(error, STATUS_USAGE, "'%.80s...' is too long: expected fewer than %zu characters",
                text, size);
}

static bool bind(int cpu, struct error *error)
{
    struct pin pin;
    return cores_choose(&(struct affinity_request){.cpu = cpu}, &pin, error);
}

static bool run_command(char *line, struct error *error)
{
    char *text;
    if ((text = after_word(line, "turn")))
        return take_turn(text, error);
    if ((text = after_word(line, "program")))
        return start_engine(text, error);
    if ((text = after_word(line, "cpu")))
        return bind(atoi(text), error);
    if ((text = after_word(line, "limit")))
        return (trial.limit = atof(text)) > 0 ||
               fail(error, STATUS_USAGE, "limit %s: expected seconds", text);
    if ((text = after_word(line, "search")))
        return copy_text(trial.search, sizeof trial.search, text, error);
    if ((text = after_word(line, "end")))
        return copy_text(trial.end, sizeof trial.end, text, error);
    if ((text = after_word(line, "setup"))) {
        const size_t used = strlen(trial.setup), length = strlen(text);
        text[length] = '\n'; /* in place of the terminator, whose line has room for both */
        text[length + 1] = '\0';
        return copy_text(trial.setup + used, sizeof trial.setup - used, text, error);
    }
    return fail(error, STATUS_USAGE, "unknown command '%.80s' in the plan", line);
}

static bool run_plan(struct error *error)
{
    char line[8192 + 2];
    while (fgets(line, sizeof line - 1, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (interrupted())
            return fail(error, STATUS_INTERRUPTED, "interrupted");
        if (!run_command(line, error))
            return false;
    }
    return true;
}

int main(void)
{
    struct error error = {.status = STATUS_OK};
    const char *counts = getenv("SLIDERS_COUNTS");
    signal(SIGPIPE, SIG_IGN);
    interrupt_catch();
    if (counts)
        trial.counts = open(counts, O_RDONLY | O_CLOEXEC);
    bool ok = clock_check(&error) && run_plan(&error);
    stop_engines(ok);
    if (ok && fflush(stdout))
        ok = fail(&error, STATUS_OUTPUT, "standard output: %s", strerror(errno));
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    return (int)error.status;
}
