// What each hart did over the run: tasks, modes, exceptions; zoom and pan.

/** Modes in the order of the data, with the colours of frames. */
const MODES = [["User", "user"], ["Kernel", "kernel"], ["System call", "kernel-strong"], ["Memory fault", "exception"], ["Other exception", "exception-strong"], ["Interrupt", "interrupt"]];
const LANE = {label: 112, axis: 40, tasks: 24, modes: 56, kind: 15, gap: 16};
const KIND_COLOURS = {systemCall: "kernel-strong", mmuException: "exception-strong", executionException: "exception-strong", interruptRequest: "interrupt-strong", firmware: "other-strong", reset: "text"};

/** Where the spans of a lane start and end. */
function unpackSpans(packed) {
  const n = packed.gap.length;
  const from = new Float64Array(n), to = new Float64Array(n);
  let at = 0;
  for (let i = 0; i < n; i++) {
    from[i] = at + packed.gap[i];
    at = to[i] = from[i] + packed.length[i];
  }
  return {from, to, task: packed.task, mode: packed.mode, folded: packed.folded, threshold: packed.threshold};
}

/** Sums up to each bin, so that any range is two look-ups. */
function runningSums(bins) {
  const sums = new Float64Array(bins.length + 1);
  for (let i = 0; i < bins.length; i++) sums[i + 1] = sums[i] + bins[i];
  return sums;
}

/** How far the kernel's start was, as marks on the axis. */
const milestones = packed => (packed.boot?.milestones ?? []).map(m => ({at: m.at, title: m.function || m.task, value: m.text}));

class TimelineView extends AxisView {
  constructor(packed) {
    super(LANE.label, "Timeline: drag or arrow keys move, wheel or + and - zoom, Home shows all");
    this.data = packed;
    this.seconds = packed.seconds;
    this.timed = packed.seconds[0] !== null; // an imported trace knows no time
    this.bins = packed.seconds.length - 1;
    this.clocks = Array.from(packed.seconds, (_, i) => Math.min(packed.end, packed.start + i * packed.width));
    this.lanes = packed.lanes.map((lane, index) => ({
      hart: lane.hart,
      modes: lane.modes.map(runningSums),
      exceptions: Object.entries(lane.exceptions).map(([kind, bins]) => ({kind, sums: runningSums(bins)})),
      switches: runningSums(lane.switches),
      tasks: unpackSpans(lane.tasks),
      spans: unpackSpans(lane.spans),
      console: packed.console.filter(line => line.hart === lane.hart),
      marks: [...packed.marks.filter(mark => mark.hart === lane.hart), ...(index ? [] : milestones(packed))].sort((a, b) => a.at - b.at),
    }));
    LANE.modes = this.lanes.length === 1 ? 96 : 56;
    this.byTime = false;
    this.highlighted = -1;
    this.onview = () => {};
    this.onmove = () => {};
    this.all();
  }

  // ---- the axis: clock (instructions of all harts), or guest seconds

  /** A clock on the axis. */
  place(clock) {
    if (!this.byTime) return clock;
    const bin = Math.min(this.bins - 1, Math.max(0, Math.floor((clock - this.data.start) / this.data.width)));
    const width = this.clocks[bin + 1] - this.clocks[bin];
    const part = width ? (clock - this.clocks[bin]) / width : 0;
    return this.seconds[bin] + part * (this.seconds[bin + 1] - this.seconds[bin]);
  }

  /** The clock at a place of the axis. */
  clockAt(place) {
    if (!this.byTime) return place;
    const bin = Math.min(this.bins - 1, lastNotAbove(this.seconds, place));
    const width = this.seconds[bin + 1] - this.seconds[bin];
    const part = width ? Math.min(1, (place - this.seconds[bin]) / width) : 0;
    return this.clocks[bin] + part * (this.clocks[bin + 1] - this.clocks[bin]);
  }

  get whole() {
    return [this.place(this.data.start), this.place(this.data.end)];
  }

  get least() {
    return this.byTime ? 1e-8 : 20;
  }

  x(clock) {
    return LANE.label + (this.place(clock) - this.from) * (this.width - LANE.label) / (this.to - this.from);
  }

  // ---- drawing

  laneHeight(lane) {
    return LANE.tasks + LANE.modes + 4 + lane.exceptions.length * LANE.kind + LANE.gap;
  }

  draw() {
    if (!this.canvas.isConnected || !this.canvas.clientWidth) return;
    if (!this.colours) {
      this.colours = {};
      for (const name of ["back", "text", "soft", "line", "faint", "panel", "frame-text", "mark", ...MODES.map(m => m[1]), ...Object.values(KIND_COLOURS)]) this.colours[name] = colour(name);
      this.dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const scheme = document.documentElement.dataset.scheme;
      if (scheme) this.dark = scheme === "dark";
      this.family = getComputedStyle(document.body).fontFamily;
    }
    this.width = this.canvas.clientWidth;
    const height = LANE.axis + this.lanes.reduce((sum, lane) => sum + this.laneHeight(lane), 0);
    const g = this.g = sized(this.canvas, this.width, height);
    g.fillStyle = this.colours.back;
    g.fillRect(0, 0, this.width, height);
    g.textBaseline = "middle";
    this.drawAxis(g, height);
    let y = LANE.axis;
    for (const lane of this.lanes) {
      lane.y = y;
      this.drawLane(g, lane, y);
      y += this.laneHeight(lane);
    }
    if (this.selecting) {
      g.globalAlpha = 0.25;
      g.fillStyle = this.colours.soft;
      g.fillRect(Math.min(...this.selecting), 0, Math.abs(this.selecting[1] - this.selecting[0]), height);
      g.globalAlpha = 1;
    }
    this.onview();
    this.onmove();
  }

  drawAxis(g, height) {
    const c = this.colours;
    const span = this.to - this.from;
    const steps = Math.max(2, Math.floor((this.width - LANE.label) / 110));
    const power = 10 ** Math.floor(Math.log10(span / steps));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => span / s <= steps) || power * 10;
    g.font = "12px " + this.family;
    g.textAlign = "left";
    g.fillStyle = c.soft;
    g.fillText(this.byTime ? "guest time" : "instructions", 4, 12);
    if (this.timed) g.fillText(this.byTime ? "instructions" : "guest time", 4, 28);
    g.textAlign = "center";
    for (let tick = Math.ceil(this.from / step) * step; tick <= this.to; tick += step) {
      const x = Math.round(LANE.label + (tick - this.from) * (this.width - LANE.label) / span) + 0.5;
      g.strokeStyle = c.faint;
      g.beginPath();
      g.moveTo(x, 36);
      g.lineTo(x, height);
      g.stroke();
      if (x < LANE.label + 30 || x > this.width - 34) continue;
      const clock = this.clockAt(tick);
      const digits = Math.max(0, -Math.floor(Math.log10(step)));
      g.fillStyle = c.text;
      g.fillText(this.byTime ? axisSeconds(tick, step) : span < 1e6 ? grouped(tick) : fixed(tick / 1e6, Math.max(0, digits + 6 > 6 ? digits : 6 - Math.floor(Math.log10(step)))).replace(/\.0+$/, "") + " M", x, 12);
      g.fillStyle = c.soft;
      if (this.timed) g.fillText(this.byTime ? si(Math.round(clock)) : duration(this.secondsAt(clock)), x, 28);
    }
  }

  secondsAt(clock) {
    if (!this.timed) return null;
    const bin = Math.min(this.bins - 1, Math.max(0, Math.floor((clock - this.data.start) / this.data.width)));
    const width = this.clocks[bin + 1] - this.clocks[bin];
    return this.seconds[bin] + (width ? (clock - this.clocks[bin]) / width : 0) * (this.seconds[bin + 1] - this.seconds[bin]);
  }

  drawLane(g, lane, top) {
    const c = this.colours;
    g.textAlign = "left";
    g.font = "600 12px " + this.family;
    g.fillStyle = c.text;
    g.fillText(`Hart ${lane.hart}`, 4, top + LANE.tasks / 2);
    g.font = "12px " + this.family;
    g.fillStyle = c.soft;
    g.fillText("modes", 4, top + LANE.tasks + LANE.modes / 2);
    g.save();
    g.beginPath();
    g.rect(LANE.label, top, this.width - LANE.label, this.laneHeight(lane));
    g.clip();
    g.fillStyle = c.panel;
    g.fillRect(LANE.label, top, this.width - LANE.label, LANE.tasks + LANE.modes);
    this.drawTasks(g, lane, top);
    const binWidth = this.x(this.clocks[1]) - this.x(this.clocks[0]);
    // Where a bin is wider than some pixels, the spans show more than the bins do.
    if (binWidth > 3) this.drawModeSpans(g, lane, top + LANE.tasks + 2);
    else this.drawModeBins(g, lane, top + LANE.tasks + 2);
    this.drawMarks(g, lane, top);
    this.drawConsole(g, lane, top);
    let y = top + LANE.tasks + LANE.modes + 4;
    for (const {kind, sums} of lane.exceptions) {
      this.drawKind(g, sums, c[KIND_COLOURS[kind]], y);
      y += LANE.kind;
    }
    g.restore();
    y = top + LANE.tasks + LANE.modes + 4;
    g.fillStyle = c.soft;
    for (const {kind} of lane.exceptions) {
      g.fillText(KIND_TITLES.get(kind).replace(" request", "").replace("Execution exception", "Exception"), 4, y + LANE.kind / 2);
      y += LANE.kind;
    }
  }

  /** A task's colour: the same in every place, far from its neighbours'. */
  taskColour(task) {
    const hue = (task * 137.508) % 360;
    return this.dark ? `hsl(${hue} 32% 36%)` : `hsl(${hue} 46% 76%)`;
  }

  drawTasks(g, lane, top) {
    const {from, to, task} = lane.tasks;
    const first = lastNotAbove(from, this.clockAt(this.from)), end = this.clockAt(this.to);
    let drawn = LANE.label - 1;
    for (let i = first; i < from.length && from[i] <= end; i++) {
      const x = this.x(from[i]), right = this.x(to[i]);
      // Many spans in one pixel: the first of them is enough.
      if (right - drawn < 0.6) continue;
      drawn = right;
      g.globalAlpha = this.highlighted >= 0 && task[i] !== this.highlighted ? 0.25 : 1;
      g.fillStyle = this.taskColour(task[i]);
      g.fillRect(x, top, Math.max(0.6, right - x - (right - x > 4 ? 0.5 : 0)), LANE.tasks - 1);
      g.globalAlpha = 1;
      const seen = Math.max(x, LANE.label);
      if (right - seen > 40) {
        g.fillStyle = this.colours["frame-text"];
        const title = this.data.tasks[task[i]].title;
        const fit = Math.floor((Math.min(right, this.width) - seen - 8) / 6.6);
        g.fillText(title.length <= fit ? title : title.slice(0, Math.max(0, fit - 1)) + "…", seen + 4, top + LANE.tasks / 2);
      }
    }
  }

  /** What the guest marked: a line across the tasks and modes, with its number where there is room. */
  drawMarks(g, lane, top) {
    let free = LANE.label, drawn = -1;
    g.strokeStyle = g.fillStyle = this.colours.text;
    for (const mark of lane.marks) {
      const x = Math.round(this.x(mark.at)) + 0.5;
      if (x < LANE.label || x > this.width || x === drawn) continue;
      drawn = x;
      g.beginPath();
      g.moveTo(x, top);
      g.lineTo(x, top + LANE.tasks + LANE.modes);
      g.stroke();
      const title = mark.title ?? String(mark.number);
      if (x >= free) {
        g.fillText(title, x + 3, top + LANE.tasks + 8);
        free = x + 9 + 7 * title.length;
      }
    }
  }

  /** What the guest wrote to its console: a short tick at the lane's lower edge for each line. */
  drawConsole(g, lane, top) {
    const bottom = top + LANE.tasks + LANE.modes - 2;
    let drawn = -1;
    g.strokeStyle = this.colours.text;
    for (const line of lane.console) {
      const x = Math.round(this.x(line.at)) + 0.5;
      if (x < LANE.label || x > this.width || x === drawn) continue;
      drawn = x;
      g.beginPath();
      g.moveTo(x, bottom - 7);
      g.lineTo(x, bottom);
      g.stroke();
    }
  }

  drawModeSpans(g, lane, top) {
    const {from, to, mode} = lane.spans;
    const first = lastNotAbove(from, this.clockAt(this.from)), end = this.clockAt(this.to);
    for (let i = first; i < from.length && from[i] <= end; i++) {
      const x = this.x(from[i]);
      g.fillStyle = this.colours[MODES[mode[i]][1]];
      g.fillRect(x, top, Math.max(0.5, this.x(to[i]) - x), LANE.modes - 2);
    }
  }

  drawModeBins(g, lane, top) {
    const height = LANE.modes - 2;
    this.columns((x, low, high, clocks) => {
      // What other harts executed in these bins stays empty.
      let y = top + height;
      MODES.forEach(([, name], mode) => {
        const part = (lane.modes[mode][high] - lane.modes[mode][low]) / clocks * height;
        if (part > 0) {
          g.fillStyle = this.colours[name];
          g.fillRect(x, y - part, 1, part);
          y -= part;
        }
      });
    });
  }

  drawKind(g, sums, ink, top) {
    let most = 0;
    const columns = [];
    this.columns((x, low, high) => {
      const n = sums[high] - sums[low];
      if (n > 0) columns.push([x, n, high]);
      most = Math.max(most, n);
    });
    const wide = Math.max(1, this.x(this.clocks[1]) - this.x(this.clocks[0]));
    g.fillStyle = ink;
    for (const [x, n] of columns) {
      // Few are as easy to see as many: the square root of the number, never less than a quarter.
      const height = Math.max(0.25, Math.sqrt(n / most)) * (LANE.kind - 3);
      g.fillRect(x, top + LANE.kind - 2 - height, wide > 2 ? wide - 1 : 1, height);
    }
  }

  /** Each pixel column, or bin where bins are wider, with the bins that it covers. */
  columns(visit) {
    const start = this.clockAt(this.from), end = this.clockAt(this.to);
    const {start: origin, width} = this.data;
    const first = Math.max(0, Math.floor((start - origin) / width)), last = Math.min(this.bins, Math.ceil((end - origin) / width));
    const binWidth = this.x(this.clocks[Math.min(first + 1, this.bins)]) - this.x(this.clocks[first]);
    if (binWidth >= 1 && !this.byTime) {
      for (let bin = first; bin < last; bin++) visit(this.x(this.clocks[bin]), bin, bin + 1, this.clocks[bin + 1] - this.clocks[bin]);
      return;
    }
    let low = first;
    for (let x = LANE.label; x < this.width && low < last; x++) {
      let high = Math.floor((this.clockAt(this.placeAt(x + 1)) - origin) / width);
      high = Math.min(last, Math.max(low, high));
      if (high > low) {
        visit(x, low, high, this.clocks[high] - this.clocks[low]);
        low = high;
      }
    }
  }

  // ---- hands

  selects(event) {
    return event.shiftKey || event.offsetY < LANE.axis;
  }

  reset() {
    this.highlighted = -1;
  }

  /** What is under the pointer: {lane, task span} or {lane, low, high: bins}. */
  at(event) {
    const lane = this.lanes.find(l => event.offsetY >= l.y && event.offsetY < l.y + this.laneHeight(l));
    if (!lane || event.offsetX < LANE.label) return null;
    const clock = this.clockAt(this.placeAt(event.offsetX));
    const down = event.offsetY - lane.y;
    const spans = lane.tasks;
    const i = spans.from.length ? lastNotAbove(spans.from, clock) : -1;
    const span = i >= 0 && clock < spans.to[i] ? i : -1;
    const after = this.clockAt(this.placeAt(event.offsetX + 1));
    const low = Math.max(0, Math.min(this.bins - 1, Math.floor((clock - this.data.start) / this.data.width)));
    const high = Math.max(low + 1, Math.min(this.bins, Math.ceil((after - this.data.start) / this.data.width)));
    return {lane, clock, span, onTasks: down < LANE.tasks, low, high};
  }

  hover(event) {
    const found = this.at(event);
    if (!found) {
      tip.hide();
      return;
    }
    const {lane, clock, span, low, high} = found;
    if (found.onTasks && span >= 0) {
      const {from, to, task} = lane.tasks;
      const its = this.data.tasks[task[span]];
      tip.show(event, h("strong", null, its.title), pairs(
        "From", `${grouped(from[span])}`, "To", grouped(to[span]), "Instructions", grouped(to[span] - from[span]),
        "At", duration(this.secondsAt(from[span])), "All of the task", grouped(its.instructions)));
      return;
    }
    const values = ["Instruction", grouped(Math.round(clock)), "At", duration(this.secondsAt(clock))];
    const near = lane.marks.filter(mark => Math.abs(this.x(mark.at) - event.offsetX) < 3);
    for (const mark of near.slice(0, 4)) values.push(mark.title ?? `Mark ${mark.number}`, `${mark.value} at ${grouped(mark.at)}`);
    if (near.length > 4) values.push("More marks", grouped(near.length - 4));
    const said = lane.console.filter(line => Math.abs(this.x(line.at) - event.offsetX) < 3);
    for (const line of said.slice(0, 4)) values.push("Console", line.text);
    if (said.length > 4) values.push("More lines", grouped(said.length - 4));
    const sum = lane.modes.reduce((all, sums) => all + sums[high] - sums[low], 0);
    MODES.forEach(([title], mode) => {
      const n = lane.modes[mode][high] - lane.modes[mode][low];
      if (n) values.push(title, `${grouped(n)}  ${percent(n, sum)}`);
    });
    for (const {kind, sums} of lane.exceptions) if (sums[high] - sums[low]) values.push(KIND_TITLES.get(kind), grouped(sums[high] - sums[low]) + " ×");
    if (lane.switches[high] - lane.switches[low]) values.push("Switches", grouped(lane.switches[high] - lane.switches[low]));
    const title = span >= 0 ? this.data.tasks[lane.tasks.task[span]].title : `Hart ${lane.hart}`;
    tip.show(event, h("strong", null, title), h("span.soft", null, `  of ${grouped(this.clocks[high] - this.clocks[low])} instructions from ${grouped(this.clocks[low])}`), pairs(...values));
  }

  click(event) {
    const found = this.at(event);
    this.highlight(found && found.onTasks && found.span >= 0 ? found.lane.tasks.task[found.span] : -1);
    this.draw();
  }

  highlight(task) {
    this.highlighted = task === this.highlighted ? -1 : task;
    this.draw();
  }
}

/** A label for an axis of seconds whose ticks are so far apart. */
function axisSeconds(seconds, step) {
  const [unit, scale] = step >= 1 ? ["s", 1] : step >= 1e-3 ? ["ms", 1e3] : step >= 1e-6 ? ["µs", 1e6] : ["ns", 1e9];
  const digits = Math.max(0, -Math.floor(Math.log10(step * scale) + 1e-9));
  return fixed(seconds * scale, digits) + " " + unit;
}

section("timeline", "Timeline", async (root, state) => {
  if (toFill(root)) await timelineSection(root);
  root.restore?.(state);
}, null, [["← →", "move"], ["+ -", "zoom"], ["Home", "show all"], ["Shift drag", "zoom to a range"], ["Click", "on a task: where else it ran"]]);

/** A text that shows, at a click, where on the axis it is. */
function placeOnAxis(view, text, from, length) {
  const show = () => {
    const around = Math.max(length, (view.data.end - view.data.start) / 1000);
    view.view(view.place(Math.max(view.data.start, from - around / 10)), view.place(Math.min(view.data.end, from + around * 1.1)));
    view.canvas.scrollIntoView({block: "nearest"});
  };
  return h("button.plain.pick", {type: "button", title: "Show where it is", onclick: show}, text);
}

/** How the kernel started: what it came to when, and what its initcalls cost; a click shows where on the axis. */
function bootTables(root, view, boot) {
  const place = (text, from, length) => placeOnAxis(view, text, from, length);
  const at = {title: "At", value: r => r.at, cell: r => duration(view.secondsAt(r.at)), hint: "Guest time"};
  const rows = boot.milestones.map((m, i) => ({...m, next: i + 1 < boot.milestones.length ? boot.milestones[i + 1].at - m.at : 0}));
  const stages = sortable([
    {title: "Came to", left: true, name: true, value: m => m.function || m.text, cell: m => place(m.function || m.task, m.at, m.next)}, at,
    {title: "Instruction", value: m => m.at, cell: m => grouped(m.at)},
    {title: "To the next", value: m => m.next, cell: m => m.next ? grouped(m.next) : "–", hint: "Instructions of all harts"},
    {title: "What that is", left: true, value: m => m.text},
  ], {rows, sort: 2, descending: false, text: m => m.function + m.text, label: "milestones", first: 40, key: "m"});
  root.append(h("h2", null, "How the kernel started"), stages.element);
  if (!boot.initcalls.length) return;
  const sum = boot.initcalls.reduce((all, call) => all + call.instructions, 0);
  const calls = sortable([
    {title: "Initcall", left: true, name: true, value: c => c.name, cell: c => place(c.name, c.at, c.instructions)}, at,
    {title: "Instructions", value: c => c.instructions, cell: c => grouped(c.instructions), hint: "Of its task, callees and traps included"},
    {title: "Share", value: c => c.instructions, cell: c => share(c.instructions, sum), hint: "Of all initcalls"},
  ], {rows: boot.initcalls, sort: 2, text: c => c.name, label: "initcalls", first: 20, key: "i"});
  root.append(h("h2", null, "Initcalls"), h("div.tools", null, calls.field, calls.count), calls.element);
}

/** What the guest wrote to its console, and what was executed until the next line; a click shows where on the axis. */
function consoleTable(root, view, lines) {
  const rows = lines.map((line, i) => ({...line, next: i + 1 < lines.length ? lines[i + 1].at - line.at : 0}));
  const table = sortable([
    {title: "Line", left: true, name: true, value: r => r.text, cell: r => placeOnAxis(view, r.text, r.at, r.next)},
    {title: "At", value: r => r.at, cell: r => duration(view.secondsAt(r.at)), hint: "Guest time"},
    {title: "Instruction", value: r => r.at, cell: r => grouped(r.at)},
    {title: "To the next", value: r => r.next, cell: r => r.next ? grouped(r.next) : "–", hint: "Instructions of all harts"},
  ], {rows, sort: 2, descending: false, text: r => r.text, label: "lines", first: 30, key: "l"});
  root.append(h("h2", null, "Console"), h("div.tools", null, table.field, table.count), table.element);
}

async function timelineSection(root) {
  const [report, packed] = await Promise.all([data("report"), data("timeline")]);
  const view = new TimelineView(packed);
  const shown = h("div.detail", {"aria-live": "polite"});
  view.onview = () => {
    const from = view.clockAt(view.from), to = view.clockAt(view.to);
    shown.textContent = `Shown: instructions ${grouped(Math.round(from))} to ${grouped(Math.round(to))}, ${grouped(Math.round(to - from))} of them`
      + (!view.timed ? "." : `; ${duration(view.secondsAt(from))} to ${duration(view.secondsAt(to))}, ${duration(view.secondsAt(to) - view.secondsAt(from))}.`);
  };
  const axis = choice("Axis", value => {
    const from = view.clockAt(view.from), to = view.clockAt(view.to);
    view.byTime = value === "time";
    view.view(view.place(from), view.place(to));
    remember({axis: view.byTime ? "time" : null});
  }, ["Instructions", "instructions"], ["Guest time", "time"]);
  const middle = () => (view.from + view.to) / 2;
  const folded = view.lanes.reduce((sum, lane) => sum + lane.tasks.folded + lane.spans.folded, 0);
  const table = sortable([
    {title: "Task", left: true, name: true, value: t => t.title, cell: t => h("button.plain.pick", {type: "button", title: "Show where it ran", onclick: () => {
      view.highlight(t.number);
      view.canvas.scrollIntoView({block: "nearest"});
    }}, t.title)},
    {title: unit.title, value: t => t[unit.key], cell: t => grouped(t[unit.key])},
    {title: "Share", value: t => t[unit.key], cell: t => share(t[unit.key], report[unit.key])},
    {title: "User", value: t => t.user, cell: t => grouped(t.user), hint: "Instructions in user mode"},
    {title: "User share", value: t => t.instructions ? t.user / t.instructions : 0, cell: t => percent(t.user, t.instructions)},
    {title: "Switches", value: t => t.switches, cell: t => grouped(t.switches), hint: "Times that a hart switched to it"},
  ], {rows: packed.tasks.map((t, number) => ({...t, number})), sort: 1, text: t => t.title, label: "tasks", first: 30, key: ""});
  root.append(
    h("div.tools", null, ...(view.timed ? [axis] : []),
      h("button", {type: "button", onclick: () => view.zoom(0.5, middle())}, "Zoom in"),
      h("button", {type: "button", onclick: () => view.zoom(2, middle())}, "Zoom out"),
      h("button", {type: "button", onclick: () => view.all()}, "All"),
      h("span.gap"),
      h("span.legend", null, ...MODES.map(([title, kind]) => h("span", null, h("i." + kind), title)))),
    shown, view.canvas,
    h("p.note", null, "Wheel zooms, drag moves, shift and drag zooms to a range; a click on a task shows where else it ran. "
      + (folded ? `${grouped(folded)} stretches that are too short to keep are part of the ones beside them; sums in tooltips are exact.` : "Every stretch is here.") + (unit === CYCLES ? " The picture counts instructions." : "")),
    h("h2", null, "Tasks"), h("div.tools", null, table.field, table.count), table.element);
  if (packed.boot) bootTables(root, view, packed.boot);
  if (packed.console.length) consoleTable(root, view, packed.console);
  root.timeline = view;
  root.restore = its => {
    table.restore(its);
    view.byTime = view.timed && its.get("axis") === "time";
    axis.set(view.byTime ? "time" : "instructions");
    const task = its.has("task") ? Number(its.get("task")) : -1;
    view.highlighted = packed.tasks[task] ? task : -1;
    const range = /^(\d+)-(\d+)$/.exec(its.get("at") ?? "");
    if (range) view.view(view.place(Number(range[1])), view.place(Number(range[2])));
    else view.all();
  };
  // The address follows what is shown, but not each step of a movement.
  let waiting = null;
  view.onmove = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (current.root !== root) return;
      const [from, to] = [view.from, view.to].map(place => Math.round(view.clockAt(place)));
      const all = from <= packed.start && to >= packed.end;
      remember({at: all ? null : `${from}-${to}`, task: view.highlighted < 0 ? null : view.highlighted});
    }, 300);
  };
}
