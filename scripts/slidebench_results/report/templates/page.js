// SPDX-License-Identifier: MIT
"use strict";

// ---- data: made by page_data.py ----

const data = JSON.parse(document.getElementById("data").textContent);
const rows = data.rows.map((values) => Object.fromEntries(data.fields.map((field, i) => [field, values[i]])));
const TRAITS = [
  ["branchless", "branchless"],
  ["multiply_free", "multiply-free"],
  ["table_free", "no tables"],
  ["incremental", "incremental"],
  ["setwise", "setwise"],
  ["simd", "SIMD"],
  ["plain", "no ISA extension"],
];
const $ = (selector) => document.querySelector(selector);
const unique = (field) => [...new Set(rows.map((row) => row[field]))];
const names = Object.keys(data.schemes);
const traitsOf = (name) => TRAITS.filter(([key]) => data.schemes[name].traits.includes(key)).map(([, text]) => text).join(", ");

const index = new Map(); // row by scheme and column
const key = (...parts) => parts.join("\n");
for (const row of rows) index.set(key(row.scheme, row.setup, row.piece, row.mode, row.workload), row);

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// ---- filters ----

const wanted = {}; // {field: set of values}
const traits = {}; // {trait: "", "with" or "without"}
let sorted = { text: null, descending: false }; // by the column with this heading; null: by the first with times

function fillFilters() {
  for (const set of document.querySelectorAll("fieldset[data-field]")) {
    const field = set.dataset.field;
    const values = unique(field);
    const first = field === "mode" || field === "workload" ? values.slice(0, 1) : values;
    wanted[field] = new Set(first);
    for (const value of values) {
      const box = element("input", { type: "checkbox", value, checked: wanted[field].has(value) });
      box.addEventListener("change", () => {
        wanted[field][box.checked ? "add" : "delete"](value);
        drawTable();
      });
      set.append(element("label", { className: "chip" }, box, value));
    }
  }
  for (const [trait, text] of TRAITS) {
    const button = element("button", { type: "button", className: "chip", textContent: text });
    button.dataset.trait = trait;
    button.dataset.want = traits[trait] = "";
    button.addEventListener("click", () => {
      traits[trait] = { "": "with", with: "without", without: "" }[traits[trait]];
      button.dataset.want = traits[trait];
      button.ariaLabel = `${text}: ${traits[trait] || "either"}`;
      drawTable();
    });
    $("#traits").append(button);
  }
  $("#filters").addEventListener("submit", (event) => event.preventDefault());
  for (const input of [$("#search"), ...document.querySelectorAll("[name=unit]")]) input.addEventListener("input", drawTable);
}

function passes(name) {
  const scheme = data.schemes[name];
  const text = $("#search").value.trim().toLowerCase();
  return (
    TRAITS.every(([trait]) => !traits[trait] || scheme.traits.includes(trait) === (traits[trait] === "with")) &&
    `${name} ${scheme.family} ${scheme.title}`.toLowerCase().includes(text)
  );
}

// ---- the table ----

function columns() {
  const found = [];
  for (const setup of wanted.setup)
    for (const workload of unique("workload").filter((w) => wanted.workload.has(w)))
      for (const mode of unique("mode").filter((m) => wanted.mode.has(m)))
        for (const piece of unique("piece").filter((p) => wanted.piece.has(p)))
          if (rows.some((r) => r.setup === setup && r.workload === workload && r.mode === mode && r.piece === piece)) found.push({ setup, workload, mode, piece });
  return found;
}

const rowOf = (name, column) => index.get(key(name, column.setup, column.piece, column.mode, column.workload));

/** Returns the properties of a column in which the columns differ. */
function heading(column, all) {
  const parts = ["piece", "mode", "workload", "setup"].filter((field) => field === "piece" || all.some((c) => c[field] !== column[field]));
  return parts.map((field) => column[field].replace(", ", "\n")).join("\n");
}

function drawTable() {
  const unit = $("[name=unit]:checked").value;
  const all = columns();
  const times = all.map((column) => ({ text: heading(column, all), column, value: (name) => rowOf(name, column)?.[unit] ?? null }));
  const heads = [
    { text: "scheme", value: (name) => name },
    ...times,
    { text: "tables", value: (name) => tableBytes(name, all) },
    { text: "family", value: (name) => data.schemes[name].family, left: true },
    { text: "traits", value: traitsOf, left: true },
  ];
  const by = heads.find((head) => head.text === sorted.text) ?? heads[times.length ? 1 : 0];
  const shown = names.filter((name) => passes(name) && (!all.length || all.some((column) => rowOf(name, column))));
  shown.sort((a, b) => order(by.value(a), by.value(b)));
  $("#schemes thead").replaceChildren(element("tr", {}, ...heads.map((head) => headCell(head, by === head))));
  const best = times.map(({ column, value }) => bestOf(column, value));
  $("#schemes tbody").replaceChildren(
    ...shown.map((name) => {
      const title = [data.schemes[name].title, data.schemes[name].needs && `needs ${data.schemes[name].needs}`].filter(Boolean).join("; ");
      const line = element("tr", {}, element("th", { scope: "row", title }, element("code", { textContent: name })));
      times.forEach((time, i) => line.append(timeCell(rowOf(name, time.column), unit, best[i])));
      line.append(element("td", { textContent: data.sizes[tableBytes(name, all)] }));
      for (const textContent of [data.schemes[name].family, traitsOf(name)]) line.append(element("td", { className: "text band", textContent }));
      return line;
    }),
  );
  $("#count").textContent = `${shown.length} of ${names.length} schemes, ${all.length} columns, ${unit}, ± half of the 95 % confidence interval`;
}

function tableBytes(name, all) {
  return Math.max(...rows.filter((r) => r.scheme === name && (!all.length || wanted.piece.has(r.piece))).map((r) => r.table_bytes), 0);
}

/** Compares two values: least first, or greatest first; unknown values are always last. */
function order(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  const direction = sorted.descending ? -1 : 1;
  return direction * (typeof a === "string" ? a.localeCompare(b) : a - b);
}

function headCell(head, current) {
  const button = element("button", { type: "button", textContent: head.text + (current ? (sorted.descending ? " ▾" : " ▴") : "") });
  button.addEventListener("click", () => {
    sorted = { text: head.text, descending: current && !sorted.descending };
    drawTable();
  });
  const cell = element("th", { scope: "col", className: head.left ? "text" : "" }, button);
  cell.ariaSort = current ? (sorted.descending ? "descending" : "ascending") : "none";
  return cell;
}

/** Returns the best of a column among all schemes, including those that the filters hide. */
function bestOf(column, value) {
  const ranked = names.filter((name) => rowOf(name, column)?.rank_min).sort((a, b) => rowOf(a, column).rank_min - rowOf(b, column).rank_min || value(a) - value(b));
  return ranked.length ? { name: ranked[0], value: value(ranked[0]) } : null;
}

function timeCell(row, unit, best) {
  if (!row) return element("td");
  if (row[unit] === null) return element("td", { className: "why", title: row.reason ? `${row.status} (${row.reason})` : row.status, textContent: row.status });
  const [value, half] = row[`${unit}_text`];
  const isBest = best?.name === row.scheme;
  const cell = element("td", { className: `time${isBest ? " best" : ""}` }, `${!isBest && row.tied_with_best ? "= " : ""}${value}`);
  if (half) cell.append(element("span", { className: "band", textContent: ` ± ${half}` }));
  if (row.rank_min) cell.title = `rank ${row.rank_min}${row.rank_max > row.rank_min ? `-${row.rank_max}` : ""}${best ? `, ${(row[unit] / best.value).toFixed(2)} times the best` : ""}`;
  cell.style.setProperty("--near", best && row.rank_min ? Math.max(0, 1 - Math.log(Math.max(row[unit] / best.value, 1)) / Math.log(4)).toFixed(3) : 0);
  return cell;
}

// ---- comparison ----

/** Returns the median of at least one value, and its interval at the confidence that data.ranks has for their number. */
function medianInterval(values) {
  const ordered = [...values].sort((a, b) => a - b);
  const n = ordered.length;
  const rank = data.ranks[n];
  const middle = (ordered[Math.floor((n - 1) / 2)] + ordered[Math.ceil((n - 1) / 2)]) / 2;
  return rank ? [middle, ordered[rank - 1], ordered[n - rank]] : [middle, NaN, NaN];
}

/** Returns a / b of two rows of one run, paired by process. */
function pairedRatio(a, b) {
  const logs = a.series.map((v, i) => Math.log(v / b.series[i])).filter((v, i) => Number.isFinite(v) && a.series[i] && b.series[i]);
  return logs.length ? medianInterval(logs).map(Math.exp) : [NaN, NaN, NaN];
}

/** Returns a / b of two runs without pairing. Two 95 % intervals both contain the median in at least 90 %. */
function unpairedRatio(a, b, unit) {
  return [a[unit] / b[unit], a[`${unit}_ci_low`] / b[`${unit}_ci_high`], a[`${unit}_ci_high`] / b[`${unit}_ci_low`]].map((v) => v || NaN);
}

function verdict([, lo, hi]) {
  return hi < 1 / (1 + data.margin) ? "A is faster" : lo > 1 + data.margin ? "B is faster" : "tied";
}

function fillComparison() {
  const choices = $("#kind").value === "scheme" ? names : unique("setup");
  for (const [id, at] of [["#a", 0], ["#b", 1]])
    $(id).replaceChildren(...choices.map((value, i) => element("option", { value, textContent: value, selected: i === Math.min(at, choices.length - 1) })));
  if ($("#kind").value === "scheme") {
    // Starts with the best two schemes of the first column.
    const ranked = rows.filter((r) => r.rank_min);
    const column = ranked.filter((r) => ["setup", "piece", "mode", "workload"].every((f) => r[f] === ranked[0][f])).sort((x, y) => x.rank_min - y.rank_min || x.cycles - y.cycles);
    $("#a").value = column[0]?.scheme ?? names[0];
    $("#b").value = column[1]?.scheme ?? names[0];
  }
  drawComparison();
}

function drawComparison() {
  const schemes = $("#kind").value === "scheme";
  const [a, b] = [$("#a").value, $("#b").value];
  const lines = [];
  for (const row of rows) {
    if (row[schemes ? "scheme" : "setup"] !== a || row.cycles === null) continue;
    const other = schemes ? index.get(key(b, row.setup, row.piece, row.mode, row.workload)) : index.get(key(row.scheme, b, row.piece, row.mode, row.workload));
    if (!other || other.cycles === null) continue;
    const ratio = schemes ? pairedRatio(row, other) : unpairedRatio(row, other, "cycles");
    lines.push([row[schemes ? "setup" : "scheme"], row.piece, row.mode, row.workload, row, other, ratio]);
  }
  $("#method").textContent = schemes
    ? "A / B in core cycles, paired by process, with its 95 % interval. Differences below 1 % are ties."
    : "A / B in core cycles and in ns. Two runs are not paired, so the confidence is at least 90 %. Verdicts are on cycles; differences below 1 % are ties.";
  const heads = [schemes ? "CPU" : "scheme", "piece", "mode", "workload", "A, cycles", "B, cycles", "A, ns", "B, ns", "A / B", "interval", ...(schemes ? [] : ["A / B, ns"]), "verdict"];
  $("#pairs thead").replaceChildren(element("tr", {}, ...heads.map((textContent) => element("th", { scope: "col", className: textContent === "verdict" ? "text" : "", textContent }))));
  $("#pairs tbody").replaceChildren(
    ...lines.map(([first, piece, mode, workload, x, y, ratio]) => {
      const known = Number.isFinite(ratio[1]);
      const cells = [piece, mode, workload, x.cycles.toFixed(2), y.cycles.toFixed(2), x.ns.toFixed(2), y.ns.toFixed(2), ratio[0].toFixed(3), known ? `${ratio[1].toFixed(3)}–${ratio[2].toFixed(3)}` : ""];
      if (!schemes) cells.push((x.ns / y.ns).toFixed(3));
      return element("tr", {}, element("th", { scope: "row", textContent: first }), ...cells.map((textContent) => element("td", { textContent })), element("td", { className: "text", textContent: verdict(ratio) }));
    }),
  );
  if (!lines.length) $("#pairs tbody").replaceChildren(element("tr", {}, element("td", { textContent: "no common row", colSpan: heads.length })));
}

// ---- light and dark ----

function theme(name) {
  document.documentElement.dataset.theme = name;
}
const dark = matchMedia("(prefers-color-scheme: dark)");
theme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => theme(dark.matches ? "dark" : "light"));
$("#theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));

fillFilters();
drawTable();
fillComparison();
$("#kind").addEventListener("change", fillComparison);
$("#a").addEventListener("change", drawComparison);
$("#b").addEventListener("change", drawComparison);
