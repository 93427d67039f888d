// The call trees of both runs laid over each other.

/** Widths of a differential flame graph. */
const WIDTHS = {
  change: {title: "Change", word: "Instructions gained and lost", weight: (c, i) => Math.abs(c.b[i] - c.a[i]), hint: "Width: instructions gained and lost"},
  both: {title: "Both runs", word: "Instructions", weight: (c, i) => Math.max(c.a[i], c.b[i]), hint: "Width: instructions in the run that has more"},
};

/** See treesOf; columns a, b (own instructions), callsA, callsB. */
const diffTrees = (() => {
  let made = null;
  async function make() {
    const packed = await data("calls");
    const frames = packed.frames.map(([kind, name, program]) => ({kind, name, program, id: -1}));
    const columns = Object.fromEntries(["a", "b", "callsA", "callsB"].map(name => [name, Float64Array.from(packed[name])]));
    const tasks = new CallTree(frames, Int32Array.from(packed.frame), Int32Array.from(packed.depth), columns, WIDTHS.both.weight);
    return {...treesOf(tasks, frameTitle), foldedPaths: packed.folded};
  }
  return () => made ||= make();
})();

/** What became of a node: by all that was entered or executed in it and below. */
function fateOf(tree, node) {
  const inA = tree.sum("a")[node] + tree.sum("callsA")[node] > 0, inB = tree.sum("b")[node] + tree.sum("callsB")[node] > 0;
  return inA && !inB ? "vanished" : inB && !inA ? "appeared" : "changed";
}

section("flame", "Flame graph", async (root, state) => {
  if (!root.panel) {
    root.panel = await diffFlame(root);
    await noteNumbers(root);
  }
  root.panel.restore(state);
}, null, [...FLAME_KEYS, ["w", "the other width"]]);

async function diffFlame(root) {
  const trees = await diffTrees();
  const graph = new FlameGraph();
  const node = (tree, i) => ({a: tree.sum("a")[i], b: tree.sum("b")[i]});
  let width = WIDTHS.change;
  graph.colourOf = i => {
    const {a, b} = node(graph.tree, i);
    return changeColour(a, b);
  };
  graph.fateOf = i => fateOf(graph.tree, i);
  graph.pairsOf = i => {
    const {tree} = graph;
    const {a, b} = node(tree, i);
    return ["A", grouped(a), "B", grouped(b), "B − A", `${signed(b - a)}  ${relative(a, b)}`,
      "Self A", grouped(tree.columns.a[i]), "Self B", grouped(tree.columns.b[i]), "Self B − A", signed(tree.columns.b[i] - tree.columns.a[i]),
      isTrap(tree.of(i)) ? "Times A, B" : "Calls A, B", `${grouped(tree.columns.callsA[i])}, ${grouped(tree.columns.callsB[i])}`,
      ...(fateOf(tree, i) === "changed" ? [] : ["", FATES[fateOf(tree, i)]])];
  };
  graph.openFrame = frame => {
    if (isFunction(frame)) location.hash = "#functions?q=" + encodeURIComponent(frame.name);
  };
  const set = value => {
    width = WIDTHS[value];
    graph.word = width.word;
    widths.set(value);
  };
  const widths = choice("Width", value => {
    set(value);
    panel.show();
    remember({width: value === "both" ? value : null, zoom: null});
  }, ...Object.entries(WIDTHS).map(([key, {title, hint}]) => [title, key, hint]));
  const panel = flamePanel(root, {
    graph, trees,
    weight: () => width.weight,
    whole: () => graph.tree?.total[0] ?? 0,
    apply: state => set(state.get("width") === "both" ? "both" : "change"),
    describe(i, tree) {
      const frame = tree.of(i), {a, b} = node(tree, i);
      return [h("strong", null, frameTitle(frame)), frame.program ? ` ${frame.program}` : "", ` · A ${grouped(a)}, B ${grouped(b)}, B − A `,
        h("b", {class: b > a ? "more" : b < a ? "less" : null}, signed(b - a)), ` ${relative(a, b)} · calls ${grouped(tree.columns.callsA[i])}, ${grouped(tree.columns.callsB[i])}`,
        isFunction(frame) ? " · " : "", isFunction(frame) ? h("a", {href: "#functions?q=" + encodeURIComponent(frame.name)}, "in the table") : ""];
    },
    tools: [widths],
    legend: h("span.legend", null, ...[["more", "more in B"], ["less", "less in B"], ["appeared", "only in B"], ["vanished", "only in A"], ["match", "match"]].map(([kind, text]) => h("span", null, h("i." + kind), text))),
    note: h("p.note", null, "Interrupts stand beside the tasks, whatever they interrupted: where they come is chance. "
      + (trees.foldedPaths ? `${grouped(trees.foldedPaths)} call paths with the smallest cost and the smallest change are summed up under “[deeper]” of their caller.` : "Every call path is shown.")),
  });
  keyListeners.set("w", () => {
    if (current.id !== "flame") return;
    widths.children[width === WIDTHS.change ? 1 : 0].click();
  });
  return panel;
}
