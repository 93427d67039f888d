// The section with the flame graph of all tasks or one.

section("flame", "Flame graph", async (root, state) => {
  if (!root.panel) root.panel = await flameSection(root);
  root.panel.restore(state);
}, null, FLAME_KEYS);

async function flameSection(root) {
  const [report, trees] = await Promise.all([data("report"), callTrees()]);
  const graph = new FlameGraph();
  graph.openFrame = frame => {
    if (frame.id >= 0) location.hash = "#function/" + frame.id;
  };
  const panel = flamePanel(root, {
    graph, trees,
    weight: () => unit.weight,
    whole: () => report[unit.key],
    apply() {
      graph.word = unit.title;
    },
    describe(node, tree) {
      const frame = tree.of(node);
      return [h("strong", null, frameTitle(frame)), frame.program ? ` ${frame.program}` : "",
        ` · ${grouped(tree.total[node])} ${unit.word}, ${percent(tree.total[node], report[unit.key])} · self ${grouped(tree.self[node])} · `,
        `${isTrap(frame) ? "times" : "calls"} ${grouped(tree.calls[node])}`,
        frame.id >= 0 ? " · " : "", frame.id >= 0 ? h("a", {href: "#function/" + frame.id}, "callers, callees, disassembly") : ""];
    },
    tools: [],
    legend: frameLegend(["match", "match"]),
    note: h("p.note", null, trees.smallest > 1
      ? `Call paths with fewer than ${grouped(trees.smallest)} instructions are summed up under “[deeper]” of their caller.`
      : "Every call path is shown."),
  });
  return panel;
}
