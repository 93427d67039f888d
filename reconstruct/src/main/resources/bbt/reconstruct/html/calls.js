// Call trees: what the flame graph, the call tree and the functions' pages share.

/**
 * A call tree in columns, in preorder: a node's descendants are the nodes up to end[node], exclusive; node 0 is the
 * root. total is self and all below.
 */
class CallTree {
  constructor(frames, frame, depth, self, calls) {
    const n = frame.length;
    this.frames = frames;
    this.frame = frame;
    this.depth = depth;
    this.self = self;
    this.calls = calls;
    this.parent = new Int32Array(n);
    this.end = new Int32Array(n);
    this.total = Float64Array.from(self);
    const open = [];
    for (let i = 0; i < n; i++) {
      while (open.length > depth[i]) this.end[open.pop()] = i;
      this.parent[i] = open.length ? open[open.length - 1] : -1;
      open.push(i);
    }
    while (open.length) this.end[open.pop()] = n;
    for (let i = n - 1; i > 0; i--) this.total[this.parent[i]] += this.total[i];
  }

  get size() {
    return this.frame.length;
  }

  of(node) {
    return this.frames[this.frame[node]];
  }

  /** The children of a node, in the order of the tree. */
  children(node) {
    const list = [];
    for (let c = node + 1; c < this.end[node]; c = this.end[c]) list.push(c);
    return list;
  }

  /** From the root's child down to the node. */
  path(node) {
    const list = [];
    for (; node > 0; node = this.parent[node]) list.unshift(node);
    return list;
  }

  /** The part below one node as a tree of its own; that node is its root. */
  below(node) {
    const to = this.end[node], first = this.depth[node];
    return new CallTree(this.frames, this.frame.slice(node, to), this.depth.slice(node, to).map(d => d - first), this.self.slice(node, to), this.calls.slice(node, to));
  }
}

/** Puts a tree together from paths; children end up by descending total. */
class TreeMaker {
  constructor(frames, rootFrame) {
    this.frames = frames;
    this.root = this.node(rootFrame);
    this.count = 1;
  }

  node(frame) {
    return {frame, self: 0, calls: 0, total: 0, children: null};
  }

  child(parent, frame) {
    parent.children ||= new Map();
    let child = parent.children.get(frame);
    if (!child) {
      parent.children.set(frame, child = this.node(frame));
      this.count++;
    }
    return child;
  }

  tree() {
    const order = [this.root];
    for (let i = 0; i < order.length; i++) if (order[i].children) order.push(...order[i].children.values());
    for (let i = order.length - 1; i >= 0; i--) {
      const node = order[i];
      node.total += node.self;
      node.sorted = [];
      if (node.children) {
        for (const c of node.children.values()) {
          node.total += c.total;
          node.sorted.push(c);
        }
        node.sorted.sort((a, b) => b.total - a.total);
      }
    }
    const frame = new Int32Array(this.count), depth = new Int32Array(this.count), self = new Float64Array(this.count), calls = new Float64Array(this.count);
    let n = 0;
    const stack = [[this.root, 0]];
    while (stack.length) {
      const [node, d] = stack.pop();
      frame[n] = node.frame;
      depth[n] = d;
      self[n] = node.self;
      calls[n++] = node.calls;
      for (let i = node.sorted.length - 1; i >= 0; i--) stack.push([node.sorted[i], d + 1]);
    }
    return new CallTree(this.frames, frame, depth, self, calls);
  }
}

/** Adds the tree below a node (the node itself excluded) to a node of a maker. */
function addBelow(maker, to, tree, node) {
  const open = [to];
  const first = tree.depth[node];
  to.self += tree.self[node];
  to.calls += tree.calls[node];
  for (let i = node + 1; i < tree.end[node]; i++) {
    const d = tree.depth[i] - first;
    const place = maker.child(open[d - 1], tree.frame[i]);
    place.self += tree.self[i];
    place.calls += tree.calls[i];
    open[d] = place;
  }
}

/** The same tree seen from where the instructions are: under each function its callers. */
function reversed(tree) {
  const maker = new TreeMaker(tree.frames, tree.frame[0]);
  for (let i = 1; i < tree.size; i++) {
    if (tree.self[i] === 0) continue;
    let place = maker.root;
    for (let n = i; n > 0; n = tree.parent[n]) {
      if (tree.of(n).kind === "task") continue;
      place = maker.child(place, tree.frame[n]);
      place.calls += tree.calls[n];
    }
    place.self += tree.self[i];
  }
  maker.root.self += tree.self[0];
  return maker.tree();
}

/**
 * All call trees: {tasks: the tree with the tasks below its root, list: the tasks, merged(), of(choice)}.
 * A frame is {kind, name, program, id: number of its function or -1}; kinds: all, task, user, kernel, systemCall, mmu,
 * interrupt, execution, truncated (paths that were too small to keep).
 */
const callTrees = (() => {
  let made = null;
  async function make() {
    const [packed, known] = await Promise.all([data("calls"), functions()]);
    const frames = packed.frames.map(([kind, name, id]) =>
      ({kind, name: id >= 0 ? known[id].name : name, program: id >= 0 ? known[id].program : null, id}));
    const tasks = new CallTree(frames, Int32Array.from(packed.frame), Int32Array.from(packed.depth), Float64Array.from(packed.self), Float64Array.from(packed.calls));
    let all = null;
    const merged = () => {
      if (!all) {
        const maker = new TreeMaker(frames, tasks.frame[0]);
        for (const task of tasks.children(0)) addBelow(maker, maker.root, tasks, task);
        all = maker.tree();
      }
      return all;
    };
    return {
      tasks, merged, smallest: packed.smallest,
      list: tasks.children(0).map(node => ({node, name: tasks.of(node).name, total: tasks.total[node]})),
      of: choice => choice === "merged" ? merged() : choice === "tasks" ? tasks : tasks.below(Number(choice)),
    };
  }
  return () => made ||= make();
})();

/** A selector of tasks; changed gets a choice for callTrees().of. */
function taskChoice(trees, changed) {
  const whole = trees.tasks.total[0];
  return h("select", {"aria-label": "Task", onchange: event => changed(event.target.value)},
    h("option", {value: "merged"}, "All tasks, merged"),
    h("option", {value: "tasks"}, "All tasks, side by side"),
    ...trees.list.map(t => h("option", {value: t.node}, `${t.name}  ${percent(t.total, whole)}`)));
}

const TRAPS = new Map([["systemCall", "kernel"], ["mmu", "exception"], ["execution", "exception"], ["interrupt", "interrupt"]]);

/** How a frame is coloured, given its parent's class: what an interrupt or exception runs is its. */
function frameClass(frame, above) {
  if (TRAPS.has(frame.kind)) return TRAPS.get(frame.kind);
  if (frame.kind === "user") return "user";
  if (frame.kind !== "kernel") return "other";
  return above === "interrupt" || above === "exception" ? above : "kernel";
}

const isTrap = frame => TRAPS.has(frame.kind);
const isFunction = frame => frame.kind === "user" || frame.kind === "kernel";
const frameTitle = frame => isTrap(frame) ? `[${frame.name}]` : frame.name;
