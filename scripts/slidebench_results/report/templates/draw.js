// SPDX-License-Identifier: MIT
"use strict";

// Draws the parts of the page. Texts of results become text nodes, never markup.

// ---- elements, and numbers as text ----

const $ = (selector) => document.querySelector(selector);

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const option = (value, text = value) => element("option", { value }, text);
const faint = (text, title = "") => element("span", { className: "faint", title }, text);
const link = (href, text) => element("a", { href }, text);
const line = (...cells) => element("tr", {}, ...cells);
const cell = (className, ...children) => element("td", { className }, ...children);
const columnHead = (className, ...children) => element("th", { scope: "col", className }, ...children);
const rowHead = (className, ...children) => element("th", { scope: "row", className }, ...children);

/** Returns a name that may be broken after each underscore. */
function broken(name) {
  const parts = name.split(/(?<=_)/).flatMap((part) => [part, element("wbr")]);
  return element("code", {}, ...parts.slice(0, -1));
}

/** Fills a table or list anew. The control that has the focus keeps it: its successor has the same data-focus. */
function refill(parent, ...children) {
  const focus = parent.contains(document.activeElement) && document.activeElement.dataset.focus;
  parent.replaceChildren(...children);
  if (focus) [...parent.querySelectorAll("[data-focus]")].find((control) => control.dataset.focus === focus)?.focus();
}

const halfOf = ([, low, high]) => (low === null ? null : (high - low) / 2); // of a figure: an estimate and its interval
const decimalsOf = (value, half) => (value < 99.95 && half < 0.0995 ? 2 : half >= 9.95 ? 0 : 1); // as in harness/base/text.c
const timeText = (value, half) => value.toFixed(decimalsOf(value, half ?? 0));
const halfText = (value, half) => (half === null ? "" : ` ± ${half.toFixed(decimalsOf(value, half))}`);
const ratioText = (ratio) => ratio?.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0) ?? "";
const endsText = ([, low, high]) => (low === null ? "" : ` [${ratioText(low)}, ${ratioText(high)}]`);
const isBest = ({ ratio }) => ratio?.every((value) => value === 1); // of its column
const withEnds = (figure) => ratioText(figure[0]) + endsText(figure);
const rankText = ({ rank }) => (!rank ? "" : rank[0] === rank[1] ? `${rank[0]}` : rank.join("–"));
const percent = (confidence) => (confidence === null ? "an unknown" : `${Math.round(confidence * 100)} %`);

// ---- the comparison ----

/** Draws the comparison's schemes on one CPU, or one scheme on each CPU. Each line has a link to the other view. */
function drawComparison() {
  const { schemes, uses } = site.comparison;
  const { compared, label } = site.cpus.find(({ name }) => name === state.cpu);
  const classes = ["text", "", "text minor", "text minor", ...uses.map((use) => (use === "chain" ? "minor" : ""))];
  const known = state.scheme ? site.cpus.filter((cpu) => cpu.compared[state.scheme]) : schemes.filter((name) => compared[name]);
  const lines = known.map((each) => {
    const changes = state.scheme ? { scheme: "", cpu: each.name, run: "" } : { scheme: each };
    const name = element("a", { href: address(changes), "data-focus": each.name ?? each }, state.scheme ? each.label : broken(each));
    const [size, needs, traits, ...times] = (state.scheme ? each.compared : compared)[state.scheme || each];
    const figures = times.map((time) => element(time.startsWith("**") ? "b" : "span", {}, time.replaceAll("**", "")));
    const cells = [size, needs, traits, ...figures].map((each, i) => cell(classes[i + 1], each));
    return line(rowHead("", name), ...cells);
  });
  const heads = [state.scheme ? "CPU" : "scheme", "tables", "needs", "", ...uses];
  refill($("#compared thead"), line(...heads.map((head, i) => columnHead(classes[i], head))));
  refill($("#compared tbody"), ...lines);
  $("#compared caption").replaceChildren(...(state.scheme ? [broken(state.scheme), " on every CPU"] : [label]));
}

// ---- the best scheme of each CPU and use ----

/** Draws the CPUs beside each other. Its links select a column and nothing else, so only a new CPU changes it. */
function drawWinners() {
  const cpus = [...site.cpus].sort((a, b) => (b.name === state.cpu) - (a.name === state.cpu)); // the chosen one first
  const names = cpus.map((cpu) => {
    const href = address({ cpu: cpu.name, run: cpu.main }, DEFAULTS);
    return columnHead(cpu.name === state.cpu ? "chosen" : "", element("a", { href, "data-focus": cpu.name }, cpu.label));
  });
  refill($("#winners thead"), line(columnHead("text", "use"), ...names));
  const lines = site.uses.map((name, i) => {
    const head = rowHead(name.includes("cold") ? "cold" : "", name);
    return line(head, ...cpus.map((cpu) => winnerCell(cpu, i)));
  });
  refill($("#winners tbody"), ...lines);
}

/** Returns a CPU's best scheme: its name, and below it its cycles with their ratio to PEXT's. */
function winnerCell(cpu, use) {
  if (!cpu.best[use]) return cell("faint", "–");
  const [scheme, cycles, bold, tied, pext, note, piece, workload, mode] = cpu.best[use];
  const href = address({ cpu: cpu.name, run: cpu.main, piece, workload, mode }, DEFAULTS);
  const name = element("a", { href, "data-focus": `${cpu.name} ${use}` }, broken(scheme));
  name.addEventListener("click", () => $("#choosers").scrollIntoView());
  const ties = tied ? [faint(` =${tied}`, `${tied} others tie with it`)] : [];
  const over = pext ? [faint(` (${ratioText(pext)})`)] : [];
  const title = [halfText(cycles[0], halfOf(cycles)).trim(), note].filter(Boolean).join(", ");
  const time = element("div", { title }, element(bold ? "b" : "span", {}, timeText(cycles[0], halfOf(cycles))), ...over);
  return cell("", name, ...ties, time);
}

// ---- pictures and files ----

function drawPictures() {
  const { name, label } = site.cpus.find((cpu) => cpu.name === state.cpu);
  const pictures = [
    ["comparison.svg", "Cycles of well-known schemes with warm and with cold caches"],
    [`${encodeURIComponent(name)}/tables-against-time.svg`, `${label}: bytes of tables against cycles`],
  ];
  const figures = pictures.map(([src, alt]) => {
    const image = element("img", { alt, loading: "lazy" });
    const figure = element("figure", {}, image, element("figcaption", {}, alt));
    image.onerror = () => figure.remove(); // a result may have too few columns to draw
    image.src = src;
    return figure;
  });
  $("#pictures").replaceChildren(...figures);
}

function drawFiles() {
  const heads = ["CPU", "compiler", "level", "processes", "date", "commit", "files", "notes"];
  $("#files thead").append(line(...heads.map((head) => columnHead("text", head))));
  for (const { label, runs: names } of site.cpus)
    for (const run of names.map((name) => runs.get(name))) {
      const texts = [run.compiler, run.level, run.processes, run.date, run.commit].map((each) => cell("text", each));
      const files = cell("text", link(run.log, "log"));
      $("#files tbody").append(line(rowHead("", label), ...texts, files, cell("text", run.caveats.join("; "))));
    }
}

// ---- the best scheme of each kind in a column ----

/** Draws each chosen scheme once, with all its roles; "=N": N others of the role tie with it. */
function drawChoices(data, column) {
  const rows = new Map(rowsOf(data, column).map((row) => [row.scheme.name, row]));
  const word = (role) => site.roles[role] ?? role;
  const chosen = new Map(); // by scheme
  for (const { role, scheme, tied, ratio } of column.choices) {
    if (!chosen.has(scheme)) chosen.set(scheme, { ratio, words: [] });
    chosen.get(scheme).words.push(word(role) + (tied.length ? ` =${tied.length}` : ""));
  }
  const items = [...chosen].map(([name, { ratio, words }], i) => {
    const time = ` ${timeText(...timeOf(rows.get(name)))}`;
    const roles = element("span", { className: "role" }, words.join(" · "));
    return element("li", { className: i ? "" : "best" }, element("code", {}, name), time, faint(i ? ` ×${withEnds(ratio)}` : ""), roles);
  });
  refill($("#choices"), ...items);
  const compared = column.comparisons.map(({ roles: [a, b], ratio, verdict }) => `${word(a)} / ${word(b)}: ${withEnds(ratio)}, ${verdict}`);
  $("#comparisons").textContent = compared.length ? `Time of the best of each kind: ${compared.join("; ")}.` : "";
}

// ---- all schemes of a column ----

const SHOWN = ["multiply-free", "branchless", "incremental", "setwise", "simd"];
const traitsOf = ({ scheme }) => SHOWN.filter((trait) => scheme.traits.includes(trait)).join(", ");
const timeOf = ({ [state.unit]: time }) => (time ? [time[0], halfOf(time)] : [null, null]);
const quotientOf = (a, b) => (timeOf(a)[0] === null || timeOf(b)[0] === null ? null : timeOf(a)[0] / timeOf(b)[0]);

/** Returns the table's columns: name of the order, heading, value to sort by, contents of a cell, class of a cell. */
function tableColumns(column, base) {
  const ratio = (row) => (base ? quotientOf(row, base) : (row.ratio?.[0] ?? null));
  const rank = (row) => row.rank?.[0] ?? null;
  return [
    ["scheme", "scheme", ({ scheme }) => scheme.name, (row) => schemeParts(row, column), "text"],
    ["time", state.unit, (row) => timeOf(row)[0], timeParts, ""],
    ["ratio", base ? `× ${base.scheme.name}` : "× the best", ratio, (row) => ratioParts(row, base, ratio(row)), "ratio"],
    ["rank", "rank", rank, (row) => [rankText(row)], "minor"],
    ["tables", "tables", ({ scheme }) => scheme.bytes, ({ scheme }) => [scheme.size], ""],
    ["traits", "traits", traitsOf, (row) => [traitsOf(row)], "text minor"],
    ["needs", "needs", ({ scheme }) => scheme.needs, ({ scheme }) => [scheme.needs], "text minor"],
    ["family", "family", ({ scheme }) => scheme.family, ({ scheme }) => [scheme.family], "text least"],
    ["idea", "idea", ({ scheme }) => scheme.title, ideaParts, "text least"],
  ];
}

function schemeParts({ scheme }, column) {
  const mark = column.streamed && scheme.traits.includes("incremental") ? "‡" : "";
  const kind = scheme.twin ? " copy" : scheme.traits.includes("mock") ? " empty loop" : "";
  return [broken(scheme.name), mark, faint(kind)];
}

function ideaParts({ scheme }) {
  const credit = scheme.source ? link(scheme.source, scheme.credit || "source") : scheme.credit;
  return [`${scheme.title}; `, credit, scheme.twin ? ` (copy of ${scheme.twin})` : ""];
}

function timeParts(row) {
  const [value, half] = timeOf(row);
  if (value === null) return [element("span", { className: "why" }, row.reason ? `${row.status} (${row.reason})` : row.status)];
  const time = element(row.tied && row.precise ? "b" : "span", {}, `${row.tied && !isBest(row) ? "= " : ""}${timeText(value, half)}`);
  return [time, element("span", { className: "half" }, halfText(value, half))];
}

/** Returns a ratio on a bar that is full at eight times the best. The interval is that of the ratio to the best. */
function ratioParts(row, base, ratio) {
  const bar = element("span", { className: "bar" });
  bar.style.width = `${(100 * Math.min(Math.log2(Math.max(row.ratio?.[0] ?? 1, 1)) / 3, 1)).toFixed(1)}%`;
  const interval = base || ratio === null || isBest(row) ? "" : endsText(row.ratio);
  return [bar, element("span", {}, ratioText(ratio)), element("span", { className: "half" }, interval)];
}

function passes({ scheme }, piece) {
  const searched = [scheme.name, scheme.family, scheme.title, scheme.credit].join(" ").toLowerCase();
  const words = state.search.toLowerCase().split(/\s+/);
  const wanted = state.only.split(",").filter(Boolean);
  const has = (trait) => (trait === "no-tables" ? scheme.no_tables.includes(piece) : scheme.traits.includes(trait));
  return wanted.every(has) && words.every((word) => searched.includes(word));
}

/** Compares two values: the least first, or the greatest first; unknown ones are always last. */
function order(a, b, descending) {
  if (a === null || b === null) return (a === null) - (b === null);
  return (descending ? -1 : 1) * (typeof a === "string" ? a.localeCompare(b) : a - b);
}

function sortHead([key, text, , , className], sortedBy, descending) {
  const current = key === sortedBy;
  const arrow = element("span", { ariaHidden: "true" }, current ? (descending ? " ▾" : " ▴") : "");
  const button = element("button", { type: "button", "data-focus": key }, text, arrow);
  button.addEventListener("click", () => change({ sort: current && !descending ? `-${key}` : key }));
  const head = columnHead(className, button);
  head.ariaSort = current ? (descending ? "descending" : "ascending") : "none";
  return head;
}

function drawTable(data, column) {
  const all = rowsOf(data, column);
  const base = all.find((row) => row.scheme.name === state.ratio && row.cycles);
  const columns = tableColumns(column, base);
  const descending = state.sort.startsWith("-");
  const [key, , value] = columns.find(([name]) => name === state.sort.slice(+descending)) ?? columns[1];
  const shown = all.filter((row) => passes(row, column.piece)).sort((a, b) => order(value(a), value(b), descending));
  refill($("#schemes thead"), line(...columns.map((each) => sortHead(each, key, descending))));
  const cells = (row) => columns.slice(1).map(([, , , parts, className]) => cell(className, ...parts(row)));
  refill($("#schemes tbody"), ...shown.map((row) => line(rowHead("", ...columns[0][3](row)), ...cells(row))));
  $("#caption").textContent = `${cpuOf(state.run).label}: ${columnText(column)}. ${column.about}`;
  $("#count").textContent = `${shown.length} of ${all.length} schemes`;
  drawNotes(column, base);
}

function drawNotes(column, base) {
  const notes = [
    `±: half of the interval, which has ${percent(runs.get(state.run).confidence)} confidence.`,
    "=: tied with the best. Bold: best, or tied with it, and half of its interval is under 5 %.",
    base ? "× a scheme: the quotient of medians, without an interval." : "× the best: in cycles, paired by process, with its interval.",
    "rank: the range that the intervals allow.",
    "tables: of rook, bishop and queen together, as an engine carries them.",
  ];
  if (column.streamed) notes.push("‡: its view was read from the list, so that keeping it up to date is not included.");
  $("#notes").textContent = notes.join(" ");
}
