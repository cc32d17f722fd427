/* SPDX-License-Identifier: MIT
 * The file of a log: lines survive whatever ends a run, and damage is never accepted silently. */
#include "record/log_file.h"
#include "record/run_log.h"
#include "support/folder.h"

#include <errno.h>
#include <sys/stat.h>
#include <zlib.h>

enum { LINES = 3 };
static const struct machine machine = {.slug = "some-cpu"};
static struct log log_file;
static struct log_lines lines;
static unsigned char data[4096];
static size_t size;

static void append(int n)
{
    json_t *line = json_pack("{s:i, s:f}", "n", n, "x", 2.0); /* that of 2 contains a newline */
    assert_ok(log_append(&log_file, line, &error));
    json_decref(line);
}

static void read_data(void)
{
    FILE *file = fopen(log_file.path, "r");
    size = fread(data, 1, sizeof data, file);
    fclose(file);
}

static void write_data(size_t n)
{
    FILE *file = fopen(log_file.path, "w");
    assert_int_equal(fwrite(data, 1, n, file), n);
    fclose(file);
}

static int make_log(void **state)
{
    setenv("TZ", "UTC-14", 1); /* where it is the next day */
    tzset();
    assert_ok(log_create_folder("logs", machine.slug, &error));
    assert_ok(log_create(&log_file, "logs", &machine, "gcc 12.2.0", "native", 1795391999, &error));
    for (int n = 1; n <= LINES; n++)
        append(n);
    read_data();
    return 0;
}

static int remove_log(void **state)
{
    log_close(&log_file);
    log_lines_free(&lines);
    lines = (struct log_lines){.line = NULL};
    return unlink(log_file.path) && errno != ENOENT ? -1 : 0;
}

static bool read_log(void)
{
    log_lines_free(&lines);
    return log_read(log_file.path, &lines, &error);
}

/* Expects line i, 0 the first. */
static bool is_line(size_t i)
{
    return json_integer_value(json_object_get(lines.line[i], "n")) == (json_int_t)i + 1 &&
           json_object_size(lines.line[i]) == 2;
}

#define TEST_ON_LOG(test) TEST_BETWEEN(make_log, test, remove_log)

TEST_ON_LOG(lines_are_read_as_written)
{
    HAS(log_file.path, "/some-cpu/20261122-gcc-12-native.jsonl.gz");
    assert_true(log_has_name(log_file.path));
    assert_false(log_has_name(".a.jsonl.gz"));
    assert_false(log_has_name("a.json"));
    assert_false(log_has_name(".jsonl.gz"));
    struct stat status;
    assert_int_equal(fstat(log_file.fd, &status), 0);
    assert_int_equal(status.st_mode & 0133, 0); /* others cannot write to it */
    assert_true(read_log());
    assert_int_equal(lines.n, LINES);
    for (size_t i = 0; i < LINES; i++)
        assert_true(is_line(i));
    assert_int_equal(lines.bytes, lines.file);
    assert_int_equal(lines.bytes, size);
}

/* Wherever the file ends, whole lines remain, and the next one follows them. */
TEST_ON_LOG(torn_line_is_dropped)
{
    struct log again;
    log_close(&log_file);
    for (size_t n = 1; n <= size; n++) {
        write_data(n);
        bool ok = read_log();
        assert_int_equal(ok, lines.n > 0);
        for (size_t i = 0; i < lines.n; i++)
            assert_true(is_line(i));
        assert_int_equal(lines.file, n);
        if (!ok)
            continue;
        assert_ok(log_reopen(&again, log_file.path, &lines, &error));
        log_file = again;
        append((int)lines.n + 1);
        log_close(&log_file);
        size_t whole = lines.n;
        assert_true(read_log());
        assert_int_equal(lines.n, whole + 1);
        assert_true(is_line(whole));
        assert_int_equal(lines.bytes, lines.file);
    }
}

/* Each bit of the file is changed: at most the line that contains it is lost. Nothing is torn off
 * where the CRC-32 or the length of the last line is damaged: it may be restored. */
TEST_ON_LOG(damage_is_noticed)
{
    enum { TRAILER = 8 }; /* bytes: CRC-32, length */
    log_close(&log_file);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
        write_data(size);
        if (read_log()) {
            size_t right = 0;
            for (size_t i = 0; i < lines.n; i++) {
                if (lines.line[i] && !is_line(i))
                    fail_msg("bit %zu: line %zu", bit, i + 1);
                right += lines.line[i] != NULL;
            }
            if (bit / 8 + TRAILER >= size)
                assert_true(lines.n == LINES && (size_t)lines.bytes == size);
            if (right < LINES - 1 ||
                (right < LINES && lines.n < LINES && lines.bytes == lines.file))
                fail_msg("bit %zu: %zu of %zu lines are right", bit, right, lines.n);
        } else
            assert_int_equal(error.status, STATUS_INPUT);
        data[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

/* Of what looks like a million beginnings of lines, none is searched to the end of the file. */
TEST_ON_LOG(hostile_end_is_read_at_once)
{
    static const unsigned char beginnings[2][4] = {{0x1f, 0x8b, 8, 8}, {0x1f, 0x8b, 8, 0}};
    enum { SECONDS = 60, COPIES = 1 << 18 };
    log_close(&log_file);
    alarm(SECONDS);
    for (int i = 0; i < 2; i++) {
        write_data(size);
        FILE *file = fopen(log_file.path, "a");
        for (int n = 0; n < COPIES; n++)
            fwrite(beginnings[i], 1, sizeof beginnings[i], file);
        fclose(file);
        assert_true(read_log());
        assert_true(lines.n >= LINES && is_line(LINES - 1));
    }
    alarm(0);
}

/* The one who read the log before another process appended must read it again. */
TEST_ON_LOG(log_that_grew_is_refused)
{
    struct log again;
    assert_true(read_log());
    append(LINES + 1);
    log_close(&log_file);
    assert_false(log_reopen(&again, log_file.path, &lines, &error));
    HAS(error.text, "has just written");
    log_close(&again);
}

/* Text, and lines in one member, as `gunzip | gzip` leaves a log. */
TEST_ON_LOG(lines_of_text_are_read)
{
    static const char text[] = "{\"n\":1,\"x\":1}\n{\"n\":2\n{\"n\":3,\"x\":1}\n{\"n\"";
    enum { TORN = 4 }; /* bytes at its end */
    struct log again;
    log_close(&log_file);
    for (int compressed = 0; compressed < 2; compressed++) {
        gzFile file = gzopen(log_file.path, compressed ? "w" : "wT");
        assert_true(gzwrite(file, text, strlen(text) - (compressed ? TORN : 0)) > 0);
        gzclose(file);
        assert_true(read_log());
        assert_int_equal(lines.n, 3);
        assert_true(is_line(0));
        assert_null(lines.line[1]);
        assert_true(is_line(2));
        assert_int_equal(lines.bytes < lines.file, !compressed);
        assert_ok(log_reopen(&again, log_file.path, &lines, &error));
        log_file = again;
        append(4);
        log_close(&log_file);
        assert_true(read_log());
        assert_true(lines.n == 4 && is_line(3) && lines.bytes == lines.file);
    }
}

RUN_TESTS(enter_folder, remove_folder)
