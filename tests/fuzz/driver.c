/* SPDX-License-Identifier: MIT
 * Replaces libFuzzer, for all compilers: runs the files of a folder, then RUNS random
 * combinations and changes of them, the same in every run. Usage: fuzz_<target> RUNS FOLDER */
#include "base/random.h"
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

enum { LIMIT = 1 << 17 }; /* bytes of an input: twice the longest line that programs read */

struct input {
    uint8_t *data; /* [size] */
    size_t size;
};

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static struct input read_input(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    struct input input = {malloc(LIMIT), 0};
    CHECK(file && input.data);
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
    uint8_t *copy = malloc(size + !size);
    CHECK(copy);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

int main(int argc, char **argv)
{
    struct dirent **names;
    CHECK(argc == 3);
    int n = scandir(argv[2], &names, is_input, alphasort);
    CHECK(n > 0);
    struct input *inputs = calloc((size_t)n, sizeof *inputs);
    uint8_t *made = malloc(LIMIT);
    CHECK(inputs && made);
    for (int i = 0; i < n; i++) {
        inputs[i] = read_input(argv[2], names[i]->d_name);
        run(inputs[i].data, inputs[i].size);
        free(names[i]);
    }
    struct random random = {1};
    for (long runs = atol(argv[1]); runs > 0; runs--) {
        const struct input *a = &inputs[random_below(&random, (size_t)n)];
        const struct input *b = &inputs[random_below(&random, (size_t)n)];
        run(made, cross(a, b, &random, made));
    }
    printf("%d files, %s runs\n", n, argv[1]);
    for (int i = 0; i < n; i++)
        free(inputs[i].data);
    free(inputs);
    free(made);
    free(names);
    return 0;
}
