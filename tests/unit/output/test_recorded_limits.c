/* SPDX-License-Identifier: MIT
 * The largest and smallest values in a result that are accepted, and the nearest refused ones. */
#include "output/recorded/recorded_result.h"
#include "output/recorded/samples.h"
#include "plan/lists.h"

#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/json_file.h"
#include "support/next_file.h"
#include "support/temporary_file.h"

/* With ' in place of ". Columns 1 and 2 share a list, as do columns 3 and 4. */
#define LIST                                                                                       \
    "'mean_occupied': 20, 'lookups_per_step': null, 'rows': ["                                     \
    "{'scheme': 'first', 'process_cycles': [2, 3], 'process_ns': [1, 1]}"
static const char result_text[] =
    "{'format': 3, 'date': '2026-11-22T01:02:03Z', 'level': 'native', 'compiler': 'gcc',"
    " 'flags': '', 'processes_ended': 2, 'resumed_after': [1, 1], 'canary_ipc_reference': 4,"
    " 'options': {'processes': 2, 'arguments': ['-x', '--processes', '2', '--full']},"
    " 'pin': {'cpu': 3, 'smt_shared': true, 'description': '', 'warning': ''},"
    " 'machine': {'slug': 'some-cpu'},"
    " 'schemes': ["
    "  {'name': 'first', 'family': 'rays', 'traits': [], 'view_bytes': 8, 'engine_bytes': 0,"
    "   'table_bytes': {'rook': 1, 'bishop': 2, 'queen': 3, 'mix-nnue': 4}},"
    "  {'name': 'second', 'family': 'rays', 'title': 'T', 'author': 'A', 'year': '2000',"
    "   'source': 'S', 'needs': 'sve2', 'twin': 'first', 'traits': ['branchless'], 'view_bytes': 8,"
    "   'engine_bytes': 6, 'table_bytes': {'all': 5}}],"
    " 'columns': ["
    "  {'piece': 'rook', 'workload': 'games', 'mode': 'throughput',"
    "   'list_length': 8, 'checksum': '1', " LIST
    "  ]}, {'piece': 'rook', 'workload': 'games', 'mode': 'burst-512-8', 'working_set_kib': 512,"
    "   'list_length': 8, 'checksum': '1', " LIST
    "    , {'scheme': 'second', 'status': 'unsupported', 'reason': 'needs luck',"
    "       'in_doubt': true}"
    "  ]}, {'piece': 'bishop', 'workload': 'games', 'mode': 'throughput',"
    "   'list_length': 9, 'checksum': '2', " LIST
    "  ]}, {'piece': 'bishop', 'workload': 'games', 'mode': 'latency',"
    "   'list_length': 9, 'checksum': '2', " LIST
    "  ]}, {'piece': 'bishop', 'workload': 'search', 'mode': 'latency',"
    "   'list_length': 10, 'checksum': '3', " LIST
    "  ]}, {'piece': 'bishop', 'workload': 'search', 'mode': 'setwise',"
    "   'list_length': 11, 'checksum': '4', " LIST "  ]}]}";

static struct error error;

static void write_text(void)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (const char *c = result_text; *c; c++)
        putc(*c == '\'' ? '"' : *c, file);
    fclose(file);
}

/* Reads the text above with one member changed. */
static struct recorded_result *read_with(const char *where, const char *value)
{
    write_text();
    set_in_file(path, where, value);
    return recorded_result_read(path, &error);
}

static void assert_accepts(const char *where, const char *value)
{
    struct recorded_result *result = read_with(where, value);
    if (!result)
        fail_msg("%s = %s: %s", where, value, error.text);
    recorded_result_free(result);
}

static void assert_refuses(const char *where, const char *value, const char *why)
{
    if (read_with(where, value))
        fail_msg("%s = %s is accepted", where, value);
    if (!strstr(error.text, why))
        fail_msg("%s = %s: %s", where, value, error.text);
}

static void extreme_values_are_accepted(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"flags", "\" ~\\u00a0\""},
        {"canary_ipc_reference", "0"},
        {"canary_ipc_reference", "8"},
        {"options.processes", "0"},
        {"options.processes", "10000"},
        {"resumed_after.0", "0"},
        {"resumed_after.0", "10000"},
        {"pin.cpu", "-1"},
        {"pin.cpu", "1048576"},
        {"schemes.0.view_bytes", "1099511627776"},
        {"schemes.0.engine_bytes", "1099511627776"},
        {"schemes.0.table_bytes.rook", "1099511627776"},
        {"columns.5.list_length", "1"},
        {"columns.5.list_length", "67108864"},
        {"columns.5.mean_occupied", "0"},
        {"columns.5.mean_occupied", "64"},
        {"columns.5.lookups_per_step", "0"},
        {"columns.5.lookups_per_step", "1e6"},
        {"columns.0.rows.0.process_cycles.0", "1e-8"},
        {"columns.0.rows.0.process_cycles.0", "1e8"},
        {"columns.0.rows.0.process_ghz", "[null, 1e-8]"},
        {"columns.0.rows.0.process_samples", "[0, 1e8]"},
        {"columns.0.rows.0.process_counted", "[[0, 1e8, null, 1, 1], [1, 1, 1, 1, 1]]"},
        {"columns.1.rows.1.status", "\"crashed\""},
        {"columns.1.rows.1.status", "\"unstable\""},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_accepts(good[i][0], good[i][1]);
}

static const char value_text[] = "a value of a process", scheme_text[] = "scheme 1 (first)",
                  control_text[] = "control character",
                  mode_text[] = "the mode or its working_set_kib",
                  run_text[] = "canary_ipc_reference is missing or impossible",
                  list_text[] = "column 6 (bishop search setwise): a member of the list",
                  status_text[] = "status or reason is missing";
static const char *const beyond[][3] = {
    {"flags", "\"\\u001f\"", control_text},
    {"flags", "\"\\u007f\"", control_text},
    {"flags", "\"\\u0080\"", control_text},
    {"flags", "\"\\u009f\"", control_text},
    {"options.arguments.3", "\"\\n\"", control_text},
    {"schemes.1.title", "\"\\n\"", control_text},
    {"canary_ipc_reference", "-0.1", run_text},
    {"processes_ended", "10000", value_text},
    {"options.processes", "10001", run_text},
    {"options.processes", "-1", run_text},
    {"resumed_after.1", "10001", "resumed_after"},
    {"resumed_after.1", "-1", "resumed_after"},
    {"resumed_after.1", "\"1\"", "resumed_after"},
    {"pin.cpu", "-2", "pin"},
    {"pin.cpu", "\"1\"", "pin"},
    {"pin.cpu", "1048577", "pin"},
    {"pin.warning", "7", "pin"},
    {"schemes.1", "", "column 2: scheme second is none of schemes"},
    {"schemes.0.family", "\"\"", scheme_text},
    {"schemes.0.view_bytes", "1099511627777", scheme_text},
    {"schemes.0.engine_bytes", "1099511627777", scheme_text},
    {"schemes.0.table_bytes.rook", "1099511627777", scheme_text},
    {"schemes.0.table_bytes.mix-nnue", "1099511627777", scheme_text},
    {"schemes.0.traits", "7", scheme_text},
    {"columns.0.mode", "\"threads\"", mode_text},
    {"columns.0.lookups_per_step", "1", "column 2 (rook games burst-512-8): a member"},
    {"columns.3.list_length", "8", "column 4 (bishop games latency): a member"},
    {"columns.3.checksum", "\"9\"", "column 4 (bishop games latency): a member"},
    {"columns.3.mean_occupied", "21", "column 4 (bishop games latency): a member"},
    {"columns.3.mode", "\"throughput\"", "column 4 (bishop games throughput): it occurs twice"},
    {"columns.5.list_length", "67108865", list_text},
    {"columns.5.mean_occupied", "-0.1", list_text},
    {"columns.5.mean_occupied", "64.1", list_text},
    {"columns.5.lookups_per_step", "-0.1", list_text},
    {"columns.5.lookups_per_step", "1000001", list_text},
    {"columns.5.workload", "\"\"", "column 6 (bishop  setwise): a member of the list"},
    {"columns.0.rows.0.process_cycles.0", "9e-9", value_text},
    {"columns.0.rows.0.process_cycles.0", "100000001", value_text},
    {"columns.0.rows.0.process_ns.1", "9e-9", value_text},
    {"columns.0.rows.0.process_ns", "[null, null]", "cycles without ns"},
    {"columns.0.rows.0.process_ghz", "[1, 9e-9]", value_text},
    {"columns.0.rows.0.process_samples", "[1, -1]", value_text},
    {"columns.0.rows.0.process_samples", "[1, 100000001]", value_text},
    {"columns.0.rows.0.process_undisturbed", "[0, 1]", value_text},
    {"columns.0.rows.0.process_undisturbed", "[1, 0]", value_text},
    {"columns.0.rows.0.process_counted", "[[-1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]", value_text},
    {"columns.0.rows.0.process_counted", "[[1, 1, 1, 1, 1], [1, 1, 1, 1, -1]]", value_text},
    {"columns.0.rows.0.process_counted", "[[1, 1, 1, 1, 1], [1, 1, 1, 1]]", value_text},
    {"columns.1.rows.1.status", "\"ok\"", status_text},
    {"columns.1.rows.1.reason", "", status_text},
};

static void values_beyond_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        assert_refuses(beyond[i][0], beyond[i][1], beyond[i][2]);
}

/* Sets a member to an array of this many times the element. */
static struct recorded_result *read_with_array(const char *where, size_t n, const char *element)
{
    size_t length = strlen(element) + 1;
    char *array = malloc(n * length + 2);
    for (size_t i = 0; i < n; i++)
        sprintf(array + i * length, "%c%s", i ? ',' : '[', element);
    strcat(array, "]");
    struct recorded_result *result = read_with(where, array);
    free(array);
    return result;
}

static void texts_have_a_maximum_length(void **state)
{
    (void)state;
    char value[sizeof((struct pin *)NULL)->warning + 3];
    int room = (int)sizeof((struct pin *)NULL)->warning;
    snprintf(value, sizeof value, "\"%0*d\"", room - 1, 7);
    assert_accepts("pin.warning", value);
    snprintf(value, sizeof value, "\"%0*d\"", room, 7);
    assert_refuses("pin.warning", value, "pin");
}

static void arrays_have_a_maximum_length(void **state)
{
    (void)state;
    struct recorded_result *result = read_with_array("resumed_after", MAX_RESUMED, "2");
    assert_non_null(result);
    assert_int_equal(result->report.resumed.n, MAX_RESUMED);
    recorded_result_free(result);
    assert_null(read_with_array("resumed_after", MAX_RESUMED + 1, "2"));
    assert_null(read_with_array("schemes", 1000, "7"));
    assert_non_null(strstr(error.text, "scheme 1 ()"));
    assert_null(read_with_array("schemes", 1001, "7"));
    assert_non_null(strstr(error.text, "1001 schemes, expected 1 to 1000"));
    assert_null(read_with_array("columns", 1000, "7"));
    assert_non_null(strstr(error.text, "column 1 (  )"));
    assert_null(read_with_array("columns", 1001, "7"));
    assert_non_null(strstr(error.text, "1001 columns, expected 1 to 1000"));
}

/* Makes columns that differ in one member, a name with a number from `first` on. */
static struct recorded_result *read_with_columns(size_t n, const char *member, const char *format,
                                                 double first, double step)
{
    write_text();
    json_t *json = json_load_file(path, 0, NULL), *columns = json_object_get(json, "columns");
    json_t *column = json_deep_copy(json_array_get(columns, 0));
    json_array_clear(columns);
    for (size_t i = 0; i < n; i++) {
        char name[40];
        snprintf(name, sizeof name, format, first + (double)i * step);
        json_object_set_new(column, member, json_string(name));
        json_array_append_new(columns, json_deep_copy(column));
    }
    assert_int_equal(json_dump_file(json, path, 0), 0);
    json_decref(column);
    json_decref(json);
    return recorded_result_read(path, &error);
}

static void number_of_modes_is_limited(void **state)
{
    (void)state;
    for (size_t n = 1; n <= MAX_MODES; n++) {
        struct recorded_result *result = read_with_columns(n, "mode", "threads-%g", 2, 1);
        assert_non_null(result);
        assert_int_equal(result->request.matrix.modes.n, n);
        assert_int_equal(result->lists->n, 1);
        recorded_result_free(result);
    }
    assert_null(read_with_columns(MAX_MODES + 1, "mode", "threads-%g", 2, 1));
    assert_non_null(strstr(error.text, "column 33 (rook games threads-34): the mode"));
}

static void number_of_lists_is_limited(void **state)
{
    (void)state;
    enum { LISTS = sizeof((struct lists *)NULL)->list / sizeof(struct list) };
    char why[40];
    struct recorded_result *result = read_with_columns(LISTS, "workload", "random:%g", 0.1, 0.1);
    assert_non_null(result);
    assert_int_equal(result->lists->n, LISTS);
    recorded_result_free(result);
    assert_null(read_with_columns(LISTS + 1, "workload", "random:%g", 0.1, 0.1));
    snprintf(why, sizeof why, "column %d (rook random:", LISTS + 1);
    assert_non_null(strstr(error.text, why));
}

static void members_are_read(void **state)
{
    (void)state;
    static const char *const rows[][4] = {
        {"first", "rook", "games", "throughput"},   {"first", "rook", "games", "burst-512-8"},
        {"first", "bishop", "games", "throughput"}, {"first", "bishop", "games", "latency"},
        {"first", "bishop", "search", "latency"},   {"first", "bishop", "search", "setwise"},
        {"second", "rook", "games", "burst-512-8"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    struct recorded_result *result = read_with("partial", "true");
    assert_non_null(result);
    assert_int_equal(result->request.given_count, 2);
    assert_string_equal(result->request.given[1].name, "full");
    assert_int_equal(result->request.processes, 2);
    assert_ptr_equal(result->report.request, &result->request);
    assert_string_equal(result->report.saved, "");
    assert_true(result->run.reference_ipc == 4);
    assert_true(result->pin.smt_shared && !result->pin.pinned);
    assert_int_equal(result->lists->n, 4);
    const struct scheme *second = &result->schemes[1];
    const char *const texts[] = {second->title,  second->author, second->year,
                                 second->source, second->needs,  second->twin};
    static const char *const expected[] = {"T", "A", "2000", "S", "sve2", "first"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(texts[i], expected[i]);
    assert_true(second->view_bytes == 8 && second->tables[0].bytes == 6);
    assert_true(second->built && second->traits == BRANCHLESS);
    assert_int_equal(result->schemes[0].table_bytes[ROOK], 1);
    assert_int_equal(result->schemes[0].table_bytes[QUEEN], 3);
    assert_int_equal(result->schemes[1].table_bytes[QUEEN], 5);
    assert_int_equal(result->run.n, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        const struct row *row = &result->run.row[i].planned;
        assert_string_equal(row->scheme->name, rows[i][0]);
        assert_string_equal(piece_names[row->list->piece], rows[i][1]);
        assert_string_equal(row->list->name, rows[i][2]);
        assert_string_equal(row->mode->name, rows[i][3]);
        assert_int_equal(result->run.row[i].in_doubt, false);
    }
    recorded_result_free(result);
}

static void values_of_processes_are_read(void **state)
{
    (void)state;
    static const char place[] = "columns.0.rows.0.process_counted";
    struct recorded_result *result = read_with(place, "[[1, 2, 3, 4, 5], [6, 7, 8, 9, null]]");
    assert_non_null(result);
    const struct process_result *first = result->run.row[0].process,
                                *absent = result->run.row[1].process;
    for (int p = 0; p < 2; p++) {
        assert_true(first[p].cycles == 2 + p && first[p].ns == 1 && isnan(first[p].ghz));
        for (int c = 0; c < COUNTERS; c++) {
            assert_true(p && c == 4 ? isnan(first[p].counts[c])
                                    : first[p].counts[c] == 1 + p * COUNTERS + c);
            assert_true(isnan(absent[p].counts[c]));
        }
    }
    recorded_result_free(result);
    result = read_with("columns.0.rows.0.process_samples", "[7, 8]");
    assert_non_null(result);
    assert_int_equal(result->run.row[0].process[0].samples, 7);
    assert_int_equal(result->run.row[0].process[1].samples, 8);
    recorded_result_free(result);
}

static void a_row_without_any_result(void **state)
{
    (void)state;
    write_text();
    set_in_file(path, "columns.0.rows.0.process_cycles", "[null, null]");
    set_in_file(path, "columns.0.rows.0.process_ns", "[null, null]");
    assert_null(recorded_result_read(path, &error));
    assert_non_null(strstr(error.text, "no process has a result"));
}

/* Reads a CSV with this text beside the JSON of one row. Returns NULL if it is refused. */
static struct recorded_result *read_csv_text(const char *text)
{
    char csv[60], json[60];
    struct recorded_result *result = read_with_columns(1, "mode", "threads-%g", 2, 1);
    assert_non_null(result);
    snprintf(csv, sizeof csv, "%s.csv", path);
    snprintf(json, sizeof json, "%s.json", path);
    FILE *file = fopen(csv, "w");
    fputs(text, file);
    fclose(file);
    bool ok = samples_read(result, json, &error);
    unlink(csv);
    if (!ok)
        recorded_result_free(result);
    return ok ? result : NULL;
}

#define FIGURES                                                                                    \
    "undisturbed_share,core_ghz,instructions,branch_misses,l1_misses,llc_misses,samples_total"
#define HEAD "cycles_source,scheme,piece,workload,mode," FIGURES
#define ROW  "\"counter\",first,rook,games,threads-2,0.5,3,1,2,,4"

/* Reads a CSV of one row with this many samples, and this many fields in all. */
static struct recorded_result *read_csv(const char *samples, size_t fields, const char *end)
{
    char text[4096];
    FILE *csv = fmemopen(text, sizeof text, "w");
    for (size_t i = 13; i <= fields; i++)
        fputs("x,", csv);
    fprintf(csv, HEAD "%s", end);
    for (size_t i = 13; i <= fields; i++)
        fputs("\"some \"\"text\"\", long\",", csv);
    fprintf(csv, ROW ",%s%s", samples, end);
    fclose(csv);
    return read_csv_text(text);
}

static void figures_of_a_csv(void **state)
{
    (void)state;
    for (size_t fields = 12; fields <= 64; fields += 26) {
        struct recorded_result *result = read_csv("7", fields, fields == 12 ? "\n" : "\r\n");
        assert_non_null(result);
        const struct measured_row *row = &result->run.row[0];
        assert_int_equal(row->samples_total, 7);
        assert_true(row->undisturbed_share == 0.5 && row->ghz == 3);
        assert_true(row->counts[COUNT_CYCLES] == 0 && row->counts[COUNT_INSTRUCTIONS] == 1 &&
                    row->counts[COUNT_BRANCH_MISSES] == 2 && isnan(row->counts[COUNT_L1_MISSES]) &&
                    row->counts[COUNT_CACHE_MISSES] == 4);
        recorded_result_free(result);
    }
    assert_null(read_csv("7", 65, "\n"));
    static const char *const good[] = {"", "0", "1e9"}, *const bad[] = {"-1", "1000000001", "7,7"};
    for (size_t i = 0; i < 3; i++) {
        struct recorded_result *result = read_csv(good[i], 12, "\n");
        assert_non_null(result);
        assert_int_equal(result->run.row[0].samples_total, i == 2 ? 1000000000 : 0);
        recorded_result_free(result);
        assert_null(read_csv(bad[i], 12, "\n"));
        assert_non_null(strstr(error.text, ".csv:2: not the row of the .json"));
    }
}

static void figures_that_a_csv_lacks(void **state)
{
    (void)state;
    struct recorded_result *result =
        read_csv_text(HEAD "\n\"clock\",first,rook,games,threads-2,,3,1,2,,counter,7\n");
    assert_null(result);
    result = read_csv_text("scheme,piece,workload,mode,cycles_source," FIGURES
                           ",note\n"
                           "first,rook,games,threads-2,\"clock\",,,,,,,,counter\n");
    assert_non_null(result);
    const struct measured_row *row = &result->run.row[0];
    assert_true(row->undisturbed_share == 0 && row->samples_total == 0 && isnan(row->ghz));
    assert_true(isnan(row->counts[COUNT_CYCLES]) && isnan(row->counts[COUNT_CACHE_MISSES]));
    recorded_result_free(result);
}

static void a_csv_of_other_rows(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "\n",
                                      HEAD "\n",
                                      HEAD "\n\n" ROW ",7\n",
                                      HEAD "\n" ROW ",7\n\n",
                                      HEAD "\n" ROW ",7\n" ROW ",7\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_null(read_csv_text(bad[i]));
}

static void the_csv_is_closed(void **state)
{
    (void)state;
    int next = next_file();
    assert_null(read_csv_text(""));
    assert_int_equal(next_file(), next);
}

static void the_name_of_the_csv(void **state)
{
    (void)state;
    struct recorded_result *result = read_with_columns(1, "mode", "threads-%g", 2, 1);
    assert_non_null(result);
    static const char expected[] = "expected a name that ends in .json";
    static const size_t lengths[] = {4000, 4399, 4400};
    static const char *const reasons[] = {"No such file", "File name too long", expected};
    char name[4401];
    for (size_t i = 0; i < 3; i++) {
        for (size_t c = 0; c < lengths[i]; c++)
            name[c] = c % 2 ? '/' : '.';
        strcpy(name + lengths[i] - strlen("/a.json"), "/a.json");
        assert_false(samples_read(result, name, &error));
        assert_non_null(strstr(error.text, reasons[i]));
    }
    assert_false(samples_read(result, ".json", &error));
    assert_non_null(strstr(error.text, ".csv: No such file"));
    assert_false(samples_read(result, "json", &error));
    assert_non_null(strstr(error.text, expected));
    recorded_result_free(result);
}

/* The reason of a refusal is that of this file, not of a call before. */
static void a_file_that_is_no_json(void **state)
{
    (void)state;
    static const char absent[] = "/nonexistent/result.json";
    errno = ENOMEM;
    assert_null(recorded_result_read(absent, &error));
    assert_string_equal(error.text,
                        "unable to open /nonexistent/result.json: "
                        "No such file or directory");
    FILE *file = fopen(path, "w");
    fputs("{\n]", file);
    fclose(file);
    errno = ENOMEM;
    assert_null(recorded_result_read(path, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, ":2: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extreme_values_are_accepted),
        cmocka_unit_test(values_beyond_are_refused),
        cmocka_unit_test(texts_have_a_maximum_length),
        cmocka_unit_test(arrays_have_a_maximum_length),
        cmocka_unit_test(number_of_modes_is_limited),
        cmocka_unit_test(number_of_lists_is_limited),
        cmocka_unit_test(members_are_read),
        cmocka_unit_test(values_of_processes_are_read),
        cmocka_unit_test(figures_of_a_csv),
        cmocka_unit_test(figures_that_a_csv_lacks),
        cmocka_unit_test(a_csv_of_other_rows),
        cmocka_unit_test(the_csv_is_closed),
        cmocka_unit_test(the_name_of_the_csv),
        cmocka_unit_test(a_file_that_is_no_json),
        cmocka_unit_test(a_row_without_any_result),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
