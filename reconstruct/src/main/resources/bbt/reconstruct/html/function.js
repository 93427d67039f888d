// The page of one function: its figures, callers, callees, annotated disassembly.

/** Calls between frames, by frame: callGraph().callers(id), .callees(id) with frames of callTrees. */
const callGraph = (() => {
  let made = null;
  async function make() {
    const [packed, trees] = await Promise.all([data("graph"), callTrees()]);
    const {frames} = trees.tasks;
    const number = new Map();
    frames.forEach((frame, i) => {
      if (frame.id >= 0) number.set(frame.id, i);
    });
    const edges = packed.caller.map((caller, i) => ({caller: frames[caller], callee: frames[packed.callee[i]], calls: packed.calls[i], inclusive: packed.inclusive[i], inclusiveCycles: packed.inclusiveCycles?.[i]}));
    const select = (column, other) => id => {
      const wanted = number.get(id);
      const list = [];
      if (wanted !== undefined) packed[column].forEach((frame, i) => {
        if (frame === wanted) list.push({...edges[i], frame: edges[i][other]});
      });
      return list;
    };
    return {callers: select("callee", "caller"), callees: select("caller", "callee"), leftOut: packed.leftOut};
  }
  return () => made ||= make();
})();

/** What to search so that this name alone is found. */
const exactly = name => "/^" + name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "$/";

function relatives(title, rows, total, none) {
  if (!rows.length) return h("div", null, h("h3", null, title), h("p.soft", null, none));
  const name = row => frameTitle(row.frame);
  return h("div", null, h("h3", null, title), sortable([
    {title: "Function", left: true, name: true, value: name, cell: row => row.frame.id >= 0 ? h("a", {href: "#function/" + row.frame.id}, row.frame.name) : name(row)},
    {title: "Calls", value: row => row.calls, cell: row => row.calls ? grouped(row.calls) : "–"},
    {title: "Inclusive", value: row => row[unit.inclusive], cell: row => grouped(row[unit.inclusive]), hint: unit.title + " of the lower one and all below it, when the upper one called it"},
    {title: "Share", value: row => row[unit.inclusive], cell: row => share(row[unit.inclusive], total)},
  ], {rows, sort: 2, label: title, first: 12}).element);
}

section("function", null, async (root, state, id, block) => {
  const [report, all, graph, codes, sources] = await Promise.all([data("report"), functions(), callGraph(), data("code"), data("sources")]);
  const f = all[Number(id)];
  if (!f) {
    root.replaceChildren(h("p", null, "There is no such function. ", h("a", {href: "#functions"}, "All functions")));
    return;
  }
  const total = report[unit.key], self = f[unit.self], inclusive = f[unit.inclusive];
  const facts = [
    ["Self", grouped(self), percent(self, total)], ["Inclusive", grouped(inclusive), percent(inclusive, total)], ["Calls", grouped(f.calls)],
    ...(f.calls ? [["Self per call", fixed(self / f.calls, 1)], ["Inclusive per call", fixed(inclusive / f.calls, 1)]] : []),
    ...(report.cycles !== undefined && f.self ? [["Cycles per instruction", fixed(f.cycles / f.self, 2)]] : []),
  ];
  root.replaceChildren(
    h("h2.mono", null, f.name),
    h("p.soft", null, `${f.program} · at `, h("code", null, f.address), " · ",
      h("a", {href: "#flame?q=" + encodeURIComponent(exactly(f.name))}, "find in the flame graph")),
    h("dl.row", null, ...facts.map(([name, value, part]) => h("div", null, h("dt", null, name), h("dd", null, value, part ? h("span.soft", null, "  " + part) : "")))),
    h("div.columns", null,
      relatives("Called by", graph.callers(f.id), total, "Nobody called it: it was entered by a trap, a return, or a start."),
      relatives("Calls", graph.callees(f.id), total, "It called nothing.")),
    ...(codes ? [h("h3", null, "Disassembly"), codeOf(f, codes, sources)] : []));
  const start = block && root.querySelector("#at-" + CSS.escape(block));
  if (start) {
    start.scrollIntoView({block: "center"});
    start.classList.add("here");
  } else scrollTo(0, 0);
}, "functions");
