// SPDX-License-Identifier: MIT
"use strict";

// The state of the page is in its address. A control changes the address, and show() draws what the address selects.

const site = JSON.parse(document.getElementById("data").textContent); // made by report_html.py
const runs = new Map(Object.entries(site.runs));

// ---- the selection ----

const DEFAULTS = {
  cpu: site.cpus[0].name,
  scheme: "", // the scheme that is compared on all CPUs; "": well-known schemes are compared on one CPU
  run: "", // the CPU's main run
  mode: "warm", // or "cold", or the name of a mode
  piece: "queen",
  workload: "games",
  ratio: "", // to the best
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
  const scheme = site.cpus.some(({ compared }) => compared[found.scheme]) ? found.scheme : "";
  return { ...found, unit, run, scheme, cpu: cpu.name };
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

/** Returns what the page needs of a scheme as a log has it. A source that is no web address is left out. */
function schemeOf(scheme, pieces) {
  const { author, year, needs, traits, table_bytes, engine_bytes } = scheme;
  const more = [
    !needs.split(" ").includes("bmi2") && "no-bmi2",
    !needs && "no-extension",
    engine_bytes <= 2 ** 16 && "within-64-kib",
  ];
  return {
    ...scheme,
    credit: [author, year].filter(Boolean).join(", "),
    source: /^https?:\/\//.test(scheme.source) ? scheme.source : "",
    traits: [...traits, ...more.filter(Boolean)],
    no_tables: pieces.filter((piece) => !table_bytes[piece]),
    bytes: engine_bytes,
  };
}

function slidebench_run(name, data) {
  for (const [scheme, values] of Object.entries(data.schemes)) data.schemes[scheme] = schemeOf(values, data.pieces);
  loaded.set(name, data);
}

function load(name) {
  if (!loading.has(name)) {
    const { data } = runs.get(name);
    const script = element("script", { src: data });
    const ended = new Promise((resolve) => (script.onload = script.onerror = resolve));
    const found = ended.then(() => {
      if (loaded.has(name)) return loaded.get(name);
      loading.delete(name); // the next choice tries again
      throw new Error(`The data of this run could not be loaded: the page needs the file ${data} in its folder.`);
    });
    loading.set(name, found);
    document.head.append(script);
  }
  return loading.get(name);
}

// ---- columns ----

const modeIn = (data, mode, piece) => (mode === "warm" ? "throughput" : mode === "cold" ? data.cold[piece] : mode);
const modeWord = (data, { mode, piece }) => (mode === "throughput" ? "warm" : mode === data.cold[piece] ? "cold" : mode);
const columnText = ({ piece, workload, mode }) => `${piece}, ${workload}, ${mode}`;

/** Returns the column of a run that has most of the selection: the piece, then the mode, then the workload. */
function closest(data, { piece, mode, workload }) {
  let left = data.columns;
  for (const [field, value] of Object.entries({ piece, mode: modeIn(data, mode, piece), workload })) {
    const same = left.filter((column) => column[field] === value);
    if (same.length) left = same;
  }
  return left[0];
}

/** Returns whether a column is the one that is selected. */
function isSelected(data, column, { piece, mode, workload }) {
  return column.piece === piece && column.mode === modeIn(data, mode, piece) && column.workload === workload;
}

/** Returns the rows of a column with their schemes. */
const rowsOf = (data, column) => column.rows.map((row) => ({ ...row, scheme: data.schemes[row.scheme] }));

// ---- the page ----

const cpuOf = (run) => site.cpus.find((cpu) => cpu.runs.includes(run));
const runText = ({ compiler, level, date, caveats }) => `${date}, ${compiler}, ${level}${caveats.length ? " (see notes)" : ""}`;

let turn = 0; // of show(): data may arrive after the selection has changed again

async function show() {
  const mine = ++turn;
  const { cpu, scheme } = state;
  state = readState();
  if (mine === 1 || state.cpu !== cpu || state.scheme !== scheme) {
    drawComparison();
    drawWinners();
    drawPictures();
  }
  $("#schemes").ariaBusy = "true";
  let problem = "";
  try {
    const data = await load(state.run);
    if (mine !== turn) return;
    const column = closest(data, state);
    if (!isSelected(data, column, state)) {
      const mode = modeIn(data, state.mode, state.piece) ?? state.mode;
      problem = `This run has no column “${columnText({ ...state, mode })}”; this is “${columnText(column)}”.`;
    }
    drawChoosers(data, column);
    drawChoices(data, column);
    drawTable(data, column);
  } catch (error) {
    if (mine !== turn) return;
    problem = error.message;
    drawRunChoosers();
    for (const id of ["#choices", "#comparisons", "#schemes thead", "#schemes tbody", "#caption", "#notes", "#count", "#run"])
      $(id).replaceChildren();
  }
  $("#schemes").ariaBusy = "false";
  performance.mark("drawn");
  $("#problem").textContent = problem;
  $("#problem").hidden = !problem;
}

/** Fills the choosers of a name with options: values, or elements. */
function fill(name, options, value) {
  for (const select of document.querySelectorAll(`[data-state=${name}]`)) {
    select.replaceChildren(...options.map((each) => (each instanceof Element ? each.cloneNode(true) : option(each))));
    select.value = value;
  }
}

function drawRunChoosers() {
  const { runs: own, label } = site.cpus.find(({ name }) => name === state.cpu);
  const schemes = [...new Set(site.cpus.flatMap(({ compared }) => Object.keys(compared)))];
  const sorted = [...site.cpus].sort((a, b) => a.label.localeCompare(b.label));
  const cpus = sorted.map(({ name, label }) => option(name, label === name ? name : `${label} (${name})`));
  const ownRuns = own.map((run) => option(run, runText(runs.get(run))));
  fill("cpu", cpus, state.cpu);
  fill("scheme", [option("", "a scheme"), ...schemes.sort()], state.scheme);
  fill("run", ownRuns, state.run);
  $("[data-state=unit]").value = state.unit;
  document.title = `${label}: slidebench`;
}

function drawChoosers(data, column) {
  const { piece, mode } = column;
  const ofPiece = data.columns.filter((each) => each.piece === piece);
  const ofMode = ofPiece.filter((each) => each.mode === mode);
  const schemes = column.rows.filter(({ cycles }) => cycles).map(({ scheme }) => scheme);
  drawRunChoosers();
  fill("piece", data.pieces, piece);
  fill("mode", [...new Set(ofPiece.map((each) => each.mode))], mode);
  fill("workload", [...new Set(ofMode.map((each) => each.workload))], column.workload);
  fill("ratio", [option("", "the best"), ...schemes.sort()], schemes.includes(state.ratio) ? state.ratio : "");
  for (const button of document.querySelectorAll("[data-mode]")) {
    const there = modeIn(data, button.dataset.mode, piece);
    button.ariaPressed = String(there === mode);
    button.disabled = !ofPiece.some((each) => each.mode === there);
  }
  drawFilters();
}

function drawFilters() {
  for (const box of document.querySelectorAll("#traits input")) box.checked = state.only.split(",").includes(box.value);
  $("#search").value = readState().search; // from the address: more may have been typed since
  $("#clear").disabled = !state.search && !state.only;
  const { machine, processes, confidence, commit, caveats } = runs.get(state.run);
  const facts = [machine, `${processes} processes`, `intervals of ${percent(confidence)} confidence`, `commit ${commit}`];
  $("#run").textContent = [...facts, ...caveats].join("; ");
}

/** Returns the change of the selection that a chooser makes: piece, mode and workload move to a column of the run. */
function changeBy(name, value) {
  const data = loaded.get(state.run);
  if (name === "cpu") return { cpu: value, run: "" };
  if (!data || !["piece", "mode", "workload"].includes(name)) return { [name]: value };
  const shown = closest(data, state);
  const column = closest(data, { ...shown, mode: name === "piece" ? state.mode : shown.mode, [name]: value });
  return { piece: column.piece, mode: modeWord(data, column), workload: column.workload };
}

function listen() {
  for (const select of document.querySelectorAll("[data-state]"))
    select.addEventListener("change", () => change(changeBy(select.dataset.state, select.value)));
  for (const button of document.querySelectorAll("[data-mode]"))
    button.addEventListener("click", () => change(changeBy("mode", button.dataset.mode)));
  for (const form of document.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
  for (const [trait, text] of site.traits) {
    const box = element("input", { type: "checkbox", value: trait });
    box.addEventListener("change", () => {
      const checked = [...document.querySelectorAll("#traits :checked")];
      change({ only: checked.map(({ value }) => value).join(",") });
    });
    $("#traits").append(element("label", { className: "chip" }, box, text));
  }
  $("#search").addEventListener("input", () => location.replace(address({ search: $("#search").value })));
  $("#clear").addEventListener("click", () => {
    $("#search").value = "";
    change({ search: "", only: "" });
  });
  $("#skip").addEventListener("click", () => $("#choosers select").focus());
  addEventListener("hashchange", show);
}

listen();
drawFiles();
show();
