// A flame graph or icicle on a canvas, of any call tree.

const FRAME_HEIGHT = 19;

/**
 * The interactive picture of one tree at a time. What may be set from outside: colourOf(node), a CSS colour in place of
 * the frame's kind; fateOf(node), "vanished" or "appeared" of frames that only one of two runs has; pairsOf(node), names
 * and values for its tooltip; openFrame(frame), what `o` and a double click do; whole, the weight that is 100 % in
 * tooltips; word, what the weight counts.
 */
class FlameGraph {
  constructor() {
    this.whole = 0;
    this.word = "Instructions";
    this.colourOf = null;
    this.fateOf = null;
    this.pairsOf = null;
    this.upward = false;
    this.zoomed = 0;
    this.selected = -1;
    this.match = null;
    this.canvas = h("canvas", {tabindex: 0, role: "img", "aria-label": "Flame graph: arrow keys move, Enter zooms, Escape shows all, o opens the function"});
    this.canvas.addEventListener("mousemove", event => this.hover(event));
    this.canvas.addEventListener("mouseleave", () => {
      tip.hide();
      this.light(-1);
    });
    this.canvas.addEventListener("click", event => {
      const node = this.nodeAt(event);
      if (node >= 0) this.zoom(node);
    });
    this.canvas.addEventListener("dblclick", () => this.open());
    this.canvas.addEventListener("keydown", event => this.key(event));
    this.onselect = () => {};
    this.onzoom = () => {};
    this.openFrame = () => {};
    this.hovered = -1;
    onSchemeChange(() => {
      this.colours = null;
      this.draw();
    });
    onResize(() => this.draw());
  }

  /** Another tree; zoomed to a node of it. */
  show(tree, zoomed = 0) {
    this.tree = tree;
    this.zoomed = zoomed > 0 && zoomed < tree.size ? zoomed : 0;
    this.selected = this.zoomed || -1;
    const n = tree.size;
    this.left = new Float64Array(n);
    this.kind = new Array(n);
    const used = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const p = tree.parent[i];
      if (p >= 0) {
        this.left[i] = this.left[p] + used[p];
        used[p] += tree.total[i];
      }
      this.kind[i] = frameClass(tree.of(i), p >= 0 ? this.kind[p] : null);
    }
    this.find(this.match);
    this.onselect(this.selected);
  }

  /** Marks the frames whose names match; null: none. */
  find(match) {
    this.match = match;
    this.matched = null;
    this.matchedTotal = 0;
    this.matchedCount = 0;
    if (match) {
      const tree = this.tree;
      const hit = tree.frames.map(f => f.kind !== "all" && match(f.name));
      this.matched = new Uint8Array(tree.size);
      let until = 0;
      for (let i = 0; i < tree.size; i++) {
        if (!hit[tree.frame[i]]) continue;
        this.matched[i] = 1;
        this.matchedCount++;
        if (i >= until) {
          // Below a match nothing counts again.
          this.matchedTotal += tree.total[i];
          until = tree.end[i];
        }
      }
    }
    this.draw();
  }

  zoom(node) {
    this.zoomed = node;
    this.select(node);
    this.onzoom(node);
  }

  select(node) {
    this.selected = node;
    this.onselect(node);
    this.draw();
  }

  open() {
    if (this.selected >= 0) this.openFrame(this.tree.of(this.selected));
  }

  /** Frames that are wide enough to see: calls visit(node, x, y, width). Returns the rows. */
  layout(visit) {
    const {tree, zoomed} = this;
    const width = this.width;
    const scale = width / Math.max(1, tree.total[zoomed]);
    const origin = this.left[zoomed];
    if (!tree.total[0]) return 1;
    let rows = tree.depth[zoomed] + 1;
    if (visit) for (let a = tree.parent[zoomed]; a >= 0; a = tree.parent[a]) visit(a, 0, tree.depth[a], width);
    for (let i = zoomed; i < tree.end[zoomed];) {
      const w = tree.total[i] * scale;
      if (w < 0.4) {
        i = tree.end[i];
        continue;
      }
      if (tree.depth[i] >= rows) rows = tree.depth[i] + 1;
      if (visit) visit(i, (this.left[i] - origin) * scale, tree.depth[i], w);
      i++;
    }
    return rows;
  }

  draw() {
    if (!this.tree || !this.canvas.isConnected || !this.canvas.clientWidth) return;
    if (!this.colours) {
      this.colours = {};
      for (const kind of ["user", "kernel", "exception", "interrupt", "other"]) {
        this.colours[kind] = colour(kind);
        this.colours[kind + "!"] = colour(kind + "-strong");
      }
      for (const name of ["mark", "back", "text", "frame-text"]) this.colours[name] = colour(name);
      this.font = "12px " + getComputedStyle(document.body).fontFamily;
    }
    const c = this.colours;
    this.width = this.canvas.clientWidth;
    this.rows = this.layout(null);
    const height = this.rows * FRAME_HEIGHT + 1;
    const g = sized(this.canvas, this.width, height);
    g.fillStyle = c.back;
    g.fillRect(0, 0, this.width, height);
    g.font = this.font;
    g.textBaseline = "middle";
    const {tree} = this;
    const y = row => this.upward ? height - (row + 1) * FRAME_HEIGHT : row * FRAME_HEIGHT;
    const above = tree.depth[this.zoomed];
    this.layout((i, x, row, w) => {
      const frame = tree.of(i);
      g.globalAlpha = row < above ? 0.45 : this.matched && !this.matched[i] ? 0.4 : 1;
      g.fillStyle = this.matched && this.matched[i] ? c.mark : this.colourOf?.(i) ?? c[this.kind[i] + (isTrap(frame) ? "!" : "")];
      const gap = w > 3 ? 1 : 0;
      g.fillRect(x, y(row) + 1, w - gap, FRAME_HEIGHT - 1);
      const fate = w > 2 && this.fateOf?.(i);
      if (fate === "vanished" || fate === "appeared") this.markFate(g, fate, x, y(row) + 1, w - gap);
      if (w > 24) {
        g.globalAlpha = row < above ? 0.7 : 1;
        g.fillStyle = c["frame-text"];
        g.fillText(this.fitted(g, frameTitle(frame), w - 9), x + 4, y(row) + FRAME_HEIGHT / 2 + 1);
      }
      g.globalAlpha = 1;
      if (i === this.selected || i === this.hovered) {
        g.strokeStyle = c.text;
        g.lineWidth = i === this.selected ? 2 : 1;
        g.strokeRect(x + 1, y(row) + 1.5, Math.max(1, w - 2), FRAME_HEIGHT - 2);
      }
    });
  }

  /** What vanished is hatched and dashed, what appeared framed. */
  markFate(g, fate, x, y, w) {
    g.save();
    g.beginPath();
    g.rect(x, y, w, FRAME_HEIGHT - 1);
    g.clip();
    g.strokeStyle = this.colours["frame-text"];
    if (fate === "vanished") {
      g.lineWidth = 0.6;
      g.globalAlpha *= 0.6;
      g.beginPath();
      for (let at = x - FRAME_HEIGHT - (x % 6); at < Math.min(x + w, this.width); at += 6) {
        if (at < -FRAME_HEIGHT) continue;
        g.moveTo(at, y + FRAME_HEIGHT);
        g.lineTo(at + FRAME_HEIGHT, y);
      }
      g.stroke();
      g.setLineDash([4, 3]);
    }
    g.lineWidth = 1.5;
    g.strokeRect(x + 0.75, y + 0.75, Math.max(0.5, w - 1.5), FRAME_HEIGHT - 2.5);
    g.restore();
  }

  /** As much of a text as fits. */
  fitted(g, text, width) {
    this.widths ||= new Map();
    let full = this.widths.get(text);
    if (full === undefined) this.widths.set(text, full = g.measureText(text).width);
    if (full <= width) return text;
    const fit = Math.floor(text.length * (width - 9) / full);
    return fit < 2 ? "" : text.slice(0, fit) + "…";
  }

  nodeAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left - 1, down = event.clientY - box.top - 1;
    let row = Math.floor(down / FRAME_HEIGHT);
    if (this.upward) row = this.rows - 1 - row;
    let found = -1;
    // The last one that begins before x in that row: frames of a row come from left to right.
    this.layout((i, left, its, w) => {
      if (its === row && x >= left && x < left + w) found = i;
    });
    return found;
  }

  light(node) {
    if (node !== this.hovered) {
      this.hovered = node;
      this.draw();
    }
  }

  hover(event) {
    const node = this.nodeAt(event);
    this.light(node);
    this.canvas.style.cursor = node >= 0 ? "pointer" : "";
    if (node < 0) {
      tip.hide();
      return;
    }
    const {tree} = this;
    const frame = tree.of(node);
    const values = this.pairsOf ? this.pairsOf(node) : this.pairs(node);
    tip.show(event, h("strong", null, frameTitle(frame)), frame.program ? h("span.soft", null, "  " + frame.program) : "", pairs(...values));
  }

  /** Names and values of a node. */
  pairs(node) {
    const {tree} = this;
    const frame = tree.of(node);
    const values = [this.word, grouped(tree.total[node]), "Of all", percent(tree.total[node], this.whole)];
    if (this.zoomed > 0) values.push("Of what is shown", percent(tree.total[node], tree.total[this.zoomed]));
    if (tree.total[0] !== this.whole) values.push("Of the task", percent(tree.total[node], tree.total[0]));
    values.push("Self", grouped(tree.self[node]));
    if (isFunction(frame) || isTrap(frame)) values.push(isTrap(frame) ? "Times" : "Calls", grouped(tree.calls[node]));
    return values;
  }

  key(event) {
    const {tree} = this;
    let node = Math.max(this.selected, this.zoomed);
    const siblings = () => node > 0 ? tree.children(tree.parent[node]) : [0];
    const beside = by => siblings()[siblings().indexOf(node) + by] ?? node;
    const into = () => tree.children(node)[0] ?? node;
    const out = () => Math.max(0, tree.parent[node]);
    switch (event.key) {
      case "ArrowLeft": node = beside(-1); break;
      case "ArrowRight": node = beside(1); break;
      case "ArrowDown": node = this.upward ? out() : into(); break;
      case "ArrowUp": node = this.upward ? into() : out(); break;
      case "Enter": event.preventDefault(); this.zoom(node); return;
      case "Escape": case "Home": this.zoom(0); return;
      case "Backspace": this.zoom(Math.max(0, tree.parent[this.zoomed])); return;
      case "o": this.open(); return;
      default: return;
    }
    event.preventDefault();
    const within = node >= this.zoomed && node < tree.end[this.zoomed];
    if (within) this.select(node);
    else this.zoom(node);
  }
}
