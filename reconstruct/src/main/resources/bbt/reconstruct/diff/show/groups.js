// Two groups of runs: every run's value, and what separates the groups.

/** A line with a dot for each run: A above, B below; all between the least and the greatest value. */
function dots({a, b}) {
  const low = Math.min(...a, ...b), high = Math.max(...a, ...b);
  const strip = h("span.dots", {title: `A: ${a.map(grouped).join(", ")}; B: ${b.map(grouped).join(", ")}`});
  for (const [values, kind] of [[a, "less"], [b, "more"]]) {
    for (const value of values) {
      const dot = h("i." + kind);
      dot.style.setProperty("--at", high > low ? (value - low) / (high - low) : 0.5);
      strip.append(dot);
    }
  }
  return strip;
}

const probability = p => p < 0.0001 ? p.toExponential(1) : fixed(p, 4);

section("summary", "Groups", async (root, state) => {
  if (!root.firstChild) {
    const [groups, page] = await Promise.all([data("groups"), data("page")]);
    const total = groups.instructions;
    const runs = side => h("div", null, h("h3", null, h("span.badge." + side, null, side.toUpperCase()), ` ${grouped(groups[side].length)} run${groups[side].length === 1 ? "" : "s"}`),
      h("ul.plain", null, ...groups[side].map(file => h("li.mono", null, file, groups.cut.includes(file) ? h("span.soft", null, "  cut: the least that it executed") : "", groups.unlike.includes(file) ? h("span.soft", null, `  not recorded as ${groups.a[0]} is: does not compare`) : ""))));
    const key = f => `functions.${f.i}`;
    const table = sortable([
      {title: "Function", left: true, name: true, value: f => f.name},
      {title: "Program", left: true, value: f => f.program},
      {title: "Runs", left: true, value: f => f.change, cell: dots},
      {title: "B − A", value: f => Math.abs(f.change), cell: f => h("span", {"data-change": key(f), class: f.change > 0 ? "more" : "less"}, signed(f.change)), hint: "Of the medians of own instructions; sorted by size, whatever its sign"},
      {title: "of A", value: f => f.medianA ? f.change / f.medianA : Infinity, cell: f => relative(f.medianA, f.medianB)},
      {title: "Median A", value: f => f.medianA, cell: f => keyed(key(f) + ".medianA", grouped(f.medianA))},
      {title: "Median B", value: f => f.medianB, cell: f => keyed(key(f) + ".medianB", grouped(f.medianB))},
      {title: "p", value: f => -f.probability, cell: f => keyed(key(f) + ".probability", probability(f.probability)), hint: "How likely chance alone separates the groups so, by the rank-sum test"},
    ], {rows: groups.functions.map((f, i) => ({...f, i})), sort: 3, text: f => f.name, label: "functions that separate the groups", key: "", empty: "No function separates the groups."});
    root.append(
      h("p.verdict", null, h("strong", null, total.separate ? "Told apart" : "Not told apart"), ": the median of B is ",
        total.change ? h("b", {class: total.change > 0 ? "more" : "less"}, grouped(Math.abs(total.change)), ` instructions ${total.change > 0 ? "more" : "fewer"}`) : "the same",
        total.change ? ` than A's, ${relative(total.medianA, total.medianB)}` : " as A's", `; p = ${probability(total.probability)}.`),
      h("dl.row", null, h("div", null, h("dt", null, "Median A"), h("dd", null, keyed("instructions.medianA", grouped(total.medianA)))), h("div", null, h("dt", null, "Median B"), h("dd", null, keyed("instructions.medianB", grouped(total.medianB)))),
        h("div", null, h("dt", null, "Instructions of each run"), h("dd", null, dots(total)))),
      h("div.columns", null, runs("a"), runs("b")),
      h("h2", null, "Functions that separate the groups"),
      h("div.tools", null, table.field, table.count), table.element,
      h("p.note", null, keyed("separateFunctions", grouped(groups.separateFunctions)), " of ", keyed("varyingFunctions", grouped(groups.varyingFunctions)), " functions that are not the same in all runs have no value of one group between those of the other. "
        + `With groups of these sizes p is not below ${probability(groups.smallestProbability)} where all values differ; chance alone would separate some ${grouped(Math.round(groups.expectedFunctions))} of them.`
        + (page.selection ? ` Only ${page.selection}.` : "")));
    document.getElementById("facts").textContent = `${total.separate ? "told apart" : "not told apart"} · B − A: ${signed(total.change)} instructions`;
    root.table = table;
  }
  root.table.restore(state);
});

start();
