/* SPDX-License-Identifier: MIT */
#include "output/saver.h"
#include "analysis/conclude.h"
#include "base/json_memory.h"
#include "base/progress.h"
#include "output/report.h"

#include <inttypes.h>
#include <string.h>

static bool write_pair(const struct record *record, struct result *result, struct error *error)
{
    if (!result_begin(result, error))
        return false;
    csv_write(record->run, record->machine, result->csv);
    char crc[9];
    snprintf(crc, sizeof crc, "%08" PRIx32, result_csv_crc32(result));
    if (!json_write(record, crc, result->json)) {
        result_discard(result);
        return json_memory_ok()
                   ? fail(error, STATUS_OUTPUT, "%s: the JSON could not be written", result->folder)
                   : fail(error, STATUS_ENVIRONMENT, "no memory for the JSON; nothing is saved");
    }
    return result_commit(result, record->partial, error);
}

void saver_save_partial(void *context)
{
    struct saver *saver = context;
    struct record record = saver->record;
    struct run so_far;
    struct error error;
    if (!conclude_so_far(record.run, saver->best_ipc, &so_far, &error))
        return;
    record.run = &so_far;
    record.partial = true;
    if (!write_pair(&record, &saver->result, &error) && !saver->complained) {
        saver->complained = true;
        progress_note(error.text);
    }
    conclude_free(&so_far);
}

bool saver_save(struct saver *saver, struct error *error)
{
    struct result *result = &saver->result;
    struct error first, second;
    if (write_pair(&saver->record, result, &first)) {
        fprintf(stderr, "saved %s and .json\n", result->saved.csv);
        return true;
    }
    bool elsewhere = result_turn_to_cache(result, saver->record.machine->slug) &&
                     write_pair(&saver->record, result, &second);
    return fail(error, first.status, "%.200s%s%.250s%s", first.text, elsewhere ? "; it is " : "",
                elsewhere ? result->saved.csv : "", elsewhere ? " and .json" : "");
}
