// What B does more, less and elsewhere than A, in order of time: both runs as tracks, and the list.

const EDIT_KINDS = {appeared: ["+", "only in B"], vanished: ["−", "only in A"], changed: ["", "another cost"], moved: ["~", "elsewhere"]};

/** What a task begins with, traps and their handlers are not called, but entered so many times. */
const isCalled = e => e.path.length > 1 && !e.path.slice(-2).some(frame => frame.startsWith("["));

const editName = e => (e.path.at(-1) ?? e.task) + (e.calls > 1 ? `, ${grouped(e.calls)} ${isCalled(e) ? "calls" : "times"}` : "");

/** Where an edit is, in words: which call of its caller, callers, task. */
function editPlace(e) {
  if (!e.path.length) return e.kind === "appeared" ? "the task is in B alone" : e.kind === "vanished" ? "the task is in A alone" : "calls too small to be told";
  const ordinals = [...new Set([e.ordinalA, e.ordinalB].filter(n => n > 0))];
  const noun = isCalled(e) ? "call" : "time";
  const call = ordinals.length > 1 ? `${noun} ${grouped(e.ordinalA)}, in B ${grouped(e.ordinalB)}; ` : ordinals[0] > 1 ? `${e.calls > 1 ? "from " : ""}${noun} ${grouped(ordinals[0])}${e.calls > 1 ? " on" : ""}; ` : "";
  const callers = e.path.slice(0, -1).reverse();
  return call + (callers.length ? "in " + callers.join(" ‹ ") : "outermost");
}

const TRACK = {label: 34, height: 30, gap: 78, axis: 20};

/** Two tracks: A above, B below; the same number of instructions is as wide in both, and B is moved so that the middle agrees. */
class OrderView extends AxisView {
  /** edits; and the clocks at which each run's recording begins and ends. */
  constructor(edits, recordedA, recordedB) {
    super(TRACK.label, "Both runs over time: drag or arrow keys move, wheel or + and - zoom, Home shows all, n and p choose the next and previous edit");
    this.edits = edits;
    this.recorded = [recordedA, recordedB];
    // Places that both have, for the distance between the runs: it grows with each edit.
    this.known = edits.filter(e => e.clockA >= 0 && e.clockB >= 0).sort((x, y) => x.clockA - y.clockA);
    this.chosen = null;
    this.onchoose = () => {};
    this.all();
  }

  get whole() {
    const begin = Math.min(...this.recorded.map(r => r[0]));
    return [begin, Math.max(begin + 1, ...this.recorded.map(r => r[1]))];
  }

  get least() {
    return 200;
  }

  /** How much further B is than A where A has executed so many instructions. */
  distance(clock) {
    const {known} = this;
    if (!known.length) return 0;
    const i = lastNotAbove(known.map(e => e.clockA), clock);
    return known[i].clockA > clock ? 0 : known[i].clockB - known[i].clockA;
  }

  /** Draws these edits and no others; in order of time. */
  only(edits) {
    this.edits = edits;
    this.draw();
  }

  /** Chooses an edit; shown: moves it into view. */
  choose(edit, shown) {
    this.chosen = edit;
    if (edit && shown) {
      const middle = edit.clockA >= 0 ? edit.clockA : edit.clockB;
      const width = Math.max(50_000, Math.min(this.to - this.from, 40 * Math.max(edit.instructionsA, edit.instructionsB, 1000)));
      this.view(middle - width / 2, middle + width / 2);
    }
    this.draw();
    this.onchoose(edit);
  }

  draw() {
    if (!this.canvas.isConnected || !this.canvas.clientWidth) return;
    if (!this.colours) {
      this.colours = {};
      for (const name of ["back", "text", "soft", "line", "faint", "panel", "more", "less", "mark", "other-strong"]) this.colours[name] = colour(name);
      this.family = getComputedStyle(document.body).fontFamily;
    }
    const c = this.colours;
    this.width = this.canvas.clientWidth;
    const height = 2 * (TRACK.axis + TRACK.height) + TRACK.gap;
    const g = sized(this.canvas, this.width, height);
    g.fillStyle = c.back;
    g.fillRect(0, 0, this.width, height);
    g.font = "12px " + this.family;
    g.textBaseline = "middle";
    const whole = this.to - this.from >= this.whole[1] - this.whole[0];
    this.offset = whole ? 0 : this.distance((this.from + this.to) / 2);
    const tops = this.tops = [TRACK.axis, TRACK.axis + TRACK.height + TRACK.gap];
    const scale = (this.width - TRACK.label) / (this.to - this.from);
    const x = this.x = (side, clock) => TRACK.label + (clock - this.from - (side ? this.offset : 0)) * scale;
    this.drawAxis(g, 0, tops[0] - TRACK.axis / 2);
    this.drawAxis(g, 1, tops[1] + TRACK.height + TRACK.axis / 2);
    ["A", "B"].forEach((name, side) => {
      g.font = "600 13px " + this.family;
      g.fillStyle = side ? c.more : c.less;
      g.fillText(name, 10, tops[side] + TRACK.height / 2);
    });
    g.save();
    g.beginPath();
    g.rect(TRACK.label, 0, this.width - TRACK.label, height);
    g.clip();
    [0, 1].forEach(side => {
      g.fillStyle = c.panel;
      const left = x(side, this.recorded[side][0]), wide = x(side, this.recorded[side][1]) - left;
      g.fillRect(left, tops[side], wide, TRACK.height);
      g.strokeStyle = c.line;
      g.strokeRect(left + 0.5, tops[side] + 0.5, wide - 1, TRACK.height - 1);
    });
    // What both do alike is empty; links first, so that blocks stay visible.
    this.drawn = [];
    const most = Math.max(1, ...this.edits.map(e => Math.abs(e.change)));
    const visible = this.edits.filter(e => [0, 1].some(side => {
      const clock = side ? e.clockB : e.clockA;
      return clock >= 0 && x(side, clock + Math.max(e.instructionsA, e.instructionsB)) >= TRACK.label && x(side, clock) <= this.width;
    }));
    for (const e of visible) {
      if (e.clockA < 0 || e.clockB < 0) continue;
      g.globalAlpha = e === this.chosen ? 1 : visible.length > 400 ? 0.12 : 0.4;
      g.strokeStyle = this.ink(e);
      g.lineWidth = e === this.chosen ? 2 : 1;
      g.beginPath();
      g.moveTo(x(0, e.clockA), tops[0] + TRACK.height);
      g.bezierCurveTo(x(0, e.clockA), tops[0] + TRACK.height + 30, x(1, e.clockB), tops[1] - 30, x(1, e.clockB), tops[1]);
      g.stroke();
    }
    for (const e of visible) {
      [0, 1].forEach(side => {
        const clock = side ? e.clockB : e.clockA, cost = side ? e.instructionsB : e.instructionsA;
        if (clock < 0 || cost === 0 && e.kind !== "moved") return;
        const left = x(side, clock), wide = Math.max(e.kind === "moved" ? 2 : 1, e.kind === "changed" ? Math.abs(e.change) * scale : cost * scale);
        // A short one stays visible by its height: the larger the change, the taller.
        const tall = 6 + (TRACK.height - 8) * Math.sqrt(Math.abs(e.change) / most);
        g.globalAlpha = 0.85;
        g.fillStyle = this.ink(e);
        const top = side ? tops[1] + 1 : tops[0] + TRACK.height - tall - 1;
        g.fillRect(left, top, wide, tall);
        if (e === this.chosen) {
          g.globalAlpha = 1;
          g.strokeStyle = c.text;
          g.lineWidth = 2;
          g.strokeRect(left - 1, tops[side], wide + 2, TRACK.height);
        }
        this.drawn.push([e, side, left - 2, left + wide + 2]);
      });
    }
    g.globalAlpha = 1;
    g.restore();
  }

  ink(e) {
    const c = this.colours;
    return e.kind === "moved" ? c["other-strong"] : e.change > 0 ? c.more : e.change < 0 ? c.less : c["other-strong"];
  }

  drawAxis(g, side, y) {
    const span = this.to - this.from, offset = side ? this.offset : 0;
    const raw = span / Math.max(2, this.width / 130);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = Math.max(1, [1, 2, 5, 10].find(m => m * power >= raw) * power);
    g.font = "12px " + this.family;
    g.fillStyle = this.colours.soft;
    g.textAlign = "center";
    for (let tick = Math.ceil((this.from + offset) / step) * step; tick <= this.to + offset; tick += step) {
      const at = TRACK.label + (tick - this.from - offset) * (this.width - TRACK.label) / span;
      if (tick < 0 || at < TRACK.label + 30 || at > this.width - 34) continue;
      g.fillText(step >= 1e6 ? fixed(tick / 1e6, 0) + " M" : grouped(tick), at, y);
    }
    g.textAlign = "left";
  }

  at(event) {
    const y = event.offsetY;
    const side = this.tops.findIndex(top => y >= top && y < top + TRACK.height);
    // The largest of those that are so near.
    return (this.drawn || []).filter(([, its, left, right]) => its === side && event.offsetX >= left && event.offsetX <= right).map(([e]) => e)
      .reduce((best, e) => !best || Math.abs(e.change) > Math.abs(best.change) ? e : best, null);
  }

  hover(event) {
    const e = this.at(event);
    this.canvas.style.cursor = e ? "pointer" : "";
    if (e) {
      tip.show(event, h("strong", null, `${EDIT_KINDS[e.kind][0]} ${editName(e)}`), h("span.soft", null, "  " + e.task),
        pairs("", EDIT_KINDS[e.kind][1], "B − A", `${signed(e.change)}  ${relative(e.instructionsA, e.instructionsB)}`, "At, in A", e.clockA < 0 ? "–" : grouped(e.clockA), "At, in B", e.clockB < 0 ? "–" : grouped(e.clockB), "Alike before", grouped(e.sameBefore)),
        h("div.soft", null, editPlace(e)));
    } else tip.hide();
  }

  click(event) {
    this.choose(this.at(event), false);
  }

  key(name) {
    if (name !== "n" && name !== "p") return false;
    const i = this.chosen ? this.edits.indexOf(this.chosen) + (name === "n" ? 1 : -1) : 0;
    if (this.edits[i]) this.choose(this.edits[i], true);
    return true;
  }

  reset() {
    this.chosen = null;
  }
}

section("order", "In order", async (root, state) => {
  if (!root.firstChild) {
    await orderSection(root);
    await noteNumbers(root);
  }
  root.restore(state);
}, null, [["← →", "move"], ["+ -", "zoom"], ["n p", "to the next, the previous edit"], ["Home", "show all"]]);

async function orderSection(root) {
  const diff = await data("diff");
  const {script} = diff.changes;
  const edits = script.largest.map((e, i) => ({...e, i, name: editName(e), place: editPlace(e)}));
  const view = new OrderView(edits, diff.words.recordedA, diff.words.recordedB);
  const detail = h("div.detail", {"aria-live": "polite"});
  const key = e => `changes.script.largest.${e.i}`;
  const clock = (e, side) => e["clock" + side] < 0 ? "–" : keyed(`${key(e)}.clock${side}`, grouped(e["clock" + side]));
  const table = sortable([
    {title: "At, in A", value: e => e.clockA < 0 ? e.clockB : e.clockA, cell: e => clock(e, "A"), hint: "Instructions that A has executed before: bbt step TRACE --at N stands there"},
    {title: "At, in B", value: e => e.clockB < 0 ? e.clockA : e.clockB, cell: e => clock(e, "B")},
    {title: "What", left: true, name: true, value: e => e.name, cell: e => h("span", null, h("span.fate", {title: EDIT_KINDS[e.kind][1]}, EDIT_KINDS[e.kind][0]),
      h("button.plain.pick", {type: "button", title: "Show where it is", onclick: () => {
        view.choose(e, true);
        view.canvas.scrollIntoView({block: "nearest"});
      }}, e.name), h("span.soft", {title: e.place}, "  " + e.place))},
    {title: "Task", left: true, value: e => e.task},
    ...changeColumns(key, "Instr.", "Of a changed call its own instructions; else of the calls and all they called"),
    {title: "Alike before", value: e => e.sameBefore, cell: e => keyed(key(e) + ".sameBefore", grouped(e.sameBefore)), hint: "Instructions of the task that both executed alike since the edit before"},
  ], {rows: edits, sort: 0, descending: false, text: e => `${e.name} ${e.place} ${e.task}`, label: "edits in order of time", onshown: rows => view.only(rows), empty: edits.length ? undefined : "Every task does the same in both.", key: "", first: 80});
  const kinds = h("select", {"aria-label": "Kind of edit", onchange: () => {
    filter();
    remember({kind: kinds.value});
  }}, h("option", {value: ""}, "All kinds"), ...Object.entries(EDIT_KINDS).map(([kind, [, text]]) => h("option", {value: kind}, `${text[0].toUpperCase()}${text.slice(1)}  ${grouped(edits.filter(e => e.kind === kind).length)}`)));
  const filter = () => table.filter(kinds.value ? e => e.kind === kinds.value : null);
  view.onchoose = e => {
    detail.replaceChildren(...(e ? [h("strong", null, `${EDIT_KINDS[e.kind][0]} ${e.name}`), ` · ${EDIT_KINDS[e.kind][1]} · B − A ${signed(e.change)} ${relative(e.instructionsA, e.instructionsB)} · ${e.place} · ${e.task} · `,
      h("code", null, [e.clockA >= 0 ? `bbt step ${diff.a} --at ${e.clockA}` : "", e.clockB >= 0 ? `bbt step ${diff.b} --at ${e.clockB}` : ""].filter(Boolean).join("   "))]
      : ["What both do alike is empty. Click an edit, here or in the list. Wheel zooms, drag moves; B is moved so that the middle of both agrees."]));
    remember({edit: e ? e.i : null});
  };
  const middle = () => (view.from + view.to) / 2;
  root.append(
    h("div.tools", null, h("button", {type: "button", onclick: () => view.zoom(0.5, middle())}, "Zoom in"), h("button", {type: "button", onclick: () => view.zoom(2, middle())}, "Zoom out"),
      h("button", {type: "button", onclick: () => view.view(...view.whole)}, "All"), h("span.gap"),
      h("span.legend", null, ...[["more", "more in B"], ["less", "less in B"], ["other", "elsewhere in the order"]].map(([kind, text]) => h("span", null, h("i." + kind), text)))),
    detail, view.canvas,
    h("h2", null, script.edits > edits.length ? `The ${grouped(edits.length)} largest edits, of ${grouped(script.edits)}` : "All edits"),
    h("div.tools", null, table.field, kinds, table.count), table.element,
    h("p.note", null, "Edits ", keyed("changes.script.change", signed(script.change)), ", interrupts wherever they came ", keyed("changes.script.interrupts", signed(script.interrupts)), ": together the difference of the runs.",
      script.least > 1 ? ` Calls of fewer than ${grouped(script.least)} instructions count for their callers.` : ""));
  root.view = view;
  root.restore = its => {
    kinds.value = its.get("kind") ?? "";
    if (kinds.selectedIndex < 0) kinds.value = "";
    filter();
    table.restore(its);
    const e = its.has("edit") ? edits[Number(its.get("edit"))] : null;
    if (e && e !== view.chosen) view.choose(e, true);
    else {
      if (!e) view.onchoose(view.chosen = null);
      view.draw();
    }
  };
}
