// SPDX-License-Identifier: MIT
"use strict";

// The state of the page is in its address. A control changes the address, and show() draws what the address selects.

const site = JSON.parse(document.getElementById("data").textContent); // made by site.py
const $ = (selector) => document.querySelector(selector);
const runs = new Map(Object.entries(site.runs));

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// ---- the selection ----

const DEFAULTS = {
  cpu: site.cpus[0].name,
  run: "", // the CPU's main run
  mode: "hot", // or "cold", or the name of a mode
  piece: "queen",
  workload: "games",
  ratio: "", // to the best
  beside: "", // a second run
  unit: "cycles",
  search: "",
  only: "", // traits, with commas
  sort: "time", // a column; "-": the greatest first
};
let state = DEFAULTS;

function readState() {
  const found = { ...DEFAULTS };
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (Object.hasOwn(DEFAULTS, name)) found[name] = value;
  const cpu = site.cpus.find(({ name }) => name === found.cpu) ?? site.cpus[0];
  const run = cpu.runs.includes(found.run) ? found.run : cpu.main;
  const unit = found.unit === "ns" ? "ns" : "cycles";
  return { ...found, unit, run, cpu: cpu.name, beside: runs.has(found.beside) ? found.beside : "" };
}

/** Returns the address of a selection with some changes. CPU and run are always in it: their defaults may change. */
function address(changes, from = state) {
  const next = { ...from, ...changes };
  const kept = Object.entries(next).filter(([name, value]) => value && (value !== DEFAULTS[name] || name === "cpu"));
  return `#${new URLSearchParams(kept)}`;
}

function change(changes) {
  location.hash = address(changes);
}

// ---- data of runs: scripts that call slidebench_run() ----

const loaded = new Map();
const loading = new Map();

function slidebench_run(name, data) {
  loaded.set(name, data);
}

function load(name) {
  if (!loading.has(name)) {
    const { data } = runs.get(name);
    const script = element("script", { src: data });
    loading.set(
      name,
      new Promise((resolve, reject) => {
        const refuse = () => {
          loading.delete(name); // the next choice tries again
          reject(new Error(`The data of this run could not be loaded: the page needs the file ${data} in its folder.`));
        };
        script.onerror = refuse;
        script.onload = () => (loaded.has(name) ? resolve(loaded.get(name)) : refuse());
      }),
    );
    document.head.append(script);
  }
  return loading.get(name);
}

// ---- columns ----

const modeIn = (data, mode, piece) => (mode === "hot" ? "throughput" : mode === "cold" ? data.cold[piece] : mode);
const modeWord = (data, { mode, piece }) => (mode === "throughput" ? "hot" : mode === data.cold[piece] ? "cold" : mode);
const columnText = ({ piece, workload, mode }) => `${piece}, ${workload}, ${mode}`;

/** Returns the column of a run that has most of the selection: the piece, then the mode, then the workload. */
function closest(data, { piece, mode, workload }) {
  let left = data.columns;
  for (const [field, value] of [["piece", piece], ["mode", modeIn(data, mode, piece)], ["workload", workload]]) {
    const same = left.filter((column) => column[field] === value);
    if (same.length) left = same;
  }
  return left[0];
}

/** Returns whether a column is the one that is selected. */
function isSelected(data, column, { piece, mode, workload }) {
  return column.piece === piece && column.mode === modeIn(data, mode, piece) && column.workload === workload;
}

const FIELDS = ["scheme", "cycles", "cyclesHalf", "ns", "nsHalf", "ratio", "ratioLow", "ratioHigh", "rankMin", "rankMax", "mark"];

/** Returns the rows of a column, by time, as objects; one without a result has `why`. */
function rowsOf(data, column) {
  return column.rows.map((values) => {
    const scheme = data.schemes[values[0]];
    if (values.length === 2) return { scheme, why: values[1] };
    return { ...Object.fromEntries(FIELDS.map((field, i) => [field, values[i]])), scheme };
  });
}

// ---- numbers as text ----

const timeText = (value, half) => value.toFixed(half === null || half < 0.05 ? 2 : half < 0.5 ? 1 : 0);
const halfText = (half) => (half === null ? "" : half < 0.005 ? "<0.01" : half.toFixed(half < 1 ? 2 : 1));
const ratioText = (ratio) => ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
const endsText = (low, high) => (low === null ? "" : ` [${ratioText(low)}, ${ratioText(high)}]`);
const isBest = ({ ratio, ratioLow, ratioHigh }) => ratio === 1 && ratioLow === 1 && ratioHigh === 1; // of its column
const withEnds = ([ratio, low, high]) => ratioText(ratio) + endsText(low, high);
const rankText = ({ rankMin, rankMax }) => (rankMin === rankMax ? `${rankMin}` : `${rankMin}–${rankMax}`);
const percent = (confidence) => (confidence === null ? "an unknown" : `${Math.round(confidence * 100)} %`);

function sizeText(bytes) {
  for (const [unit, size] of [["MiB", 2 ** 20], ["KiB", 2 ** 10]]) if (bytes >= size) return `${+(bytes / size).toPrecision(3)} ${unit}`;
  return `${bytes} B`;
}

// ---- the page ----

const cpuOf = (run) => site.cpus.find((cpu) => cpu.runs.includes(run));
const runText = ({ compiler, level, date, caveats }) => `${date}, ${compiler}, ${level}${caveats.length ? " (see notes)" : ""}`;

let turn = 0; // of show(): data may arrive after the selection has changed again

async function show() {
  const mine = ++turn;
  const cpu = state.cpu;
  state = readState();
  if (mine === 1 || state.cpu !== cpu) {
    drawWinners();
    drawPictures();
  }
  $("#schemes").ariaBusy = "true";
  let problem = "";
  try {
    const data = await load(state.run);
    const other = state.beside ? await load(state.beside).catch((error) => void (problem = error.message)) : null;
    if (mine !== turn) return;
    const column = closest(data, state);
    if (!isSelected(data, column, state)) problem ||= `This run has no column “${[state.piece, state.workload, modeIn(data, state.mode, state.piece) ?? state.mode].join(", ")}”; this is “${columnText(column)}”.`;
    drawChoosers(data, column);
    drawChoices(data, column);
    problem ||= drawTable(data, column, other);
  } catch (error) {
    if (mine !== turn) return;
    problem = error.message;
    drawRunChoosers();
    for (const id of ["#choices", "#comparisons", "#schemes thead", "#schemes tbody", "#caption", "#notes", "#count", "#run"]) $(id).replaceChildren();
  }
  $("#schemes").ariaBusy = "false";
  $("#problem").textContent = problem;
  $("#problem").hidden = !problem;
}

/** Fills a table or list anew. The control that has the focus keeps it: its successor has the same data-focus. */
function refill(parent, ...children) {
  const focus = parent.contains(document.activeElement) && document.activeElement.dataset.focus;
  parent.replaceChildren(...children);
  if (focus) [...parent.querySelectorAll("[data-focus]")].find((control) => control.dataset.focus === focus)?.focus();
}

function fill(name, options, value) {
  const select = $(`[data-state=${name}]`);
  select.replaceChildren(...options);
  select.value = value;
}

const option = (value, text = value) => element("option", { value, textContent: text });

function drawRunChoosers() {
  const { runs: own, label } = site.cpus.find(({ name }) => name === state.cpu);
  fill("cpu", site.cpus.map((cpu) => option(cpu.name, cpu.label === cpu.name ? cpu.label : `${cpu.label} (${cpu.name})`)), state.cpu);
  fill("run", own.map((run) => option(run, runText(runs.get(run)))), state.run);
  const others = site.cpus.map((cpu) => element("optgroup", { label: cpu.label }, ...cpu.runs.filter((run) => run !== state.run).map((run) => option(run, `${cpu.label}, ${runText(runs.get(run))}`))));
  fill("beside", [option("", "nothing"), ...others.filter((group) => group.children.length)], state.beside);
  $("[data-state=unit]").value = state.unit;
  document.title = `${label}: slidebench`;
}

function drawChoosers(data, column) {
  const { piece, mode } = column;
  const ofPiece = data.columns.filter((each) => each.piece === piece);
  const names = (columns, field) => [...new Set(columns.map((each) => each[field]))];
  drawRunChoosers();
  fill("piece", data.pieces.map((each) => option(each)), piece);
  fill("mode", names(ofPiece, "mode").map((each) => option(each)), mode);
  fill("workload", names(ofPiece.filter((each) => each.mode === mode), "workload").map((each) => option(each)), column.workload);
  const schemes = column.rows.filter((row) => row.length > 2).map(([index]) => data.schemes[index].name);
  fill("ratio", [option("", "the best"), ...schemes.sort().map((name) => option(name))], schemes.includes(state.ratio) ? state.ratio : "");
  for (const button of document.querySelectorAll("[data-mode]")) {
    const there = modeIn(data, button.dataset.mode, piece);
    button.ariaPressed = String(there === mode);
    button.disabled = !ofPiece.some((each) => each.mode === there);
  }
  for (const box of document.querySelectorAll("#traits input")) box.checked = state.only.split(",").includes(box.value);
  if (document.activeElement !== $("#search")) $("#search").value = state.search;
  $("#clear").disabled = !state.search && !state.only;
  const { machine, processes, confidence, commit, caveats } = runs.get(state.run);
  $("#run").textContent = [machine, `${processes} processes`, `intervals of ${percent(confidence)} confidence`, `commit ${commit}`, ...caveats].join("; ");
}

function selectOf(data, name, value) {
  if (name === "cpu") return { cpu: value, run: "" };
  if (!["piece", "mode", "workload"].includes(name)) return { [name]: value };
  const shown = closest(data, state);
  const column = closest(data, { ...shown, mode: name === "piece" ? state.mode : shown.mode, [name]: value });
  return { piece: column.piece, mode: modeWord(data, column), workload: column.workload };
}

function listen() {
  for (const select of document.querySelectorAll("[data-state]"))
    select.addEventListener("change", () => change(selectOf(loaded.get(state.run), select.dataset.state, select.value)));
  for (const button of document.querySelectorAll("[data-mode]"))
    button.addEventListener("click", () => change(selectOf(loaded.get(state.run), "mode", modeIn(loaded.get(state.run), button.dataset.mode, $("[data-state=piece]").value))));
  for (const form of document.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
  for (const [trait, text] of site.traits) {
    const box = element("input", { type: "checkbox", value: trait });
    box.addEventListener("change", () => change({ only: [...document.querySelectorAll("#traits :checked")].map(({ value }) => value).join(",") }));
    $("#traits").append(element("label", { className: "chip" }, box, text));
  }
  $("#search").addEventListener("input", () => location.replace(address({ search: $("#search").value })));
  $("#clear").addEventListener("click", () => {
    $("#search").value = "";
    change({ search: "", only: "" });
  });
  addEventListener("hashchange", show);
}

// ---- light and dark ----

function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  $("#theme").ariaPressed = String(dark);
}

const darkSystem = matchMedia("(prefers-color-scheme: dark)");
darkSystem.addEventListener("change", () => theme(darkSystem.matches));
$("#theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
