// Call trees: what the flame graphs, the call tree and the functions' pages share.

/**
 * A call tree in columns, in preorder: a node's descendants are the nodes up to end[node], exclusive; node 0 is the
 * root. The columns hold what each node has of its own, by name: self, calls ... A weight makes one number of them,
 * weight(columns, node): self is that of the node, total the sum with all below it.
 */
class CallTree {
  constructor(frames, frame, depth, columns, weight) {
    const n = frame.length;
    this.frames = frames;
    this.frame = frame;
    this.depth = depth;
    this.columns = columns;
    this.parent = new Int32Array(n);
    this.end = new Int32Array(n);
    const open = new Int32Array(n);
    let levels = 0;
    for (let i = 0; i < n; i++) {
      while (levels > depth[i]) this.end[open[--levels]] = i;
      this.parent[i] = levels ? open[levels - 1] : -1;
      open[levels++] = i;
    }
    while (levels) this.end[open[--levels]] = n;
    this.weigh(weight);
  }

  weigh(weight) {
    const n = this.size;
    this.weight = weight;
    this.self = new Float64Array(n);
    for (let i = 0; i < n; i++) this.self[i] = weight(this.columns, i);
    this.total = this.summed(this.self);
    this.sums = new Map();
  }

  /** The same nodes with another weight. */
  weighed(weight) {
    if (weight === this.weight) return this;
    const tree = Object.assign(Object.create(CallTree.prototype), this);
    tree.weigh(weight);
    return tree;
  }

  summed(own) {
    const sums = Float64Array.from(own);
    for (let i = sums.length - 1; i > 0; i--) sums[this.parent[i]] += sums[i];
    return sums;
  }

  /** A column with all below each node. */
  sum(column) {
    if (!this.sums.has(column)) this.sums.set(column, this.summed(this.columns[column]));
    return this.sums.get(column);
  }

  get size() {
    return this.frame.length;
  }

  get calls() {
    return this.columns.calls;
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
    const columns = Object.fromEntries(Object.entries(this.columns).map(([name, values]) => [name, values.slice(node, to)]));
    return new CallTree(this.frames, this.frame.slice(node, to), this.depth.slice(node, to).map(d => d - first), columns, this.weight);
  }
}

/** Puts a tree together from the paths of another; siblings end up by descending total. */
class TreeMaker {
  constructor(from) {
    this.from = from;
    this.names = Object.keys(from.columns);
    this.source = Object.values(from.columns);
    this.all = [...this.names.keys()];
    this.room(1024);
    this.size = 1;
    this.frame[0] = from.frame[0];
    this.parent[0] = -1;
  }

  /** Room for so many nodes, a power of two. The table finds a node by its parent and frame: its number, or 0. */
  room(nodes) {
    const grown = (old, type) => {
      const array = new type(nodes);
      if (old) array.set(old);
      return array;
    };
    this.frame = grown(this.frame, Int32Array);
    this.parent = grown(this.parent, Int32Array);
    this.values = this.names.map((_, i) => grown(this.values?.[i], Float64Array));
    this.table = new Int32Array(2 * nodes);
    for (let i = 1; i < this.size; i++) this.table[this.slot(this.parent[i], this.frame[i])] = i;
  }

  slot(parent, frame) {
    const mask = this.table.length - 1;
    let at = Math.imul(parent, 0x9E3779B1) ^ Math.imul(frame, 0x85EBCA6B);
    at = (at ^ at >>> 15) & mask;
    for (let node; (node = this.table[at]) && (this.parent[node] !== parent || this.frame[node] !== frame);) at = at + 1 & mask;
    return at;
  }

  /** The number of a node's child with that frame. */
  child(parent, frame) {
    let at = this.slot(parent, frame);
    if (this.table[at]) return this.table[at];
    if (this.size === this.frame.length) {
      this.room(2 * this.size);
      at = this.slot(parent, frame);
    }
    this.frame[this.size] = frame;
    this.parent[this.size] = parent;
    return this.table[at] = this.size++;
  }

  /** Gives a node what one of the other tree has of its own in some columns (their places in names), or in all. */
  add(to, node, columns = this.all) {
    for (const i of columns) this.values[i][to] += this.source[i][node];
  }

  tree() {
    const n = this.size, {parent} = this, {weight, frames} = this.from;
    const own = Object.fromEntries(this.names.map((name, i) => [name, this.values[i]]));
    const total = new Float64Array(n), level = new Int32Array(n), first = new Int32Array(n + 1);
    for (let i = n - 1; i > 0; i--) {
      total[i] += weight(own, i);
      total[parent[i]] += total[i];
      first[parent[i] + 1]++;
    }
    for (let i = 1; i < n; i++) level[i] = level[parent[i]] + 1;
    for (let i = 0; i < n; i++) first[i + 1] += first[i];
    const order = new Int32Array(n - 1), filled = first.slice();
    for (let i = 1; i < n; i++) order[filled[parent[i]]++] = i;
    // The heaviest last: they are taken from a stack.
    for (let i = 0; i < n; i++) if (first[i + 1] - first[i] > 1) order.subarray(first[i], first[i + 1]).sort((a, b) => total[a] - total[b] || b - a);
    const place = new Int32Array(n), stack = new Int32Array(n);
    for (let i = 0, open = 1; open; i++) {
      const node = place[i] = stack[--open];
      for (let c = first[node]; c < first[node + 1]; c++) stack[open++] = order[c];
    }
    const columns = Object.fromEntries(this.names.map((name, i) => [name, Float64Array.from(place, node => this.values[i][node])]));
    return new CallTree(frames, Int32Array.from(place, node => this.frame[node]), Int32Array.from(place, node => level[node]), columns, weight);
  }
}

/** A tree without its uppermost level: the children of all tasks in one. */
function mergedTasks(tree) {
  const maker = new TreeMaker(tree);
  const copy = new Int32Array(tree.size);
  maker.add(0, 0);
  for (let i = 1; i < tree.size; i++) {
    copy[i] = tree.of(i).kind === "task" ? 0 : maker.child(copy[tree.parent[i]], tree.frame[i]);
    maker.add(copy[i], i);
  }
  return maker.tree();
}

/** Columns of a tree that are no cost: how often a node was entered. */
const isCalls = column => column.startsWith("calls");

/** The same tree seen from where the costs are: under each function its callers. */
function reversed(tree) {
  const maker = new TreeMaker(tree);
  const calls = maker.all.filter(i => isCalls(maker.names[i])), costs = maker.all.filter(i => !calls.includes(i));
  maker.add(0, 0, costs);
  for (let i = 1; i < tree.size; i++) {
    if (costs.every(column => maker.source[column][i] === 0)) continue;
    let place = 0;
    for (let n = i; n > 0; n = tree.parent[n]) {
      if (tree.of(n).kind === "task") continue;
      place = maker.child(place, tree.frame[n]);
      maker.add(place, n, calls);
    }
    maker.add(place, i, costs);
  }
  return maker.tree();
}

/**
 * The trees to choose from: {tasks: the tree with the tasks below its root, list: the tasks, of(choice, weight, backwards)}.
 * A choice is merged, tasks, or the number of a task's node.
 */
function treesOf(tasks, title = frame => frame.name) {
  const made = new Map();
  const keep = (key, make) => {
    if (!made.has(key)) made.set(key, make());
    return made.get(key);
  };
  const base = choice => choice === "tasks" ? tasks : choice === "merged" ? keep("merged", () => mergedTasks(tasks)) : keep(choice, () => tasks.below(Number(choice)));
  return {
    tasks,
    list: tasks.children(0).map(node => ({node, name: title(tasks.of(node))})),
    of: (choice, weight, backwards) => (backwards ? keep("reversed " + choice, () => reversed(base(choice))) : base(choice)).weighed(weight),
    has: choice => choice === "merged" || choice === "tasks" || /^\d+$/.test(choice) && tasks.parent[Number(choice)] === 0,
  };
}

/** A selector of tasks; changed gets a choice for treesOf().of. */
function taskChoice(trees, changed) {
  const {tasks} = trees;
  return h("select", {"aria-label": "Task", onchange: event => changed(event.target.value)},
    h("option", {value: "merged"}, "All tasks, merged"),
    h("option", {value: "tasks"}, "All tasks, side by side"),
    ...trees.list.map(t => h("option", {value: t.node}, `${t.name}  ${percent(tasks.total[t.node], tasks.total[0])}`)));
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
