/* SPDX-License-Identifier: MIT
 * Replaces libFuzzer, for all compilers: runs the files of a folder, then RUNS random
 * combinations and changes of them, the same in every run. Usage: fuzz_<target> RUNS FOLDER */
#include "base/memory.h"
#include "base/random.h"
#include "fuzz.h"

#include <glob.h>
#include <string.h>

enum { LIMIT = 1 << 17 }; /* bytes of an input: twice the longest line that programs read */

struct input {
    uint8_t *data; /* [size] */
    size_t size;
};

static struct input read_input(const char *path)
{
    FILE *file = fopen(path, "r");
    struct input input = {xmalloc(LIMIT), 0};
    CHECK(file);
    input.size = fread(input.data, 1, LIMIT, file);
    fclose(file);
    return input;
}

/* Joins the head of one input and the tail of another, and changes up to four bits. */
static size_t cross(const struct input *a, const struct input *b, struct random *random,
                    uint8_t out[static LIMIT])
{
    size_t head = random_below(random, a->size + 1), tail = random_below(random, b->size + 1);
    if (head + tail > LIMIT)
        tail = LIMIT - head;
    memcpy(out, a->data, head);
    memcpy(out + head, b->data + b->size - tail, tail);
    for (size_t changes = head + tail ? random_below(random, 5) : 0; changes > 0; changes--)
        out[random_below(random, head + tail)] ^= (uint8_t)(1u << random_below(random, 8));
    return head + tail;
}

/* Copies the input to memory of its exact size, so that a sanitizer detects reads past its end. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = memcpy(xmalloc(size), data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    char pattern[1024];
    glob_t files;
    CHECK(argc == 3);
    snprintf(pattern, sizeof pattern, "%s/*", argv[2]);
    CHECK(!glob(pattern, 0, NULL, &files));
    const size_t n = files.gl_pathc;
    struct input *inputs = xcalloc(n, sizeof *inputs);
    uint8_t *made = xmalloc(LIMIT);
    for (size_t i = 0; i < n; i++) {
        inputs[i] = read_input(files.gl_pathv[i]);
        run(inputs[i].data, inputs[i].size);
    }
    struct random random = {1};
    for (long runs = atol(argv[1]); runs > 0; runs--) {
        const struct input *a = &inputs[random_below(&random, n)];
        const struct input *b = &inputs[random_below(&random, n)];
        run(made, cross(a, b, &random, made));
    }
    printf("%zu files, %s runs\n", n, argv[1]);
    for (size_t i = 0; i < n; i++)
        free(inputs[i].data);
    free(inputs);
    free(made);
    globfree(&files);
    return 0;
}
