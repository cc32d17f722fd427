// SPDX-License-Identifier: MIT
"use strict";

// A log of the reader's own, read in the browser, sent nowhere and forgotten with the page. Medians and intervals are
// computed here; ranks, ties and choices are left to `slidebench summarize`.

const FORMAT = 4;
const MOST_MIB = 64;
const CONFIDENCE = 0.95;
const IPC_TOLERANCE = 0.04; // a core that is slower by more was shared
const MIN_PROCESSES = 5;

// ---- the lines of a log ----

/** Returns the text of one gzip member; null if it is damaged or cut off. */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text().catch(() => null);
}

/** Returns the texts of a log's lines; null for one that cannot be read. Each is a gzip member with this header, since a
 * DecompressionStream reads only one. A log that was compressed anew is one member. */
async function linesOf(bytes) {
  const header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0];
  if (bytes[0] !== header[0] || bytes[1] !== header[1]) return new TextDecoder().decode(bytes).split("\n");
  const starts = [0];
  for (let at = bytes.indexOf(header[0], 1); at > 0; at = bytes.indexOf(header[0], at + 1))
    if (header.every((byte, i) => bytes[at + i] === byte)) starts.push(at);
  const members = await Promise.all(starts.map((start, i) => inflated(bytes.subarray(start, starts[i + 1]))));
  return members.flatMap((text) => (text === null ? [null] : text.split("\n")));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a log: {head, processes, failed, left: lines that were left out}. Throws an Error with one line for the reader. */
async function readLog(file) {
  const refuse = (why) => {
    throw new Error(`${file.name}: ${why}`);
  };
  const expected = "expected the log of a run, results/<cpu>/<date>-<compiler>-<level>.jsonl.gz";
  if (file.size > MOST_MIB * 2 ** 20) refuse(`has ${Math.round(file.size / 2 ** 20)} MiB; ${expected}`);
  const bytes = new Uint8Array(await file.arrayBuffer().catch(() => refuse("cannot be read")));
  const texts = (await linesOf(bytes)).filter((text) => text !== "");
  const [head, ...lines] = texts.map(parsed);
  const format = head?.format ?? parsed(new TextDecoder().decode(bytes))?.format;
  if (format === undefined) refuse(`is not a log; ${expected}`);
  if (format !== FORMAT || !head) refuse(`has format ${format}; this page reads format ${FORMAT}`);
  const right = (line) => line && (!line.process || line.cycles?.length === head.rows?.length);
  const kept = lines.filter(right);
  const processes = kept.filter((line) => line.process);
  if (!head.rows?.length || !processes.length) refuse("has no process that ended");
  const ended = kept.some((line) => line.ended);
  return { head, processes, failed: kept.filter((line) => "failed_row" in line), ended, left: lines.length - kept.length };
}

// ---- medians and intervals, as in harness/base/stats.c ----

/** Returns the greatest r for which P(Binomial(n, 1/2) < r) is at most this. */
function lowerRank(n, probability) {
  let r = 0;
  let term = 2 ** -n;
  for (let tail = term; tail <= probability; tail += term) term *= (n - r) / ++r;
  return r;
}

/** Returns the median of the values that are known, and half of its interval, or null. */
function medianOf(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const n = sorted.length;
  const median = (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
  const reachable = 1 - 2 ** (1 - n) - 1e-12; // by so few processes
  const r = n < 2 ? 0 : lowerRank(n, (1 - Math.min(CONFIDENCE, reachable)) / 2);
  return [median, r ? (sorted[n - r] - sorted[r - 1]) / 2 : null];
}

/** Returns the cells of row i as the data of published runs have them, without ratio and rank. */
function rowOf({ head, processes, failed }, i, scheme) {
  const { status, reason } = failed.find((line) => line.failed_row === i) ?? head.rows[i];
  if (status && status !== "ok") return [scheme, reason ? `${status} (${reason})` : status];
  const best = Math.max(...processes.map((process) => process.reference_ipc));
  const alone = processes.filter((process) => process.reference_ipc >= (1 - IPC_TOLERANCE) * best);
  const cycles = alone.map((process) => process.cycles[i]);
  const visits = processes.filter((process) => process.samples[i]).length;
  const needed = Math.max(Math.min(MIN_PROCESSES, head.options.processes, visits), Math.ceil(visits / 2), 1);
  if (cycles.filter(Number.isFinite).length < needed) return [scheme, "unstable (too few undisturbed samples)"];
  const ns = alone.map((process) => (process.cycles[i] === null ? null : process.cycles[i] / process.ghz[i]));
  return [scheme, ...medianOf(cycles), ...medianOf(ns)];
}

// ---- a run of the page ----

/** Returns a column. What its mode measures is known from a published run. */
function columnOf(log, { piece, workload, mode }, index) {
  const known = [...loaded.values()].flatMap((data) => data.columns).find((column) => column.mode === mode);
  const own = log.head.rows.flatMap((row, i) => (row.piece === piece && row.workload === workload && row.mode === mode ? [i] : []));
  const rows = own.map((i) => rowOf(log, i, index.get(log.head.rows[i].scheme)));
  rows.sort((a, b) => (a.length === 2) - (b.length === 2) || a[1] - b[1]);
  const ranked = rows.find(([scheme, , ...rest]) => rest.length && !log.head.schemes[scheme].traits.includes("mock"));
  for (const row of rows) if (row.length > 2) row.push(row[1] / ranked?.[1], null, null, null, null);
  return { piece, workload, mode, about: known?.about ?? "", streamed: known?.streamed ?? false, choices: [], comparisons: [], rows };
}

/** Returns {piece: mode} of the bursts after the least memory that fills the L2 cache. */
function coldModes({ machine, columns }) {
  const bursts = columns.filter(
    ({ mode, working_set_kib }) => /^burst-[^-]+-(8|16)$/.test(mode) && working_set_kib * 1024 >= (machine.l2_bytes ?? 2 ** 20),
  );
  bursts.sort((a, b) => b.working_set_kib - a.working_set_kib); // of equal pieces the last one counts
  return Object.fromEntries(bursts.map(({ piece, mode }) => [piece, mode]));
}

/** Makes a log a run of the page, and selects it beside the run that was shown. */
function addRun(file, log) {
  const { head, processes } = log;
  const name = `file: ${file.name}`;
  const pieces = [...new Set(head.columns.map(({ piece }) => piece))];
  const index = new Map(head.schemes.map((scheme, i) => [scheme.name, i]));
  const columns = head.columns.map((column) => columnOf(log, column, index));
  slidebench_run(name, { pieces, cold: coldModes(head), schemes: head.schemes, columns });
  loading.set(name, Promise.resolve(loaded.get(name)));
  runs.set(name, {
    machine: head.machine.cpu,
    compiler: head.compiler.split(".")[0],
    level: head.level,
    date: head.date.slice(0, 10),
    commit: head.commit,
    processes: processes.length,
    confidence: Math.min(CONFIDENCE, 1 - 2 ** (1 - processes.length)),
    caveats: log.ended ? [] : ["interrupted"],
  });
  site.cpus = site.cpus.filter((cpu) => cpu.name !== name);
  site.cpus.push({ name, label: `${head.machine.microarchitecture || head.machine.cpu} (your file)`, main: name, runs: [name] });
  change({ cpu: name, run: "", beside: state.run === name ? state.beside : state.run });
}

async function open(file) {
  $("#dropped").textContent = `${file.name}: reading`;
  try {
    const log = await readLog(file);
    addRun(file, log);
    const left = log.left ? `; damaged lines, which are left out: ${log.left}` : "";
    $("#dropped").textContent =
      `${file.name}: ${log.processes.length} processes${left}. For ranks, ties and choices: slidebench summarize ${file.name}`;
  } catch (error) {
    $("#dropped").textContent = error.message;
  }
}

function listenForFiles() {
  $("#file").addEventListener("change", ({ target }) => {
    if (target.files.length) open(target.files[0]);
    target.value = ""; // so that the same file can be chosen again
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
}

listenForFiles();
