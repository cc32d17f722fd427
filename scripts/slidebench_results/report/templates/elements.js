// SPDX-License-Identifier: MIT
"use strict";

// Elements of the page, and numbers as text. Texts of results become text nodes, never markup.

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

const timeText = (value, half) => value.toFixed(half === null || half < 0.05 ? 2 : half < 0.5 ? 1 : 0);
const halfText = (half) => (half === null ? "" : half < 0.005 ? "<0.01" : half.toFixed(half < 1 ? 2 : 1));
const ratioText = (ratio) => ratio?.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0) ?? "";
const endsText = (low, high) => (low === null ? "" : ` [${ratioText(low)}, ${ratioText(high)}]`);
const isBest = ({ ratio, ratioLow, ratioHigh }) => ratio === 1 && ratioLow === 1 && ratioHigh === 1; // of its column
const withEnds = ([ratio, low, high]) => ratioText(ratio) + endsText(low, high);
const rankText = (row) => (!row?.rankMin ? "" : row.rankMin === row.rankMax ? `${row.rankMin}` : `${row.rankMin}–${row.rankMax}`);
const percent = (confidence) => (confidence === null ? "an unknown" : `${Math.round(confidence * 100)} %`);

function sizeText(bytes) {
  if (bytes < 2 ** 10) return `${bytes} B`;
  const [unit, size] = bytes < 2 ** 20 ? ["KiB", 2 ** 10] : ["MiB", 2 ** 20];
  return `${+(bytes / size).toPrecision(3)} ${unit}`;
}
