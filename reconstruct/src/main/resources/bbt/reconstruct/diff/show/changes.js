// What changed between A and B, in numbers and colours: what all sections of a comparison share.

/** A difference with its sign. */
const signed = value => (value > 0 ? "+" : value < 0 ? "−" : "") + grouped(Math.abs(value));

/** The change as a share of A, as the text report has it. */
function relative(a, b) {
  if (a === 0) return b === 0 ? "" : "new";
  if (b === 0) return "gone";
  const part = 100 * (b - a) / a;
  return Math.abs(part) >= 1000 ? "×" + fixed(b / a, 0) : (part > 0 ? "+" : part < 0 ? "−" : "") + fixed(Math.abs(part), 2) + " %";
}

/** How much of the larger of both the change is: -1 where all vanished, 1 where all is new. */
const extent = (a, b) => (b - a) / Math.max(1, a, b);

const darkScheme = () => {
  const scheme = document.documentElement.dataset.scheme;
  return scheme ? scheme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** Red where B costs more, blue where it costs less; the stronger, the more of it changed. */
function changeColour(a, b) {
  const dark = darkScheme();
  if (a === b) return dark ? "hsl(45 6% 26%)" : "hsl(45 30% 92%)";
  const strength = Math.sqrt(Math.abs(extent(a, b)));
  return `hsl(${b > a ? 8 : 215} ${dark ? 55 : 75}% ${dark ? 24 + 20 * strength : 94 - 36 * strength}%)`;
}

const FATES = {appeared: "only in B", vanished: "only in A", changed: "changed", same: "the same"};

/** A function's name, with its program where that is not obvious. */
const changedName = f => !f.program || f.name.startsWith(f.program) ? f.name : `${f.name} (${f.program})`;

/** How much more or less each call of a cause costs itself. */
const relativeEach = c => c.mostlyOwn ? relative(c.eachA, c.eachB) : "";

/** That the numbers are of a part of what was executed, if they are. */
const numbersNote = diff => diff.words.numbers ? [h("p.note.numbers", null, diff.words.numbers)] : [];

/** The same at the head of a section. */
const noteNumbers = async root => root.prepend(...numbersNote(await data("diff")));

/** A cell with a number of the JSON comparison, which says its key. */
const keyed = (key, text) => h("span", {"data-key": key}, text);

/** A change with a bar to the left (less) or right (more) of the middle; most is the longest. */
function changeBar(change, most) {
  const bar = h("span.changebar", null, h("i." + (change > 0 ? "more" : "less")));
  bar.style.setProperty("--part", most ? Math.abs(change) / most : 0);
  return bar;
}

/** Columns of a table of changes. key(row): the row's place in the JSON comparison. */
function changeColumns(key, title, hint, names = {}) {
  const a = names.a ?? "instructionsA", b = names.b ?? "instructionsB";
  const change = row => row[b] - row[a];
  return [
    {title: "B − A", value: row => Math.abs(change(row)), hint: hint + "; sorted by size, whatever its sign", cell: row => h("span", {"data-change": key(row), class: change(row) > 0 ? "more" : change(row) < 0 ? "less" : null}, signed(change(row)))},
    {title: "of A", value: row => row[a] ? change(row) / row[a] : row[b] ? Infinity : 0, cell: row => relative(row[a], row[b]), hint: "The change as a share of A"},
    {title: `${title} A`, value: row => row[a], cell: row => keyed(`${key(row)}.${a}`, grouped(row[a]))},
    {title: `${title} B`, value: row => row[b], cell: row => keyed(`${key(row)}.${b}`, grouped(row[b]))},
  ];
}

/** Chooses rows by what became of them. */
function fateChoice(rows, chosen) {
  const count = fate => rows.filter(row => row.fate === fate).length;
  const select = h("select", {"aria-label": "What became of it", onchange: () => chosen(select.value)},
    h("option", {value: ""}, "All"), h("option", {value: "more"}, "More in B"), h("option", {value: "less"}, "Less in B"), h("option", {value: "different"}, `Not the same  ${grouped(rows.length - count("same"))}`),
    ...Object.entries(FATES).map(([fate, text]) => h("option", {value: fate}, `${text[0].toUpperCase()}${text.slice(1)}  ${grouped(count(fate))}`)));
  return select;
}

const fateMatches = (row, wanted) => wanted === "more" ? row.change > 0 : wanted === "less" ? row.change < 0 : !wanted || (wanted === "different" ? row.fate !== "same" : row.fate === wanted);

/** A mark before a name: appeared, vanished. */
const fateMark = fate => h("span.fate", {title: FATES[fate]}, fate === "appeared" ? "+" : fate === "vanished" ? "−" : "");
