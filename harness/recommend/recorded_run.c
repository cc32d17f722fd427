/* SPDX-License-Identifier: MIT */
#include "recommend/recorded_run.h"

#include <stdlib.h>

bool recorded_of_run(struct recorded *recorded, const struct run *run,
                     const struct machine *machine)
{
    *recorded = (struct recorded){.l1d_bytes = (double)machine->l1d_bytes,
                                  .l2_bytes = (double)machine->l2_bytes,
                                  .l3_bytes = (double)machine->l3_bytes,
                                  .processes = run->processes};
    recorded->row = calloc(run->n + 1, sizeof *recorded->row);
    if (!recorded->row)
        return false;
    for (size_t i = 0; i < run->n; i++) {
        const struct measured_row *row = &run->row[i];
        bool timed = row->id.status == ROW_OK || row->id.status == ROW_UNSTABLE;
        recorded->row[recorded->n++] = (struct recorded_row){
            row->id.scheme->name,
            row->id.workload->name,
            row->id.mode->name,
            row->id.workload->piece,
            timed && !row->process_cycles ? ROW_CRASHED : row->id.status,
            row->process_cycles,
        };
    }
    return true;
}
