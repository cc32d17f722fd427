/* SPDX-License-Identifier: MIT */
#include "record/log_fields.h"
#include "base/tuning.h"
#include "plan/scheme_set.h"
#include "record/report.h"

#include <limits.h>
#include <math.h>

enum {
    MAX_LENGTH = 1 << 26, /* of a list */
    MAX_TEXT = 1 << 16,
    MAX_SECONDS = 1000000000,
    MAX_REASON = sizeof((struct row *)NULL)->reason - 1,
};
#define MAX_BYTES 0x1p40
#define ANY_TEXT  .most = MAX_TEXT
#define NAME      .least = 1, .most = MAX_TEXT

/* ---- the first line ---- */

#define REPORT(field) FIELD_AT(struct report, field)
const struct field head_fields[] = {
    {"slidebench", FIELD_STRING, REPORT(build.version), ANY_TEXT},
    {"commit", FIELD_STRING, REPORT(build.commit), ANY_TEXT},
    {"build", FIELD_STRING, REPORT(build.identity), NAME, .unknown = FIELD_ABSENT},
    {"converted", FIELD_STRING, REPORT(converted), ANY_TEXT, .unknown = FIELD_ABSENT},
    {"date", FIELD_TIME, REPORT(began)},
    {"level", FIELD_STRING, REPORT(build.level), NAME},
    {"compiler", FIELD_STRING, REPORT(build.compiler), NAME},
    {"flags", FIELD_STRING, REPORT(build.flags), ANY_TEXT},
    {"known_reference_ipc", FIELD_REAL, REPORT(known_reference_ipc), .most = CANARY_CHAINS},
    {.name = NULL},
};

#define OPTION(field) FIELD_AT(struct run_request, field)
const struct field options_fields[] = {
    {"processes", FIELD_SIZE, OPTION(processes), .least = 1, .most = MAX_RECORDED_PROCESSES},
    {"spread_over", FIELD_REAL, OPTION(spread_over), .most = MAX_SECONDS},
    {"seconds", FIELD_REAL, OPTION(seconds), .most = MAX_SECONDS},
    {"list_length", FIELD_SIZE, OPTION(list_length), .most = MAX_LENGTH},
    {"seed", FIELD_SIZE, OPTION(seed), .least = -HUGE_VAL, .most = HUGE_VAL}, /* as signed */
    {"huge_pages", FIELD_FLAG, OPTION(huge_pages)},
    {.name = NULL},
};

const struct field pin_fields[] = {
    {"pinned", FIELD_FLAG, FIELD_AT(struct pin, pinned)},
    {"cpu", FIELD_INT, FIELD_AT(struct pin, cpu), .least = -1, .most = 1 << 20},
    {"smt_shared", FIELD_FLAG, FIELD_AT(struct pin, smt_shared)},
    {"description", FIELD_TEXT, FIELD_TEXT_AT(struct pin, description)},
    {"warning", FIELD_TEXT, FIELD_TEXT_AT(struct pin, warning)},
    {.name = NULL},
};

#define SCHEME(field) FIELD_AT(struct scheme, field)
const struct field scheme_fields[] = {
    {"name", FIELD_STRING, SCHEME(name), NAME},
    {"family", FIELD_STRING, SCHEME(family), NAME},
    {"title", FIELD_STRING, SCHEME(title), ANY_TEXT},
    {"author", FIELD_STRING, SCHEME(author), ANY_TEXT},
    {"year", FIELD_STRING, SCHEME(year), ANY_TEXT},
    {"source", FIELD_STRING, SCHEME(source), ANY_TEXT},
    {"needs", FIELD_STRING, SCHEME(needs), ANY_TEXT},
    {"traits", FIELD_SET, SCHEME(traits), .most = TRAITS - 1, .words = trait_names},
    {"twin", FIELD_STRING, SCHEME(twin), NAME, .unknown = FIELD_ABSENT},
    {"delay", FIELD_INT, SCHEME(delay), .least = 1, .most = UINT8_MAX, .unknown = FIELD_ABSENT},
    {"view_bytes", FIELD_SIZE, SCHEME(view_bytes), .most = MAX_BYTES},
    {"engine_bytes", FIELD_SIZE, SCHEME(tables[0].bytes), .most = MAX_BYTES},
    {.name = NULL},
};
#define TABLE_BYTES(name, field)                                                                   \
    {                                                                                              \
        name, FIELD_SIZE, SCHEME(field), .most = MAX_BYTES, .unknown = FIELD_ABSENT                \
    }
const struct field table_bytes_fields[] = {
    TABLE_BYTES("rook", table_bytes[ROOK]),   TABLE_BYTES("bishop", table_bytes[BISHOP]),
    TABLE_BYTES("queen", table_bytes[QUEEN]), TABLE_BYTES("both", table_bytes[BOTH]),
    TABLE_BYTES("all", table_bytes[QUEEN]),   TABLE_BYTES("mix-nnue", tables[1].bytes),
    TABLE_BYTES("mix-hce", tables[1].bytes),  {.name = NULL},
};

#define PIECE .most = ROW_PIECES - 1, .words = piece_names

#define COLUMN(field) FIELD_AT(struct log_column, field)
const struct field column_fields[] = {
    {"piece", FIELD_WORD, COLUMN(list.piece), PIECE},
    {"workload", FIELD_TEXT, FIELD_TEXT_AT(struct log_column, list.name), .least = 1},
    {"mode", FIELD_STRING, COLUMN(mode), NAME},
    {"unit", FIELD_STRING, COLUMN(unit), NAME, .unknown = FIELD_ABSENT},
    {"list_length", FIELD_SIZE, COLUMN(list.distinct), .least = 1, .most = MAX_LENGTH},
    {"mean_occupied", FIELD_REAL, COLUMN(list.mean_occupied), .most = 64},
    {"lookups_per_step", FIELD_REAL, COLUMN(list.mean_lookups), .most = 1e6, .unknown = FIELD_NULL},
    {"checksum", FIELD_HEX, COLUMN(list.checksum)},
    {"working_set_kib", FIELD_INT, COLUMN(working_set_kib), .most = MAX_WORKING_SET_KIB,
     .unknown = FIELD_ABSENT},
    {.name = NULL},
};

#define ROW(field) FIELD_AT(struct log_row, field)
const struct field row_fields[] = {
    {"scheme", FIELD_STRING, ROW(scheme), NAME},
    {"piece", FIELD_WORD, ROW(piece), PIECE},
    {"workload", FIELD_STRING, ROW(workload), NAME},
    {"mode", FIELD_STRING, ROW(mode), NAME},
    {"status", FIELD_WORD, ROW(status), .least = ROW_UNSUPPORTED, .most = ROW_CRASHED,
     .words = row_status_names, .unknown = FIELD_ABSENT},
    {"reason", FIELD_STRING, ROW(reason), .least = 1, .most = MAX_REASON, .unknown = FIELD_ABSENT},
    {.name = NULL},
};

/* ---- further lines ---- */

#define PROCESS(field) FIELD_AT(struct log_process, field)
const struct field process_fields[] = {
    {"process", FIELD_SIZE, PROCESS(number), .least = 1, .most = MAX_RECORDED_PROCESSES},
    {"began", FIELD_TIME, PROCESS(times.began), .unknown = FIELD_ABSENT},
    {"seconds", FIELD_REAL, PROCESS(times.seconds), .most = MAX_SECONDS, .unknown = FIELD_ABSENT},
    {"link", FIELD_INT, PROCESS(times.link), .most = INT_MAX, .unknown = FIELD_ABSENT},
    {"seed", FIELD_HEX, PROCESS(times.seed), .unknown = FIELD_ABSENT},
    {"undisturbed_share", FIELD_REAL, PROCESS(times.undisturbed_share), .most = 1,
     .unknown = FIELD_ABSENT},
    {"reference_ipc", FIELD_REAL, PROCESS(reference_ipc), .most = CANARY_CHAINS},
    {.name = NULL},
};

#define RESULT(field) FIELD_AT(struct process_result, field)
#define COUNTER(name, counter)                                                                     \
    [FIRST_COUNTER + (counter)] = {name, FIELD_REAL, RESULT(counts[counter]), .most = 1e8,         \
                                   .unknown = FIELD_NULL}
const struct field result_fields[RESULT_FIELDS] = {
    {"cycles", FIELD_REAL, RESULT(cycles), .least = 1e-8, .most = 1e8, .unknown = FIELD_NULL},
    {"ghz", FIELD_REAL, RESULT(ghz), .least = 1e-8, .most = 1e8, .unknown = FIELD_NULL},
    {"samples", FIELD_INT, RESULT(samples), .most = 1e8},
    {"undisturbed", FIELD_INT, RESULT(undisturbed), .most = 1e8},
    COUNTER("counted_cycles", COUNT_CYCLES),
    COUNTER("instructions", COUNT_INSTRUCTIONS),
    COUNTER("branch_misses", COUNT_BRANCH_MISSES),
    COUNTER("l1_misses", COUNT_L1_MISSES),
    COUNTER("llc_misses", COUNT_CACHE_MISSES),
};

#define FAILED(field) FIELD_AT(struct log_failed_row, field)
const struct field failed_row_fields[] = {
    {"failed_row", FIELD_SIZE, FAILED(row), .most = INT_MAX},
    {"status", FIELD_WORD, FAILED(status), .least = ROW_WRONG, .most = ROW_CRASHED,
     .words = row_status_names},
    {"reason", FIELD_STRING, FAILED(reason), .most = MAX_REASON},
    {.name = NULL},
};

const struct field resumed_fields[] = {
    {"resumed", FIELD_TIME, FIELD_AT(struct log_resumed, when)},
    {"processes", FIELD_SIZE, FIELD_AT(struct log_resumed, processes), .least = 1,
     .most = MAX_RECORDED_PROCESSES},
    {.name = NULL},
};

const struct field ended_fields[] = {{"ended", FIELD_TIME, .offset = 0}, {.name = NULL}};
