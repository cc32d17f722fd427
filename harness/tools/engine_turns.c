/* SPDX-License-Identifier: MIT
 * slidebench-engine-turns: runs chess engines in turns on one CPU and reads their CPU clocks. All
 * are alive at once; one searches while the others wait for input. Reads a plan from standard
 * input, one command per line:
 *
 *     cpu N              run everything on this CPU; -1: the quietest
 *     limit SECONDS      of one turn; default 60
 *     setup COMMAND      sent to each engine that starts later
 *     search COMMAND     one turn, after its position
 *     end TEXT           begins the last line of a turn; default bestmove
 *     program NAME PATH  starts an engine; the first is number 0
 *     turn NUMBER TEXT   `position TEXT` and a search
 *
 * Prints per turn "turn NUMBER SECONDS GHZ GHZ IPC IPC COUNT...", then the engine's lines, each
 * after "> ". SECONDS is CPU time of all threads; the canaries are those before and after the
 * turn. A COUNT is by how much a turn raised a 64-bit word of the file that SLIDERS_COUNTS names,
 * which a counting engine maps; without such a file there is none. */
#include "base/interrupt.h"
#include "base/parse.h"
#include "timing/canary.h"
#include "timing/cores.h"
#include "tools/engine_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ENGINES = 64, MAX_LINE = 8192, COUNTS = 5 };

static struct {
    struct engine_process engines[MAX_ENGINES];
    size_t n;
    char setup[MAX_LINE], search[256], end[64];
    double limit; /* seconds */
    int counts;   /* file descriptor; -1: none */
} trial = {.limit = 60, .counts = -1, .end = "bestmove"};

/* Starts an engine. `arguments` is "NAME PATH". */
static bool start_program(char *arguments, struct error *error)
{
    char *path = strchr(arguments, ' ');
    if (!path || trial.n == MAX_ENGINES)
        return fail(error, STATUS_USAGE, "'program %s': expected NAME PATH, and at most %d",
                    arguments, MAX_ENGINES);
    *path++ = '\0';
    struct engine_process *engine = &trial.engines[trial.n++];
    return engine_start(engine, arguments, path, trial.limit, error) &&
           engine_send(engine, "uci\n", error) && engine_read_until(engine, "uciok", error) &&
           engine_send(engine, trial.setup, error) && engine_synchronise(engine, error);
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
    engine_forget(engine);
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

/* Returns what follows a word and a blank at the beginning of a line, or NULL. */
static char *after_word(char *line, const char *word)
{
    const size_t length = strlen(word);
    return !strncmp(line, word, length) && line[length] == ' ' ? line + length + 1 : NULL;
}

/* Writes text and what ends it at the end of a buffer of `size` bytes. */
static bool append(char *to, size_t size, const char *text, const char *end, struct error *error)
{
    const size_t used = strlen(to);
    return snprintf(to + used, size - used, "%s%s", text, end) < (int)(size - used) ||
           fail(error, STATUS_USAGE, "'%.80s' is too long: expected fewer than %zu characters",
                text, size - used);
}

static bool replace(char *to, size_t size, const char *text, struct error *error)
{
    *to = '\0';
    return append(to, size, text, "", error);
}

static bool bind_to(const char *cpu, struct error *error)
{
    struct pin pin;
    return cores_choose(&(struct affinity_request){.cpu = atoi(cpu)}, &pin, error);
}

static bool run_command(char *line, struct error *error)
{
    char *text;
    if ((text = after_word(line, "turn")))
        return take_turn(text, error);
    if ((text = after_word(line, "program")))
        return start_program(text, error);
    if ((text = after_word(line, "cpu")))
        return bind_to(text, error);
    if ((text = after_word(line, "limit")))
        return parse_double("limit", text, 0, 1e6, &trial.limit, error);
    if ((text = after_word(line, "search")))
        return replace(trial.search, sizeof trial.search, text, error);
    if ((text = after_word(line, "end")))
        return replace(trial.end, sizeof trial.end, text, error);
    if ((text = after_word(line, "setup")))
        return append(trial.setup, sizeof trial.setup, text, "\n", error);
    return fail(error, STATUS_USAGE, "unknown command '%.80s' in the plan", line);
}

static bool run_plan(struct error *error)
{
    char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
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
    for (size_t i = 0; i < trial.n; i++)
        engine_stop(&trial.engines[i], ok);
    if (ok && fflush(stdout))
        ok = fail(&error, STATUS_OUTPUT, "standard output: %s", strerror(errno));
    if (!ok)
        fprintf(stderr, "%s\n", error.text);
    return (int)error.status;
}
