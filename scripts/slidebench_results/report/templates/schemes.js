// SPDX-License-Identifier: MIT
"use strict";

// ---- the best scheme of each kind in a column ----

/** Draws each chosen scheme once, with all its roles; "=N": N others of the role tie with it. */
function drawChoices(data, column) {
  const rows = new Map(rowsOf(data, column).map((row) => [row.scheme.name, row]));
  const word = (role) => site.roles[role] ?? role;
  const chosen = new Map(); // by scheme
  for (const [role, index, tied, ratio] of column.choices) {
    const { name } = data.schemes[index];
    if (!chosen.has(name)) chosen.set(name, { ratio, words: [] });
    chosen.get(name).words.push(word(role) + (tied.length ? ` =${tied.length}` : ""));
  }
  const items = [...chosen].map(([name, { ratio, words }], i) => {
    const time = ` ${timeText(...timeOf(rows.get(name)))}`;
    const roles = element("span", { className: "role" }, words.join(" · "));
    return element("li", { className: i ? "" : "best" }, element("code", {}, name), time, faint(i ? ` ×${withEnds(ratio)}` : ""), roles);
  });
  refill($("#choices"), ...items);
  const compared = column.comparisons.map(([a, b, , , ratio, verdict]) => `${word(a)} / ${word(b)}: ${withEnds(ratio)}, ${verdict}`);
  $("#comparisons").textContent = compared.length ? `Time of the best of each kind: ${compared.join("; ")}.` : "";
}

// ---- all schemes of a column ----

const SHOWN = ["multiply-free", "branchless", "incremental", "setwise", "simd"];
const traitsOf = ({ scheme }) => SHOWN.filter((trait) => scheme.traits.includes(trait)).join(", ");
const timeOf = (row) => [row?.[state.unit] ?? null, row?.[`${state.unit}Half`] ?? null];
const quotientOf = (a, b) => (timeOf(a)[0] === null || timeOf(b)[0] === null ? null : timeOf(a)[0] / timeOf(b)[0]);

/** Returns the table's columns: name of the order, heading, value to sort by, contents of a cell, class of a cell. */
function tableColumns(column, base, second) {
  const ratio = (row) => (base ? quotientOf(row, base) : (row.ratio ?? null));
  const rank = (row) => row?.rankMin ?? null;
  const there = (row) => second.rows.get(row.scheme.name);
  const changed = (row) => quotientOf(there(row), row);
  return [
    ["scheme", "scheme", ({ scheme }) => scheme.name, (row) => schemeParts(row, column), "text"],
    ["time", state.unit, (row) => timeOf(row)[0], timeParts, ""],
    ["ratio", base ? `× ${base.scheme.name}` : "× the best", ratio, (row) => ratioParts(row, base, ratio(row)), "ratio"],
    ["rank", "rank", rank, (row) => [rankText(row)], "minor"],
    ...(second
      ? [
          ["time2", `${second.label}, ${state.unit}`, (row) => timeOf(there(row))[0], (row) => timeParts(there(row)), "beside"],
          ["ratio2", "second / first", changed, (row) => [ratioText(changed(row))], ""],
          ["rank2", "second rank", (row) => rank(there(row)), (row) => [rankText(there(row))], "minor"],
        ]
      : []),
    ["tables", "tables", ({ scheme }) => scheme.bytes, ({ scheme }) => [sizeText(scheme.bytes)], second ? "beside" : ""],
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
  if (value === null) return [element("span", { className: "why" }, row?.why ?? "")];
  const time = element(row.mark === 2 ? "b" : "span", {}, `${row.mark && !isBest(row) ? "= " : ""}${timeText(value, half)}`);
  return [time, element("span", { className: "half" }, half === null ? "" : ` ± ${halfText(half)}`)];
}

/** Returns a ratio on a bar that is full at eight times the best. The interval is that of the ratio to the best. */
function ratioParts(row, base, ratio) {
  const bar = element("span", { className: "bar" });
  bar.style.width = `${(100 * Math.min(Math.log2(Math.max(row.ratio ?? 1, 1)) / 3, 1)).toFixed(1)}%`;
  const interval = base || ratio === null || isBest(row) ? "" : endsText(row.ratioLow, row.ratioHigh);
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

/** Draws the table of a column; returns why the second run is not beside it, or "". */
function drawTable(data, column, other) {
  const all = rowsOf(data, column);
  const base = all.find((row) => row.scheme.name === state.ratio && row.cycles);
  const second = other && besideOf(other);
  const columns = tableColumns(column, base, second);
  const descending = state.sort.startsWith("-");
  const [key, , value] = columns.find(([name]) => name === state.sort.slice(+descending)) ?? columns[1];
  const shown = all.filter((row) => passes(row, column.piece)).sort((a, b) => order(value(a), value(b), descending));
  refill($("#schemes thead"), line(...columns.map((each) => sortHead(each, key, descending))));
  const cells = (row) => columns.slice(1).map(([, , , parts, className]) => cell(className, ...parts(row)));
  refill($("#schemes tbody"), ...shown.map((row) => line(rowHead("", ...columns[0][3](row)), ...cells(row))));
  $("#caption").textContent = `${cpuOf(state.run).label}: ${columnText(column)}. ${column.about}`;
  $("#count").textContent = `${shown.length} of ${all.length} schemes`;
  drawNotes(column, base, second);
  return other && !second ? "The second run has no such column." : "";
}

/** Returns the selected column of the second run, with its rows by scheme; null if the run has none. */
function besideOf(other) {
  const column = closest(other, state);
  if (!isSelected(other, column, state)) return null;
  const rows = new Map(rowsOf(other, column).map((row) => [row.scheme.name, row]));
  return { label: cpuOf(state.beside).label, run: runs.get(state.beside), column, rows };
}

function drawNotes(column, base, second) {
  const notes = [
    `±: half of the interval, which has ${percent(runs.get(state.run).confidence)} confidence.`,
    "=: tied with the best. Bold: best, or tied with it, and half of its interval is under 5 %.",
    base ? "× a scheme: the quotient of medians, without an interval." : "× the best: in cycles, paired by process, with its interval.",
    "rank: the range that the intervals allow.",
    "tables: of rook, bishop and queen together, as an engine carries them.",
  ];
  if (second) {
    const { label, run } = second;
    notes.push(`Second: ${label}, ${runText(run)}, ${columnText(second.column)}; ±: ${percent(run.confidence)} confidence.`);
    notes.push("second / first: the quotient of medians, without an interval.");
  }
  if (column.streamed) notes.push("‡: its view was read from the list, so that keeping it up to date is not included.");
  $("#notes").textContent = notes.join(" ");
}
