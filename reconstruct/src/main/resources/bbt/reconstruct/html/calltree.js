// The call tree as a table whose rows open.

section("tree", "Call tree", async (root, state) => {
  if (!root.restore) root.restore = await callTreeSection(root);
  root.restore(state);
}, null, [["→", "open a row"], ["←", "close it, or go to its caller"], ["↑ ↓", "to the row above, below"], ["Alt click", "on an arrow: open its hottest path"]]);

async function callTreeSection(root) {
  const [report, trees] = await Promise.all([data("report"), callTrees()]);
  const body = h("tbody");
  let task = "merged", tree, match = null, hits = null;
  const rows = new Map();

  function rowOf(node) {
    const frame = tree.of(node);
    const has = tree.end[node] > node + 1;
    const name = frame.id >= 0 ? h("a", {href: "#function/" + frame.id}, frame.name) : frameTitle(frame);
    const opener = h("button.plain.opener", {type: "button", "aria-expanded": has ? "false" : null, "aria-label": has ? "Open " + frame.name : null,
      disabled: !has, onclick: event => event.altKey ? openPath(node) : toggle(node)});
    const cell = h("td.name.tree", {title: frame.name}, opener, h("i.dot." + classOf(node)), name, frame.program && frame.program !== "kernel" ? h("span.soft", null, " " + frame.program) : "");
    cell.style.setProperty("--level", tree.depth[node]);
    const whole = report[unit.key];
    const row = h("tr", {"data-node": node}, cell, h("td", null, grouped(tree.total[node])), h("td", null, share(tree.total[node], whole)),
      h("td", null, grouped(tree.self[node])), h("td", null, percent(tree.self[node], whole)),
      h("td", null, tree.calls[node] ? grouped(tree.calls[node]) : "–"));
    if (hits && hits[node] === 2) row.classList.add("hit");
    rows.set(node, row);
    return row;
  }

  function classOf(node) {
    let above = null;
    for (const each of tree.path(node)) above = frameClass(tree.of(each), above);
    return above || "other";
  }

  const isOpen = node => rows.get(node).querySelector(".opener").getAttribute("aria-expanded") === "true";

  function open(node) {
    if (isOpen(node) || tree.end[node] === node + 1) return;
    rows.get(node).querySelector(".opener").setAttribute("aria-expanded", "true");
    const list = byTotal(node);
    const LIMIT = 200;
    const made = list.slice(0, LIMIT).map(rowOf);
    if (list.length > LIMIT) {
      made.push(h("tr", {"data-node": "rest"}, h("td.left.soft", {colspan: 6}, `${grouped(list.length - LIMIT)} more of fewer ${unit.word}`)));
      made[made.length - 1].owner = node;
    }
    rows.get(node).after(...made);
  }

  function close(node) {
    rows.get(node).querySelector(".opener").setAttribute("aria-expanded", "false");
    for (let next = rows.get(node).nextSibling; next;) {
      const its = next.owner ?? Number(next.dataset.node);
      if (its < node || its >= tree.end[node] || (next.owner === undefined && its === node)) break;
      const after = next.nextSibling;
      if (next.owner === undefined) rows.delete(its);
      next.remove();
      next = after;
    }
  }

  const toggle = node => isOpen(node) ? close(node) : open(node);

  /** The children that are shown, the costliest first. */
  const byTotal = node => tree.children(node).filter(c => !hits || hits[c]).sort((a, b) => tree.total[b] - tree.total[a]);

  /** Opens the widest child again and again while it has most of its parent. */
  function openPath(node) {
    while (tree.end[node] > node + 1) {
      open(node);
      const next = byTotal(node)[0];
      if (next === undefined || tree.total[next] < tree.total[node] / 3) break;
      node = next;
    }
  }

  function draw() {
    hits = null;
    if (match) {
      // 2: matches, 1: leads to one.
      const hit = tree.frames.map(f => f.kind !== "all" && match(f.name));
      hits = new Uint8Array(tree.size);
      for (let i = tree.size - 1; i >= 0; i--) {
        if (hit[tree.frame[i]]) hits[i] = 2;
        if (hits[i] && i > 0 && !hits[tree.parent[i]]) hits[tree.parent[i]] = 1;
      }
    }
    rows.clear();
    body.replaceChildren(rowOf(0));
    open(0);
    if (match) {
      let budget = 400;
      for (let i = 1; i < tree.size && budget > 0; i++) {
        if (hits[i] && rows.has(i) && tree.children(i).some(c => hits[c])) {
          open(i);
          budget--;
        }
      }
    }
  }

  const field = h("input", {type: "search", placeholder: "Filter  ( / )", "aria-label": "Filter call paths", oninput: () => {
    match = field.value ? matcher(field.value) : null;
    draw();
    remember({q: field.value});
  }});
  body.addEventListener("keydown", event => {
    const row = event.target.closest("tr");
    const node = Number(row?.dataset.node);
    if (!row || Number.isNaN(node)) return;
    const focus = other => other?.querySelector(".opener:not([disabled]), a")?.focus();
    switch (event.key) {
      case "ArrowRight": open(node); break;
      case "ArrowLeft": if (isOpen(node)) close(node); else focus(rows.get(tree.parent[node])); break;
      case "ArrowDown": focus(row.nextSibling); break;
      case "ArrowUp": focus(row.previousSibling); break;
      default: return;
    }
    event.preventDefault();
  });
  const head = h("th", null, unit.title);
  const select = taskChoice(trees, value => {
    task = value;
    show();
    remember({task: task === "merged" ? null : task});
  });
  function show() {
    tree = trees.of(task, unit.weight);
    head.textContent = unit.title;
    draw();
    if (!match) openPath(0);
  }
  root.append(
    h("div.tools", null,
      select, field,
      h("button", {type: "button", title: "Opens the path with the highest cost", onclick: () => openPath(0)}, "Open hottest path"),
      h("button", {type: "button", onclick: () => draw()}, "Close all"), h("span.gap"), frameLegend()),
    h("div.scroll", null, h("table.calls", {"aria-label": "Call tree"},
      h("thead", null, h("tr", null, h("th.left", null, "Frame"), head, ...["Share", "Self", "Share", "Calls"].map(t => h("th", null, t)))), body)));
  return state => {
    task = trees.has(state.get("task")) ? state.get("task") : "merged";
    select.value = task;
    field.value = state.get("q") ?? "";
    match = field.value ? matcher(field.value) : null;
    show();
  };
}
