// SPDX-License-Identifier: MIT
"use strict";

// ---- the best scheme of each CPU and use ----

/** Draws the CPUs beside each other. Its links select a column and nothing else, so only a new CPU changes it. */
function drawWinners() {
  const cpus = site.cpus.filter(({ best }) => best); // those of the page, the chosen one first
  cpus.sort((a, b) => (b.name === state.cpu) - (a.name === state.cpu));
  const names = cpus.map((cpu) => {
    const href = address({ cpu: cpu.name, run: cpu.main }, DEFAULTS);
    const className = `text first${cpu.name === state.cpu ? " chosen" : ""}`;
    return element("th", { scope: "colgroup", colSpan: 4, className }, element("a", { href, "data-focus": cpu.name }, cpu.label));
  });
  const minor = ["/ PEXT", "/ fancy"].map((text) => columnHead("minor", text));
  const heads = [columnHead("text first", "scheme"), columnHead("", "cycles"), ...minor];
  const use = element("th", { scope: "col", rowSpan: 2, className: "text" }, "use");
  refill($("#winners thead"), line(use, ...names), line(...cpus.flatMap(() => heads.map((head) => head.cloneNode(true)))));
  const lines = site.uses.map((name, i) => {
    const head = rowHead(name.includes("cold") ? "cold" : "", name);
    return line(head, ...cpus.flatMap((cpu) => winnerCells(cpu, i)));
  });
  refill($("#winners tbody"), ...lines);
}

/** Returns the cells of a CPU's best scheme: scheme, cycles, and its time over that of PEXT and of fancy magic. */
function winnerCells(cpu, use) {
  if (!cpu.best[use]) return [cell("text first faint", "–"), cell(""), cell("minor"), cell("minor")];
  const [scheme, cycles, half, bold, tied, pext, fancy, note, piece, workload, mode] = cpu.best[use];
  const href = address({ cpu: cpu.name, run: cpu.main, piece, workload, mode }, DEFAULTS);
  const name = element("a", { href, "data-focus": `${cpu.name} ${use}` }, broken(scheme));
  name.addEventListener("click", () => $("#choosers").scrollIntoView());
  const ties = tied ? [faint(` =${tied}`, `${tied} others tie with it`)] : [];
  const time = cell("", element(bold ? "b" : "span", {}, timeText(cycles, half)));
  time.title = [`± ${halfText(half)}`, note].filter(Boolean).join(", ");
  const over = (ratio) => cell("minor faint", ratioText(ratio));
  return [cell("text first", name, ...ties), time, over(pext), over(fancy)];
}

// ---- pictures and files ----

function drawPictures() {
  const { name, label, best } = site.cpus.find((cpu) => cpu.name === state.cpu);
  const pictures = [
    ["cold-caches.svg", "Cycles per queen against KiB of other work, one panel per CPU"],
    best && [`${encodeURIComponent(name)}/tables-against-time.svg`, `${label}: bytes of tables against cycles`],
  ];
  const figures = pictures.filter(Boolean).map(([src, alt]) => {
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
