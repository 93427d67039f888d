// The boot profile of the founding paper (its table VI) and its figures 9 to 11.

const EXCEPTIONS = [
  ["reset", "Reset"], ["systemCall", "System call"], ["executionException", "Execution exception"],
  ["mmuException", "MMU exception"], ["interruptRequest", "Interrupt request"], ["firmware", "Firmware call"],
];

/** The value at a path of the JSON report: trace.packets.total. */
const at = (report, path) => path.split(".").reduce((value, key) => value?.[key], report);

function summaryTable(report) {
  const table = h("table.facts", {"aria-label": "Boot profile"});
  const head = text => table.append(h("tr.head", null, h("th", {colspan: 2}, text)));
  const row = (title, path, format) => {
    const value = at(report, path);
    if (value === undefined || value === null) return;
    table.append(h("tr", null, h("th", {scope: "row"}, title), h("td", {"data-key": path}, format(value))));
  };
  const most = (title, key, count, text) => {
    const f = report[key];
    if (!f) return;
    table.append(h("tr", null, h("th", {scope: "row"}, title), h("td", null, h("a", {href: `#function/${f.id}`, "data-key": key + ".name"}, fullName(f)))));
    row(text, key + "." + count, grouped);
    row("Ratio to total instructions", key + ".selfShare", v => percent(v, 1));
    row("Ratio to effective total", `beforePanic.${key}Share`, v => percent(v, 1));
  };
  head("Trace file");
  row("Trace file size", "trace.bytes", bytes);
  row("Bits per instruction", "trace.bitsPerInstruction", v => fixed(v, 4));
  row("Total packets", "trace.packets.total", grouped);
  row("Normal packets", "trace.packets.normal", grouped);
  row("Exception packets", "trace.packets.exception", grouped);
  row("Context switch packets", "trace.packets.contextSwitch", grouped);
  row("Gap packets", "trace.packets.gap", grouped);
  row("Instructions not recorded", "trace.instructionsNotRecorded", grouped);
  row("Minimum payload size", "trace.payloadBytes.minimum", bytes);
  row("Maximum payload size", "trace.payloadBytes.maximum", bytes);
  row("Average payload size", "trace.payloadBytes.average", v => fixed(v, 2) + " bytes");
  head("Reconstruction");
  row("Reconstruction time", "reconstruction.seconds", v => fixed(v, 2) + " s");
  row("Reconstruction rate", "reconstruction.instructionsPerSecond", v => fixed(v / 1e6, 1) + " M instructions/s");
  row("Calculated actual run time", "reconstruction.guestSeconds", v => fixed(v, 3) + " s of guest time");
  row("Total instructions", "instructions", grouped);
  row("Total cycles", "cycles", grouped);
  row("Effective total (before panic)", "beforePanic.instructions", grouped);
  row("Effective cycles (before panic)", "beforePanic.cycles", grouped);
  most("Function with most instructions", "mostInstructions", "self", "Its instructions");
  most("Most called function", "mostCalled", "calls", "Number of times called");
  return table;
}

/** The exceptions by kind, all or those before the panic: also the top of their own section. */
function exceptionTable(report, all = "exceptions") {
  const cell = (path, format) => h("td", {"data-key": path}, format(at(report, path)));
  return h("div.scroll", null, h("table", {"aria-label": "Exception handling" + (all === "exceptions" ? "" : " before the panic")},
    h("thead", null, h("tr", null, h("th.left", null, "Exception"), ...["Count", "Instructions", "Average", "Share", "Inclusive", "Average", "Unfinished", "Their instr.", ...(report.cycles ? ["Cycles", "Incl. cycles"] : [])].map(t => h("th", null, t)))),
    h("tbody", null, ...EXCEPTIONS.map(([key, title]) => {
      const of = name => `${all}.${key}.${name}`;
      const unfinished = at(report, of("unfinished")) > 0;
      return h("tr", null, h("th.left", {scope: "row"}, title),
        cell(of("count"), grouped), cell(of("instructions"), grouped), cell(of("average"), v => fixed(v, 2)),
        cell(of("share"), v => share(v, 1)), cell(of("inclusiveInstructions"), grouped), cell(of("inclusiveAverage"), v => fixed(v, 2)),
        unfinished ? cell(of("unfinished"), grouped) : h("td", null, "–"), unfinished ? cell(of("unfinishedInstructions"), grouped) : h("td", null, "–"),
        ...(report.cycles ? [cell(of("cycles"), grouped), cell(of("inclusiveCycles"), grouped)] : []));
    }))));
}

function hartTable(report) {
  const cell = (i, key, format) => h("td", {"data-key": `harts.${i}.${key}`}, format(at(report, `harts.${i}.${key}`)));
  return h("div.scroll", null, h("table", {"aria-label": "Harts"},
    h("thead", null, h("tr", null, h("th.left", null, "Hart"), ...["Instructions", "Share", "Switches", "System calls", "MMU", "Interrupts", "Firmware", "Idle"].map(t => h("th", null, t)))),
    h("tbody", null, ...report.harts.map((hart, i) => h("tr", null, h("th.left", {scope: "row"}, String(hart.number)),
      cell(i, "instructions", grouped), cell(i, "share", v => share(v, 1)), cell(i, "contextSwitches", grouped),
      cell(i, "exceptions.systemCall", grouped), cell(i, "exceptions.mmuException", grouped), cell(i, "exceptions.interruptRequest", grouped),
      cell(i, "exceptions.firmware", grouped),
      hart.idleShare === undefined ? h("td", null, "–") : cell(i, "idleShare", v => percent(v, 1)))))));
}

/** Horizontal bars: one of the paper's top-ten figures. */
function barChart(label, rows, value, text) {
  const most = Math.max(1e-9, ...rows.map(value));
  const chart = h("div.chart", {role: "group", "aria-label": label});
  for (const f of rows) {
    const bar = h(f.program === "kernel" ? "i" : "i.user");
    bar.style.setProperty("--part", value(f) / most);
    chart.append(functionLink(f), bar, h("b", null, ...text(f)));
  }
  if (!rows.length) chart.append(h("span.soft", null, "none"));
  return chart;
}

const FIGURES = [
  {figure: 9, title: () => `Most ${unit.word}`, what: {self: f => f[unit.self], inclusive: f => f[unit.inclusive]}, digits: 0, shares: true},
  {figure: 10, title: () => "Most called", what: {self: f => f.calls, inclusive: f => f.calls}, digits: 0, shares: false},
  {figure: 11, title: () => `Most ${unit.word} per call`, what: {self: f => f.calls ? f[unit.self] / f.calls : 0, inclusive: f => f.calls ? f[unit.inclusive] / f.calls : 0}, digits: 1, shares: false},
];

function figures(report, all, top, state) {
  let program = "", kind = state.has("inclusive") ? "inclusive" : "self";
  const place = h("div.columns");
  function draw() {
    const of = all.filter(f => !program || f.program === program);
    place.replaceChildren(...FIGURES.map(({figure, title, what, digits, shares}) => {
      const value = what[kind];
      const rows = of.filter(f => value(f) > 0).sort((a, b) => value(b) - value(a)).slice(0, top);
      const text = f => [fixed(value(f), digits), shares ? h("span", null, percent(value(f), report[unit.key])) : null].filter(Boolean);
      return h("div", {id: "figure-" + figure}, h("h3", null, `${title()} `, h("span.soft", null, `Figure ${figure}`)), barChart(title(), rows, value, text));
    }));
  }
  const kinds = choice("What counts", value => {
    kind = value;
    draw();
    remember({inclusive: kind === "inclusive"});
  }, ["Self", "self"], ["Inclusive", "inclusive"]);
  const select = programChoice(programList(report, all), report[unit.key], name => {
    program = name;
    draw();
    remember({program});
  });
  kinds.set(kind);
  choose(select, state.get("program"));
  program = select.value;
  draw();
  return [
    h("div.tools", null, select, kinds, h("span.legend", null, h("span", null, h("i.kernel"), "kernel"), h("span", null, h("i.user"), "user programs"))),
    place,
  ];
}

function programTable(report, all) {
  const cycles = report.cycles !== undefined;
  return h("div.scroll", null, h("table", {"aria-label": "Programs"},
    h("thead", null, h("tr", null, h("th.left", null, "Program"), h("th", null, "Instructions"), h("th", null, "Share"), ...(cycles ? [h("th", null, "Cycles"), h("th", null, "Share")] : []))),
    h("tbody", null, ...programList(report, all).map((p, i) => h("tr", null, h("th.left", {scope: "row"}, p.name),
      h("td", {"data-key": `programs.${i}.instructions`}, grouped(p.instructions)),
      h("td", {"data-key": `programs.${i}.share`}, share(p.share, 1)),
      ...(cycles ? [h("td", null, grouped(p.cycles)), h("td", null, share(p.cycles, report.cycles))] : []))))));
}

/** What is damaged or missing; null for a whole trace. */
function warnings(report) {
  if (report.complete) return null;
  const SHOWN = 20;
  const list = report.problems.slice(0, SHOWN).map(p => h("li", null, `${p.cut ? "cut at offset" : "offset"} ${grouped(p.offset)}: ${p.message}`));
  if (report.problems.length > SHOWN) list.push(h("li", null, `${grouped(report.problems.length - SHOWN)} more`));
  const cut = report.problems.every(p => p.cut);
  return h("div.notice", {role: "alert"},
    h("strong", null, cut ? "This trace ends early. " : "Parts of this trace are damaged or do not agree. "),
    `The report covers the ${grouped(report.instructions)} instructions that could be rebuilt.`,
    h("ul", null, ...list));
}

section("summary", "Summary", async (root, state) => {
  const chosen = state.toString();
  if (root.state === chosen && !toFill(root)) return;
  root.filledWith = unit;
  root.state = chosen;
  const [report, page, all] = await Promise.all([data("report"), data("page"), functions()]);
  root.replaceChildren(
    ...[warnings(report)].filter(Boolean),
    h("div.columns", null,
      h("div", null, h("h2", null, "Boot profile"), summaryTable(report)),
      h("div", null, h("h2", null, "Programs"), programTable(report, all))),
    h("h2", null, "Exception handling"), exceptionTable(report),
    ...(report.beforePanic ? [h("h2", null, "Exception handling before the panic"), exceptionTable(report, "beforePanic.exceptions")] : []),
    ...(report.harts.length > 1 ? [h("h2", null, "Harts"), hartTable(report)] : []),
    h("h2", null, `Top ${page.top}`), ...figures(report, all, page.top, state));
});
