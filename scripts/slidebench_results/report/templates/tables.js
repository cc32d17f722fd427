// SPDX-License-Identifier: MIT
"use strict";

// ---- the best scheme of each CPU and use ----

/** Draws the CPUs beside each other. Its links select a column and nothing else, so only a new CPU changes it. */
function drawWinners() {
  const cpus = [...site.cpus].sort((a, b) => (b.name === state.cpu) - (a.name === state.cpu)); // the chosen one first
  const names = cpus.map((cpu) => {
    const link = element("a", { href: address({ cpu: cpu.name, run: cpu.main }, DEFAULTS), textContent: cpu.label, "data-focus": cpu.name });
    return element("th", { scope: "colgroup", colSpan: 4, className: `text first${cpu.name === state.cpu ? " chosen" : ""}` }, link);
  });
  const heads = cpus.flatMap(() => [["scheme", "text first"], ["cycles", ""], ["/ PEXT", "minor"], ["/ fancy", "minor"]]);
  refill(
    $("#winners thead"),
    element("tr", {}, element("th", { scope: "col", rowSpan: 2, className: "text", textContent: "use" }), ...names),
    element("tr", {}, ...heads.map(([textContent, className]) => element("th", { scope: "col", className, textContent }))),
  );
  refill($("#winners tbody"), ...site.uses.map((use, i) => element("tr", {}, element("th", { scope: "row", className: use.includes("cold") ? "cold" : "", textContent: use }), ...cpus.flatMap((cpu) => winnerCells(cpu, i)))));
}

/** Returns a name that may be broken after each underscore. */
function broken(name) {
  const parts = name.split(/(?<=_)/).flatMap((part) => [part, element("wbr")]);
  return element("code", {}, ...parts.slice(0, -1));
}

/** Returns the cells of a CPU's best scheme: scheme, cycles, and its time over that of PEXT and of fancy magic. */
function winnerCells(cpu, use) {
  const found = cpu.best[use];
  if (!found) return [element("td", { className: "text first faint", textContent: "–" }), element("td"), element("td", { className: "minor" }), element("td", { className: "minor" })];
  const [scheme, cycles, half, bold, tied, pext, fancy, note, piece, workload, mode] = found;
  const href = address({ cpu: cpu.name, run: cpu.main, piece, workload, mode }, DEFAULTS);
  const link = element("a", { href, "data-focus": `${cpu.name} ${use}` }, broken(scheme));
  link.addEventListener("click", () => $("#choosers").scrollIntoView());
  const over = (ratio) => element("td", { className: "minor faint", textContent: ratio === null ? "" : ratioText(ratio) });
  return [
    element("td", { className: "text first" }, link, ...(tied ? [element("span", { className: "faint", textContent: ` =${tied}`, title: `${tied} others tie with it` })] : [])),
    element("td", { title: [`± ${halfText(half)}`, note].filter(Boolean).join(", ") }, element(bold ? "b" : "span", { textContent: timeText(cycles, half) })),
    over(pext),
    over(fancy),
  ];
}

// ---- the best scheme of each kind in a column ----

/** Draws each chosen scheme once, with all its roles; "=N": N others of the role tie with it. */
function drawChoices(data, column) {
  const rows = new Map(rowsOf(data, column).map((row) => [row.scheme.name, row]));
  const name = (index) => data.schemes[index].name;
  const word = (role) => site.roles[role] ?? role;
  const roles = new Map(); // by scheme
  for (const [role, scheme, tied, ratio] of column.choices) {
    const found = roles.get(name(scheme)) ?? { ratio, words: [] };
    found.words.push(word(role) + (tied.length ? ` =${tied.length}` : ""));
    roles.set(name(scheme), found);
  }
  const items = [...roles].map(([scheme, { ratio, words }], i) => {
    const row = rows.get(scheme);
    const over = element("span", { className: "faint", textContent: i ? ` ×${withEnds(ratio)}` : "" });
    return element("li", { className: i ? "" : "best" }, element("code", { textContent: scheme }), ` ${timeText(row[state.unit], row[`${state.unit}Half`])}`, over, element("span", { className: "role", textContent: words.join(" · ") }));
  });
  refill($("#choices"), ...items);
  const comparisons = column.comparisons.map(([role, other, , , ratio, verdict]) => `${word(role)} / ${word(other)}: ${withEnds(ratio)}, ${verdict}`);
  $("#comparisons").textContent = comparisons.length ? `Time of the best of each kind: ${comparisons.join("; ")}.` : "";
}

// ---- all schemes of a column ----

/** Returns the columns of the table: name of the order, heading, value to sort by, cell, class. */
function heads(column, base, second) {
  const { unit } = state;
  const time = (row) => row?.[unit] ?? null;
  const quotient = (a, b) => (time(a) === null || time(b) === null ? null : time(a) / time(b));
  const number = (value) => (value === null ? "" : ratioText(value));
  const ratio = (row) => (base ? quotient(row, base) : (row.ratio ?? null));
  const found = [
    ["scheme", "scheme", (row) => row.scheme.name, (row) => schemeCell(row, column), "text"],
    ["time", unit, time, (row) => timeCell(row), ""],
    ["ratio", base ? `× ${base.scheme.name}` : "× the best", ratio, (row) => ratioCell(row, base ? number(ratio(row)) : null), ""],
    ["rank", "rank", (row) => (row.rankMin ? row.rankMin + row.rankMax / 1e4 : null), (row) => text(row.rankMin ? rankText(row) : ""), "minor"],
    ["tables", "tables", (row) => row.scheme.bytes, (row) => text(sizeText(row.scheme.bytes)), ""],
    ["traits", "traits", (row) => traitsOf(row.scheme), (row) => text(traitsOf(row.scheme)), "text minor"],
    ["needs", "needs", (row) => row.scheme.needs, (row) => text(row.scheme.needs), "text minor"],
    ["family", "family", (row) => row.scheme.family, (row) => text(row.scheme.family), "text least"],
    ["idea", "idea", (row) => row.scheme.title, (row) => ideaCell(row.scheme), "text least idea"],
  ];
  if (!second) return found;
  const there = (row) => second.rows.get(row.scheme.name);
  const beside = [
    ["time2", `${second.label}, ${unit}`, (row) => time(there(row)), (row) => timeCell(there(row) ?? { why: "" }), "beside"],
    ["ratio2", "second / first", (row) => quotient(there(row), row), (row) => text(number(quotient(there(row), row))), "beside"],
    ["rank2", "second rank", (row) => there(row)?.rankMin ?? null, (row) => text(there(row)?.rankMin ? rankText(there(row)) : ""), "beside minor"],
  ];
  return [...found.slice(0, 4), ...beside, ...found.slice(4)];
}

const SHOWN = ["multiply-free", "branchless", "incremental", "setwise", "simd"];
const traitsOf = ({ traits }) => SHOWN.filter((trait) => traits.includes(trait)).join(", ");
const text = (textContent) => element("td", { textContent });

function schemeCell({ scheme }, column) {
  const mark = column.streamed && scheme.traits.includes("incremental") ? "‡" : "";
  const kind = scheme.twin ? " copy" : scheme.traits.includes("mock") ? " empty loop" : "";
  return element("th", { scope: "row", title: scheme.title }, broken(scheme.name), mark, element("span", { className: "faint", textContent: kind }));
}

function ideaCell(scheme) {
  const credit = scheme.source ? element("a", { href: scheme.source, rel: "noopener", textContent: scheme.credit || "source" }) : scheme.credit;
  return element("td", {}, `${scheme.title}; `, credit, scheme.twin ? ` (copy of ${scheme.twin})` : "");
}

function timeCell(row) {
  if (row.why !== undefined) return element("td", { className: "why", textContent: row.why });
  const [value, half] = [row[state.unit], row[`${state.unit}Half`]];
  const shown = element(row.mark === 2 ? "b" : "span", { textContent: `${row.mark && !isBest(row) ? "= " : ""}${timeText(value, half)}` });
  return element("td", {}, shown, element("span", { className: "half", textContent: half === null ? "" : ` ± ${halfText(half)}` }));
}

function ratioCell(row, quotient) {
  if (row.why !== undefined) return element("td");
  const ratio = row.ratio ?? null;
  const cell = element("td", { className: "ratio" });
  if (ratio !== null) cell.style.setProperty("--slow", Math.min(Math.log2(Math.max(ratio, 1)) / 3, 1).toFixed(3)); // 8 times the best: all of it
  if (quotient !== null) cell.append(quotient);
  else if (ratio !== null) {
    const interval = isBest(row) ? "" : endsText(row.ratioLow, row.ratioHigh);
    cell.append(ratioText(ratio), element("span", { className: "half", textContent: interval }));
  }
  return cell;
}

function passes({ scheme }, piece) {
  const wanted = state.only.split(",").filter(Boolean);
  const searched = [scheme.name, scheme.family, scheme.title, scheme.credit].join(" ").toLowerCase();
  const has = (trait) => (trait === "no-tables" ? scheme.no_tables.includes(piece) : scheme.traits.includes(trait));
  return wanted.every(has) && state.search.toLowerCase().split(/\s+/).every((word) => searched.includes(word));
}

/** Compares two values: the least first, or the greatest first; unknown ones are always last. */
function order(a, b, descending) {
  if (a === null || b === null) return (a === null) - (b === null);
  return (descending ? -1 : 1) * (typeof a === "string" ? a.localeCompare(b) : a - b);
}

function headCell([key, textContent, , , className], sortedBy, descending) {
  const current = key === sortedBy;
  const button = element("button", { type: "button", "data-focus": key }, textContent, element("span", { ariaHidden: "true", textContent: current ? (descending ? " ▾" : " ▴") : "" }));
  button.addEventListener("click", () => change({ sort: current && !descending ? `-${key}` : key }));
  return element("th", { scope: "col", className, ariaSort: current ? (descending ? "descending" : "ascending") : "none" }, button);
}

/** Draws the table of a column; returns why the second run is not beside it, or "". */
function drawTable(data, column, other) {
  const all = rowsOf(data, column);
  const second = other && besideOf(other);
  const columns = heads(column, all.find((row) => row.scheme.name === state.ratio && row.cycles), second);
  const descending = state.sort.startsWith("-");
  const by = columns.find(([key]) => key === state.sort.slice(+descending)) ?? columns[1];
  const shown = all.filter((row) => passes(row, column.piece)).sort((a, b) => order(by[2](a), by[2](b), descending));
  refill($("#schemes thead"), element("tr", {}, ...columns.map((head) => headCell(head, by[0], descending))));
  refill(
    $("#schemes tbody"),
    ...shown.map((row) =>
      element("tr", {}, ...columns.map(([, , , cell, className]) => {
        const made = cell(row);
        if (className) made.classList.add(...className.split(" "));
        return made;
      })),
    ),
  );
  $("#caption").textContent = `${cpuOf(state.run).label}: ${columnText(column)}. ${column.about}`;
  $("#count").textContent = `${shown.length} of ${all.length} schemes`;
  drawNotes(column, second);
  return other && !second ? "The second run has no such column." : "";
}

/** Returns the selected column of the second run: its rows by scheme; null if the run has none. */
function besideOf(other) {
  const column = closest(other, state);
  if (!isSelected(other, column, state)) return null;
  return { label: cpuOf(state.beside).label, column, rows: new Map(rowsOf(other, column).map((row) => [row.scheme.name, row])) };
}

function drawNotes(column, second) {
  const { confidence } = runs.get(state.run);
  const notes = [
    `±: half of the interval, which has ${percent(confidence)} confidence.`,
    "=: best, or tied with it; bold if half of its interval is also under 5 %.",
    state.ratio ? "× a chosen scheme: the quotient of medians, without an interval." : "× the best: in cycles, paired by process, with its interval.",
    "rank: the range that the intervals allow.",
    "tables: of rook, bishop and queen together, as an engine carries them.",
  ];
  if (second) notes.push(`Beside it: ${cpuOf(state.beside).label}, ${runText(runs.get(state.beside))}, ${columnText(second.column)}, intervals of ${percent(runs.get(state.beside).confidence)} confidence. second / first: the quotient of medians, without an interval.`);
  if (column.streamed) notes.push("‡: its view was read from the list, so that keeping it up to date is not included.");
  $("#notes").textContent = notes.join(" ");
}

// ---- pictures and files ----

function drawPictures() {
  const { name, label } = site.cpus.find((cpu) => cpu.name === state.cpu);
  const pictures = [
    ["cold-caches.svg", "Cycles per queen against KiB of other work, one panel per CPU"],
    [`${encodeURIComponent(name)}/tables-against-time.svg`, `${label}: bytes of tables against cycles`],
  ];
  const figures = pictures.map(([src, alt]) => {
    const image = element("img", { alt, loading: "lazy" });
    const figure = element("figure", {}, image, element("figcaption", { textContent: alt }));
    image.onerror = () => figure.remove(); // a result may have too few columns to draw
    image.src = src;
    return figure;
  });
  $("#pictures").replaceChildren(...figures);
}

function drawFiles() {
  const names = ["CPU", "compiler", "level", "processes", "date", "commit", "files", "notes"];
  $("#files thead").append(element("tr", {}, ...names.map((textContent) => element("th", { scope: "col", className: "text", textContent }))));
  for (const cpu of site.cpus)
    for (const run of cpu.runs.map((name) => runs.get(name))) {
      const cells = [run.compiler, run.level, run.processes, run.date, run.commit].map((textContent) => element("td", { className: "text", textContent }));
      const links = element("td", { className: "text" }, element("a", { href: run.csv, textContent: "CSV" }), " ", element("a", { href: run.json, textContent: "JSON" }));
      $("#files tbody").append(element("tr", {}, element("th", { scope: "row", textContent: cpu.label }), ...cells, links, element("td", { className: "text", textContent: run.caveats.join("; ") })));
    }
}

theme(darkSystem.matches);
listen();
drawFiles();
show();
