/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/error.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

void exit_without_memory(size_t bytes)
{
    fprintf(stderr, "slidebench: no memory for %zu bytes\n", bytes);
    _exit(STATUS_ENVIRONMENT); /* exit() would print a fork's inherited output once more */
}

static void *checked(void *memory, size_t bytes)
{
    if (!memory)
        exit_without_memory(bytes);
    return memory;
}

void *xmalloc(size_t size)
{
    return checked(malloc(size ? size : 1), size);
}

void *xcalloc(size_t n, size_t size)
{
    return checked(calloc(n ? n : 1, size ? size : 1), n * size);
}

void *xreallocarray(void *old, size_t n, size_t size)
{
    return checked(n <= SIZE_MAX / size ? realloc(old, n * size) : NULL, n * size);
}

void *array_reserve(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 1024;
    return xreallocarray(array, *room, size);
}

FILE *memory_file_open(struct memory_file *file)
{
    file->out = open_memstream(&file->text, &file->length);
    if (!file->out)
        exit_without_memory(1);
    return file->out;
}

char *memory_file_close(struct memory_file *file)
{
    bool is_whole = !ferror(file->out);
    if (fclose(file->out) || !is_whole || !file->text) /* glibc's last realloc() fails unreported */
        exit_without_memory(file->length);
    return file->text;
}
