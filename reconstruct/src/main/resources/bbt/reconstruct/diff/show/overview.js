// What came of the comparison, in one view.

/** The runs as they are called. */
function runNames(diff) {
  return h("table.facts.runs", {"aria-label": "Runs"}, ...["a", "b"].map(side => h("tr", null, h("th", {scope: "row"}, side.toUpperCase()), h("td", {"data-key": side}, diff[side]))));
}

function verdict(diff) {
  if (diff.identical) return h("p.verdict", null, h("strong", null, "Identical"), `: ${diff.words.knownBy}.`);
  const cut = diff.words.cut.map(text => h("span.cut", null, " " + text));
  if (diff.divergence?.kind === "cut") return h("p.verdict", null, h("strong", null, "The same as far as both are recorded"), ".", ...cut);
  if (!diff.divergence) return h("p.verdict", null, h("strong", null, "Nothing differs in what could be compared"), "; not all of it could.", ...cut);
  if (diff.recordedAlike === false) return h("p.verdict", null, h("strong", null, "Not recorded alike"), ": how much A and B executed does not compare",
    ...(diff.changes ? ["; A has ", keyed("changes.instructions.instructionsA", grouped(diff.changes.instructions.instructionsA)), " instructions recorded, B ",
      keyed("changes.instructions.instructionsB", grouped(diff.changes.instructions.instructionsB))] : []), ".", ...cut);
  if (!diff.changes) return h("p.verdict", null, h("strong", null, "Different"), ".", ...cut);
  const {instructionsA: a, instructionsB: b} = diff.changes.instructions;
  if (a === b) return h("p.verdict", null, h("strong", null, "Different"), ", with as many instructions: ", keyed("changes.instructions.instructionsA", grouped(a)), ".", ...cut);
  return h("p.verdict", null, h("strong", null, "Different"), ": B executes ",
    h("b", {class: "total " + (b > a ? "more" : "less")}, grouped(Math.abs(b - a))), ` instruction${Math.abs(b - a) === 1 ? "" : "s"} ${b > a ? "more" : "fewer"} than A, ${relative(a, b)}: `,
    keyed("changes.instructions.instructionsA", grouped(a)), " → ", keyed("changes.instructions.instructionsB", grouped(b)), ".", ...cut);
}

function configurationTable(diff) {
  const value = text => text === null || text === undefined ? h("span.soft", null, "(not there)") : text === "" ? h("span.soft", null, "(empty)") : h("span.mono", null, text);
  return h("div.scroll", null, h("table.sides-table", {"aria-label": "Configured differently"},
    h("thead", null, h("tr", null, ...["", "A", "B"].map(t => h("th.left", null, t)))),
    h("tbody", null, ...diff.configuration.map(({key, a, b}) => h("tr", null, h("th.left", {scope: "row"}, key), h("td.left", null, value(a)), h("td.left", null, value(b)))))));
}

/** Bars to both sides. rows: {name: an element, change, text: of A}. */
function changeChart(label, rows) {
  const most = Math.max(1, ...rows.map(row => Math.abs(row.change)));
  const chart = h("div.chart.both", {role: "group", "aria-label": label});
  for (const row of rows) chart.append(row.name, changeBar(row.change, most), h("b", null, signed(row.change), h("span", null, row.relative)));
  if (!rows.length) chart.append(h("span.soft", null, "none"));
  return chart;
}

/** What was damaged or missing in one of the traces. */
function diffWarnings(diff) {
  const list = [["A", diff.problemsA], ["B", diff.problemsB]].flatMap(([side, problems]) => problems.map(p => [side, p]));
  if (!list.length) return [];
  const cut = list.every(([, p]) => p.cut);
  const SHOWN = 20;
  const items = list.slice(0, SHOWN).map(([side, p]) => h("li", null, `${side}, ${p.cut ? "cut at offset" : "offset"} ${grouped(p.offset)}: ${p.message}`));
  if (list.length > SHOWN) items.push(h("li", null, `${grouped(list.length - SHOWN)} more`));
  return [h("div.notice", {role: "alert"}, h("strong", null, cut ? "A trace ends early. " : "Parts of these traces are damaged or do not agree. "),
    "Only what could be rebuilt is compared.", h("ul", null, ...items))];
}

section("summary", "Summary", async root => {
  if (root.firstChild) return;
  const [diff, page] = await Promise.all([data("diff"), data("page")]);
  root.append(...diffWarnings(diff), runNames(diff), verdict(diff), ...diff.words.recorded.map(text => h("p.recorded.wide", null, text)), ...numbersNote(diff));
  if (diff.words.parts) root.append(h("p.parts.wide", null, diff.words.parts.replace(/-(?=[0-9])/g, "−")));
  if (page.selection) root.append(h("p.note", null, `Only a part is compared: ${page.selection}.` + (diff.selection === page.selection ? "" : ` The first divergence is that of ${diff.selection ?? "the whole runs"}.`)));
  if (diff.elsewhere) root.append(h("p.elsewhere.wide", null, `The whole runs part elsewhere, after ${grouped(diff.elsewhere.instructions)} instructions: ${diff.elsewhere.why}`));
  if (diff.configuration.length) root.append(h("h2", null, "Configured differently"), configurationTable(diff));
  if (diff.divergence) {
    const d = diff.divergence;
    root.append(h("h2", null, h("a", {href: "#divergence"}, "First divergence"), ": ", diff.words.kind), h("p.wide", null, d.why), moment(diff));
  }
  if (!diff.changes) return;
  const {causes, tasks, exceptions} = diff.changes;
  const shown = Math.min(page.top, 40);
  const causeRow = c => ({name: h("a", {href: "#causes?q=" + encodeURIComponent(c.name), title: `${changedName(c)}: ${c.what}`}, fateMark(c.fate), changedName(c)), change: c.change, relative: relativeEach(c)});
  const taskRow = t => ({name: h("span", {title: t.title}, fateMark(t.fate), t.title), change: t.change, relative: relative(t.instructionsA, t.instructionsB)});
  root.append(h("div.columns", null,
    h("div", null, h("h2", null, h("a", {href: "#causes"}, "What caused it"), ": functions that do otherwise themselves"), changeChart("What caused it", causes.slice(0, shown).map(causeRow)),
      h("p.note", null, "Beside it how much more or less each call costs itself, without what it calls.")),
    h("div", null, h("h2", null, h("a", {href: "#tasks"}, "By task"), ", and interrupts whatever task they came in"), changeChart("By task", tasks.filter(t => t.change !== 0).slice(0, shown).map(taskRow)))));
  const counted = exceptions.map((e, i) => ({...e, i})).filter(e => e.countA !== e.countB).sort((x, y) => Math.abs(y.countB - y.countA) - Math.abs(x.countB - x.countA));
  if (counted.length) {
    root.append(h("h2", null, h("a", {href: "#exceptions"}, "By exception"), ", number taken"),
      changeChart("By exception", counted.slice(0, shown).map(e => ({name: h("span", {title: e.name}, fateMark(e.fate), e.name), change: e.countB - e.countA, relative: relative(e.countA, e.countB)}))));
  }
});
