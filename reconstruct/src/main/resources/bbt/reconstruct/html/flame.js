// The section with the flame graph of all tasks or one.

const legend = () => h("span.legend", null, ...[
  ["user", "user program"], ["kernel", "kernel, system call"], ["exception", "exception"], ["interrupt", "interrupt"], ["match", "match"],
].map(([kind, text]) => h("span", null, h("i." + kind), text)));

section("flame", "Flame graph", async (root, find, text) => {
  if (!root.firstChild) await flameSection(root);
  if (find === "find") {
    root.search.value = text;
    root.search.dispatchEvent(new Event("input"));
  }
});

async function flameSection(root) {
  const [report, trees] = await Promise.all([data("report"), callTrees()]);
  const graph = new FlameGraph(report.instructions);
  let choice = "merged", backwards = false;
  const detail = h("div.detail", {"aria-live": "polite"});
  const found = h("span.soft");
  const show = () => graph.show(backwards ? reversed(trees.of(choice)) : trees.of(choice));
  const toggle = (label, ...states) => {
    const group = h("span.group", {role: "group", "aria-label": label}, ...states.map(([text, title, chosen, act]) => h("button", {
      type: "button", title, "aria-pressed": String(chosen), onclick: event => {
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === event.target));
        act();
      }}, text)));
    return group;
  };
  const search = h("input", {type: "search", placeholder: "Search  ( / )", "aria-label": "Search frames", title: "Part of a name, or /a regular expression/",
    oninput: () => {
      graph.find(search.value ? matcher(search.value) : null);
      found.textContent = search.value
        ? `${percent(graph.matchedTotal, graph.tree.total[0])} in ${grouped(graph.matchedCount)} frames: ${grouped(graph.matchedTotal)} instructions` : "";
    }});
  root.search = search;
  graph.onselect = node => {
    if (node < 0) {
      detail.textContent = "Click a frame to zoom; click one above it to go back. Keys: arrows, Enter, Esc, o for the function, / to search.";
      return;
    }
    const {tree} = graph;
    const frame = tree.of(node);
    detail.replaceChildren(h("strong", null, frameTitle(frame)), frame.program ? ` ${frame.program}` : "",
      ` · ${grouped(tree.total[node])} instructions, ${percent(tree.total[node], report.instructions)} · self ${grouped(tree.self[node])} · `,
      `${isTrap(frame) ? "times" : "calls"} ${grouped(tree.calls[node])}`,
      frame.id >= 0 ? " · " : "", frame.id >= 0 ? h("a", {href: "#function/" + frame.id}, "callers, callees, disassembly") : "");
  };
  root.append(
    h("div.tools", null,
      taskChoice(trees, value => {
        choice = value;
        show();
        if (search.value) search.dispatchEvent(new Event("input"));
      }),
      toggle("Direction", ["Icicle", "The root at the top", true, () => {
        graph.upward = false;
        graph.draw();
      }], ["Flame", "The root at the bottom", false, () => {
        graph.upward = true;
        graph.draw();
      }]),
      toggle("Order", ["Callers first", "From the root down to what was called", true, () => {
        backwards = false;
        show();
      }], ["Leaves first", "Where the instructions are, and under it who called", false, () => {
        backwards = true;
        show();
      }]),
      search, h("button", {type: "button", onclick: () => graph.zoom(0)}, "Reset zoom"), found, h("span.gap"), legend()),
    detail, graph.canvas,
    h("p.note", null, trees.smallest > 1
      ? `Call paths with fewer than ${grouped(trees.smallest)} instructions are summed up under “[deeper]” of their caller.`
      : "Every call path is shown."));
  show();
  root.graph = graph;
}
