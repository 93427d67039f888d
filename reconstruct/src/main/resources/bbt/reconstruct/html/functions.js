// The functions of all programs: a table, and what other sections need to name them.

/** The same, once somebody asked for them: for what is drawn after that. */
let functionList = null;

/** All functions; each {id, name, program, address, self, inclusive, calls}. */
const functions = (() => {
  let made = null;
  return () => made ||= data("functions").then(packed => functionList = packed.name.map((name, id) => ({
    id, name,
    program: packed.programs[packed.program[id]],
    address: packed.address[id],
    self: packed.self[id],
    inclusive: packed.inclusive[id],
    calls: packed.calls[id],
    cycles: packed.cycles?.[id],
    inclusiveCycles: packed.inclusiveCycles?.[id],
  })));
})();

/** The programs of the report; with a cost model they have cycles, too: those of their functions. */
function programList(report, all) {
  return report.programs.map(p => ({...p, cycles: all.reduce((sum, f) => f.program === p.name ? sum + f.cycles : sum, 0)}));
}

/** A link to a function's page. */
const functionLink = f => h("a", {href: "#function/" + f.id, title: `${f.name} (${f.program}), at ${f.address}`}, f.name);

/** The name of a function where its program is not obvious. */
const fullName = f => f.name.startsWith(f.program) ? f.name : `${f.name} (${f.program})`;

/** Chooses an option, the first one if there is no such. */
function choose(select, value) {
  select.value = value ?? "";
  if (select.selectedIndex < 0) select.selectedIndex = 0;
}

/** A selector of programs; what chosen() gives is a program's name, or "" for all. */
function programChoice(list, total, changed) {
  return h("select", {"aria-label": "Program", onchange: event => changed(event.target.value)},
    h("option", {value: ""}, "All programs"),
    ...list.map(p => h("option", {value: p.name}, `${p.name}  ${percent(p[unit.key], total)}`)));
}

section("functions", "Functions", async (root, state) => {
  if (!toFill(root)) {
    root.restore?.(state);
    return;
  }
  const report = await data("report");
  const all = await functions();
  const total = report[unit.key];
  const {self, inclusive, word} = unit;
  const perCall = (f, of) => f.calls ? of / f.calls : -1;
  const table = sortable([
    {title: "Function", left: true, name: true, value: f => f.name, cell: functionLink},
    {title: "Program", left: true, value: f => f.program},
    {title: "Self", value: f => f[self], cell: f => grouped(f[self]), hint: `${unit.title} in the function itself`},
    {title: "Share", value: f => f[self], cell: f => share(f[self], total)},
    ...(report.cycles === undefined ? [] : [{title: "Cycles/instr.", value: f => f.self ? f.cycles / f.self : 0, cell: f => f.self ? fixed(f.cycles / f.self, 2) : "–", hint: "By the cost model, of its own instructions"}]),
    {title: "Inclusive", value: f => f[inclusive], cell: f => grouped(f[inclusive]), hint: "With all that it called and each trap it took; recursion counts once"},
    {title: "Share", value: f => f[inclusive], cell: f => share(f[inclusive], total)},
    {title: "Calls", value: f => f.calls, cell: f => grouped(f.calls), hint: "Calls and tail calls to its first instruction"},
    {title: "Self/call", value: f => perCall(f, f[self]), cell: f => f.calls ? fixed(f[self] / f.calls, 1) : "–", hint: `${unit.title} of its own, divided by calls`},
    {title: "Incl./call", value: f => perCall(f, f[inclusive]), cell: f => f.calls ? fixed(f[inclusive] / f.calls, 1) : "–", hint: `Inclusive ${word}, divided by calls`},
  ], {rows: all, sort: 2, text: f => f.name, label: "functions", key: ""});
  const packed = await data("functions");
  const show = name => table.filter(name ? f => f.program === name : null);
  const select = programChoice(programList(report, all), total, name => {
    show(name);
    remember({program: name});
  });
  root.restore = its => {
    choose(select, its.get("program"));
    show(select.value);
    table.restore(its);
  };
  root.restore(state);
  root.append(
    h("div.tools", null, table.field, select, table.count),
    table.element,
    packed.leftOut ? h("p.note", null, `${grouped(packed.leftOut)} functions with the fewest instructions are left out; together they have ${grouped(packed.leftOutSelf)} of their own.`) : null);
});
