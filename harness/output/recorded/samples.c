/* SPDX-License-Identifier: MIT */
#include "output/recorded/samples.h"
#include "analysis/columns.h"
#include "output/csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 64 };

/* Splits a line into fields, in place; quotes are removed. Returns their number, 0 if they are too
 * many. */
static size_t split_line(char *line, char *fields[static MAX_FIELDS])
{
    size_t n = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *from = line, *to = line; n < MAX_FIELDS; from++) {
        bool quoted = *from == '"';
        from += quoted;
        fields[n++] = to;
        while (*from && (quoted ? *from != '"' || *++from == '"' : *from != ','))
            *to++ = *from++;
        char end = *from;
        *to++ = 0;
        if (end != ',')
            return end ? 0 : n;
    }
    return 0;
}

/* Where the values of a row go to, by column of the CSV. */
struct target {
    const char *column;
    double *to;
};

/* Reads a number, NAN if the field is empty. Returns false if it is none. */
static bool read_field(const char *field, double *to)
{
    char *end;
    *to = *field ? strtod(field, &end) : NAN;
    return !*field || (!*end && isfinite(*to) && *to >= 0 && *to <= 1e9);
}

static bool is_named(const struct measured_row *row, char *const *names, char *const *fields,
                     size_t n)
{
    const struct row *planned = &row->planned;
    const struct {
        const char *column, *value;
    } parts[] = {{"scheme", planned->scheme->name},
                 {"piece", piece_names[planned->list->piece]},
                 {"workload", planned->list->name},
                 {"mode", planned->mode->name}};
    size_t found = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t f = 0; f < n; f++)
            found += !strcmp(names[f], parts[i].column) && !strcmp(fields[f], parts[i].value);
    return found == sizeof parts / sizeof *parts;
}

/* Reads the figures of a row. A counted cycle has no column of its own, only its source. */
static bool read_figures(struct measured_row *row, char *const *names, char *const *fields,
                         size_t n)
{
    double samples = NAN, share = NAN, *counts = row->counts;
    const struct target targets[] = {
        {"samples_total", &samples},
        {"undisturbed_share", &share},
        {"core_ghz", &row->ghz},
        {"instructions", &counts[COUNT_INSTRUCTIONS]},
        {"branch_misses", &counts[COUNT_BRANCH_MISSES]},
        {"l1_misses", &counts[COUNT_L1_MISSES]},
        {"llc_misses", &counts[COUNT_CACHE_MISSES]},
    };
    size_t found = 0, expected = sizeof targets / sizeof *targets;
    counts[COUNT_CYCLES] = NAN;
    for (size_t f = 0; f < n; f++) {
        for (size_t t = 0; t < expected; t++)
            if (!strcmp(names[f], targets[t].column))
                found += read_field(fields[f], targets[t].to);
        if (!strcmp(names[f], "cycles_source") && !strcmp(fields[f], "counter"))
            counts[COUNT_CYCLES] = 0; /* that is, known */
    }
    row->samples_total = isfinite(samples) ? (size_t)samples : 0;
    row->undisturbed_share = isfinite(share) ? share : 0;
    return found == expected;
}

static bool read_line(FILE *file, char **line, size_t *size, char *fields[static MAX_FIELDS],
                      size_t *n)
{
    *n = getline(line, size, file) < 0 ? 0 : split_line(*line, fields);
    return *n > 0;
}

static bool read_rows(struct recorded_result *result, const struct columns *columns, FILE *file,
                      const char *path, struct error *error)
{
    struct run *run = &result->run;
    char *head = NULL, *line = NULL, *names[MAX_FIELDS], *fields[MAX_FIELDS];
    size_t head_size = 0, line_size = 0, n, count, number = 1;
    bool ok = read_line(file, &head, &head_size, names, &n);
    for (size_t c = 0; ok && c < columns->n; c++)
        for (size_t i = 0; ok && i < run->n; i++) {
            struct measured_row *row = &run->row[i];
            if (!run_same_column(row, columns->first[c]))
                continue;
            number++;
            ok = read_line(file, &line, &line_size, fields, &count) && count == n &&
                 is_named(row, names, fields, n) && read_figures(row, names, fields, n);
        }
    ok = ok && getc(file) == EOF;
    free(head);
    free(line);
    return ok || fail(error, STATUS_INPUT,
                      "%s:%zu: not the row of the .json, or a figure is missing or impossible",
                      path, number);
}

bool samples_read(struct recorded_result *result, const char *json_path, struct error *error)
{
    char path[4400];
    struct columns columns;
    size_t length = strlen(json_path), suffix = strlen(".json");
    if (length < suffix || strcmp(json_path + length - suffix, ".json") || length >= sizeof path)
        return fail(error, STATUS_INPUT, "%.300s: expected a name that ends in .json", json_path);
    snprintf(path, sizeof path, "%.*s.csv", (int)(length - suffix), json_path);
    FILE *file = fopen(path, "r");
    if (!file)
        return fail(error, STATUS_INPUT, "%.300s: %s; a result is a .json and a .csv", path,
                    strerror(errno));
    bool ok = columns_make(&columns, &result->run)
                  ? read_rows(result, &columns, file, path, error)
                  : fail(error, STATUS_ENVIRONMENT, "%s: no memory for its columns", path);
    columns_free(&columns);
    fclose(file);
    return ok;
}
