// A flame graph with its tools: which tasks, which way up, which order, search.

const FRAME_KINDS = [["user", "user program"], ["kernel", "kernel, system call"], ["exception", "exception"], ["interrupt", "interrupt"]];
const frameLegend = (...more) => h("span.legend", null, ...[...FRAME_KINDS, ...more].map(([kind, text]) => h("span", null, h("i." + kind), text)));

const FLAME_KEYS = [["← → ↑ ↓", "to a frame beside, below, above"], ["Enter", "zoom to the frame"], ["Backspace", "one level back"], ["Esc", "show all"], ["o", "open the function"]];

/**
 * Fills a section. options: graph, a FlameGraph; trees, of treesOf(); weight(), what widths are; whole(): what is 100 %;
 * describe(node, tree): what is said of a chosen frame; tools: more elements; legend, note: elements; apply(state): what
 * the section's own tools take from the address.
 * Returns {show(), restore(state)}.
 */
function flamePanel(root, {graph, trees, weight, whole, describe, tools, legend, note, apply = () => {}}) {
  let task = "merged", backwards = false;
  const detail = h("div.detail", {"aria-live": "polite"});
  const found = h("span.soft");
  const show = zoomed => {
    graph.whole = whole();
    graph.show(trees.of(task, weight(), backwards), zoomed);
    say();
  };
  const say = () => {
    found.textContent = search.value
      ? `${percent(graph.matchedTotal, graph.tree.total[0])} in ${grouped(graph.matchedCount)} frames: ${grouped(graph.matchedTotal)} ${graph.word.toLowerCase()}` : "";
  };
  const search = h("input", {type: "search", placeholder: "Search  ( / )", "aria-label": "Search frames", title: "Part of a name, or /a regular expression/",
    oninput: () => {
      graph.find(search.value ? matcher(search.value) : null);
      say();
      remember({q: search.value});
    }});
  graph.onselect = node => {
    if (node < 0) detail.textContent = "Click a frame to zoom; click one above it to go back. Keys: arrows, Enter, Esc, o for the function, / to search, ? for help.";
    else detail.replaceChildren(...describe(node, graph.tree));
  };
  graph.onzoom = node => remember({zoom: node || null});
  const select = taskChoice(trees, value => {
    task = value;
    show();
    remember({task: task === "merged" ? null : task, zoom: null});
  });
  const direction = choice("Direction", value => {
    graph.upward = value === "flame";
    graph.draw();
    remember({up: graph.upward});
  }, ["Icicle", "icicle", "The root at the top"], ["Flame", "flame", "The root at the bottom"]);
  const order = choice("Order", value => {
    backwards = value === "leaves";
    show();
    remember({leaves: backwards, zoom: null});
  }, ["Callers first", "callers", "From the root down to what was called"], ["Leaves first", "leaves", "Where the cost is, and under it who called"]);
  root.append(
    h("div.tools", null, select, direction, order, ...tools, search, h("button", {type: "button", onclick: () => graph.zoom(0)}, "Reset zoom"), found, h("span.gap"), legend),
    detail, graph.canvas, note);
  root.graph = graph;
  return {
    show,
    restore(state) {
      task = trees.has(state.get("task")) ? state.get("task") : "merged";
      select.value = task;
      backwards = state.has("leaves");
      order.set(backwards ? "leaves" : "callers");
      graph.upward = state.has("up");
      direction.set(graph.upward ? "flame" : "icicle");
      search.value = state.get("q") ?? "";
      graph.match = search.value ? matcher(search.value) : null;
      apply(state);
      show(Number(state.get("zoom")) || 0);
    },
  };
}
