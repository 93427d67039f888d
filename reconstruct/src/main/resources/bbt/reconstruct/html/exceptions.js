// What exceptions cost: by kind, by cause, by system call, each with its distribution.

const KIND_TITLES = new Map(EXCEPTIONS);
const KIND_CLASSES = {systemCall: "kernel", executionException: "exception", mmuException: "exception", interruptRequest: "interrupt"};

/** A distribution as bars; each twice as wide in cost as the one before. */
function histogram(distribution, kind) {
  const place = h("div.histogram");
  const {bars, count} = distribution;
  if (!count) {
    place.append(h("p.soft", null, "None was finished."));
    return place;
  }
  const most = Math.max(...bars.map(bar => bar[2]));
  // From the first to the last power of two, empty ones too.
  const step = value => value < 2 ? 0 : Math.floor(Math.log2(value));
  const first = step(bars[0][0]), last = step(bars[bars.length - 1][1]);
  const byStep = new Map(bars.map(bar => [step(bar[1]), bar]));
  for (let s = first; s <= last; s++) {
    const low = s ? 2 ** s : 0, high = 2 ** (s + 1) - 1;
    const [, , n] = byStep.get(s) || [low, high, 0];
    const bar = h("i." + (KIND_CLASSES[kind] || "other"));
    bar.style.setProperty("--part", n / most);
    const shares = `${grouped(low)} to ${grouped(high)} instructions: ${grouped(n)} times, ${percent(n, count)}`;
    place.append(h("div.column", {title: shares}, h("b", null, n ? si(n) : ""), bar, h("span", null, low < 1e6 ? grouped(low) : si(low))));
  }
  return place;
}

/** Exact figures and percentiles of a distribution. */
function distributionFacts(d) {
  const facts = [["Count", grouped(d.count)], ["Sum", grouped(d.sum)], ["Minimum", grouped(d.minimum)], ["Mean", fixed(d.mean, 2)],
    ...d.percentiles.map(([p, value]) => [p === 50 ? "Median" : `${p} %`, "≤ " + grouped(value)]), ["Maximum", grouped(d.maximum)]];
  return h("dl.row", null, ...facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))));
}

function costTable(rows, what, total, place, key) {
  let chosen = rows[0], nested = false;
  const detail = h("div");
  function draw() {
    const d = nested ? chosen.inclusive : chosen.self;
    detail.replaceChildren(
      h("h3", null, chosen.name + " ", h("span.soft", null, nested ? "instructions of each, nested exceptions included" : "instructions of each, without nested exceptions")),
      distributionFacts(d), histogram(d, chosen.key));
    for (const link of table.element.querySelectorAll("button.pick")) link.setAttribute("aria-pressed", String(link.textContent === chosen.name));
  }
  const table = sortable([
    {title: what, left: true, name: true, value: c => c.name, cell: c => h("button.plain.pick", {type: "button", "aria-pressed": "false", onclick: () => {
      chosen = c;
      draw();
      remember({[key + "cause"]: chosen === rows[0] ? null : chosen.name});
    }}, c.name)},
    {title: "Kind", left: true, value: c => KIND_TITLES.get(c.key) || c.key},
    {title: "Count", value: c => c.count, cell: c => grouped(c.count)},
    {title: "Instructions", value: c => c.self.sum, cell: c => grouped(c.self.sum), hint: "From trap entry to the return, without nested traps"},
    ...(unit === CYCLES ? [] : [{title: "Share", value: c => c.self.sum, cell: c => share(c.self.sum, total)}, {title: "Mean", value: c => c.self.mean, cell: c => fixed(c.self.mean, 2)}]),
    {title: "Median", value: c => percentile(c.self, 50), cell: c => grouped(percentile(c.self, 50))},
    {title: "99 %", value: c => percentile(c.self, 99), cell: c => grouped(percentile(c.self, 99))},
    {title: "Maximum", value: c => c.self.maximum, cell: c => grouped(c.self.maximum)},
    ...(unit === CYCLES ? [
      {title: "Cycles", value: c => c.cycles, cell: c => grouped(c.cycles), hint: "Of finished ones, without nested traps"},
      {title: "Share", value: c => c.cycles, cell: c => share(c.cycles, total)},
      {title: "Mean", value: c => c.self.count ? c.cycles / c.self.count : 0, cell: c => c.self.count ? fixed(c.cycles / c.self.count, 2) : "–"},
      {title: "Incl. cycles", value: c => c.inclusiveCycles, cell: c => grouped(c.inclusiveCycles), hint: "With nested traps"},
    ] : []),
    {title: unit === CYCLES ? "Incl. instr." : "Inclusive", value: c => c.inclusive.sum, cell: c => grouped(c.inclusive.sum), hint: "With nested traps"},
    {title: "Unfinished", value: c => c.unfinished, cell: c => c.unfinished ? `${grouped(c.unfinished)}: ${grouped(c.unfinishedInstructions)}` : "–", hint: "Those that no return ended, and their instructions"},
  ], {rows, sort: 3, label: what, first: 40, key, text: c => c.name});
  const which = choice("What counts", value => {
    nested = value === "inclusive";
    draw();
    remember({[key + "nested"]: nested});
  }, ["Self", "self", "Without nested exceptions"], ["Inclusive", "inclusive", "With nested exceptions"]);
  place.append(h("div.tools", null, table.field, table.count), table.element, h("div.tools", null, which), detail);
  return state => {
    nested = state.has(key + "nested");
    which.set(nested ? "inclusive" : "self");
    chosen = rows.find(row => row.name === state.get(key + "cause")) ?? rows[0];
    table.restore(state);
    draw();
  };
}

const percentile = (d, wanted) => d.percentiles.find(([p]) => p === wanted)?.[1] ?? 0;

section("exceptions", "Exceptions", async (root, state) => {
  if (!toFill(root)) {
    root.restore?.(state);
    return;
  }
  const [report, costs] = await Promise.all([data("report"), data("exceptions")]);
  const tables = [];
  root.append(h("h2", null, "By kind"), exceptionTable(report));
  if (costs.causes.length) {
    root.append(h("h2", null, "By cause"));
    tables.push(costTable(costs.causes, "Cause", report[unit.key], root, ""));
  }
  if (costs.systemCalls.length) {
    root.append(h("h2", null, "System calls, by the function that served them"));
    tables.push(costTable(costs.systemCalls, "System call", report[unit.key], root, "s"));
  }
  root.restore = its => tables.forEach(restore => restore(its));
  root.restore(state);
});
