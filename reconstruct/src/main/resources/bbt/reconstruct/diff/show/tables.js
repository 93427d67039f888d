// Everything that changed, in tables: functions, call paths, tasks, exceptions, system calls.

function filteredTable(root, rows, columns, options) {
  let wanted = "";
  const table = sortable(columns, {rows, ...options});
  const select = fateChoice(rows, value => {
    apply(value);
    remember({[options.key + "fate"]: value});
  });
  const apply = value => {
    wanted = value;
    select.value = value;
    table.filter(wanted ? row => fateMatches(row, wanted) : null);
  };
  if (!root.firstChild) noteNumbers(root);
  root.append(h("div.tools", null, table.field, select, table.count), table.element);
  const sum = h("p.note");
  table.element.after(sum);
  return {table, note: text => sum.textContent = text, restore(state) {
    apply(state.get(options.key + "fate") ?? options.fate ?? "");
    table.restore(state);
  }};
}

const nameColumn = (title, name) => ({title, left: true, name: true, value: name, cell: row => h("span", null, fateMark(row.fate), name(row))});

section("causes", "Causes", async (root, state) => {
  if (!root.firstChild) {
    const {causes} = (await data("diff")).changes;
    const rows = causes.map((c, i) => ({...c, i}));
    const key = row => `changes.causes.${row.i}`;
    const each = value => grouped(Math.round(value));
    root.made = filteredTable(root, rows, [
      {...nameColumn("Function", changedName), cell: row => h("span", null, fateMark(row.fate), h("a", {href: "#flame?q=" + encodeURIComponent(row.name), title: row.path.join(" › ")}, changedName(row)))},
      {title: "B − A", value: c => Math.abs(c.change), cell: c => keyed(key(c) + ".change", signed(c.change)), hint: "What its own doing is of the difference of the runs"},
      {title: "of each", value: c => c.eachA ? c.eachB / c.eachA : 0, cell: relativeEach, hint: "The change of what a call costs itself, as a share of A"},
      {title: "Each, in A", value: c => c.eachA, cell: c => each(c.eachA), hint: "Own instructions for each call, without what it calls"},
      {title: "Each, in B", value: c => c.eachB, cell: c => each(c.eachB), hint: "Own instructions for each call, without what it calls"},
      {title: "Calls A", value: c => c.callsA, cell: c => keyed(key(c) + ".callsA", grouped(c.callsA))},
      {title: "Calls B", value: c => c.callsB, cell: c => keyed(key(c) + ".callsB", grouped(c.callsB))},
      {title: "What it does otherwise", left: true, value: c => c.what},
    ], {sort: 1, text: c => `${c.name} ${c.what}`, label: "causes", key: "", fate: ""});
    root.made.note("The innermost function in which something changed has the change; its callers, though they cost more, have none of it. All rows add up to the difference of the runs, but for rounding. Interrupts are one row each: where they come is chance.");
  }
  root.made.restore(state);
});

section("functions", "Functions", async (root, state) => {
  if (!root.firstChild) {
    const {functions} = (await data("diff")).changes;
    const rows = functions.map((f, i) => ({...f, i}));
    const key = row => `changes.functions.${row.i}`;
    root.made = filteredTable(root, rows, [
      {...nameColumn("Function", f => f.name), cell: row => h("span", null, fateMark(row.fate), h("a", {href: "#flame?q=" + encodeURIComponent(row.name), title: "Find it in the flame graph"}, row.name))},
      {title: "Program", left: true, value: f => f.program},
      ...changeColumns(key, "Self", "Instructions of its own"),
      {title: "Incl. B − A", value: f => f.inclusiveB - f.inclusiveA, cell: f => signed(f.inclusiveB - f.inclusiveA), hint: "With what it called; interrupts left out"},
      {title: "Incl. A", value: f => f.inclusiveA, cell: f => keyed(key(f) + ".inclusiveA", grouped(f.inclusiveA))},
      {title: "Incl. B", value: f => f.inclusiveB, cell: f => keyed(key(f) + ".inclusiveB", grouped(f.inclusiveB))},
      {title: "Calls A", value: f => f.callsA, cell: f => keyed(key(f) + ".callsA", grouped(f.callsA)), hint: "0 of what nothing calls: it was entered by a trap, or where the kernel let a program go on"},
      {title: "Calls B", value: f => f.callsB, cell: f => keyed(key(f) + ".callsB", grouped(f.callsB)), hint: "0 of what nothing calls: it was entered by a trap, or where the kernel let a program go on"},
    ], {sort: 2, text: f => f.name, label: "changes by function", key: "", fate: ""});
    root.made.note("Own instructions of all functions add up to the difference of the runs; interrupts' functions are here, too.");
  }
  root.made.restore(state);
});

section("paths", "Call paths", async (root, state) => {
  if (!root.firstChild) {
    const {changes, pathsLeftOut} = await data("diff");
    const rows = changes.paths.map((p, i) => ({...p, i, text: p.path.join(" › ") || "(no function)"}));
    root.made = filteredTable(root, rows, [
      {title: "Call path, innermost first", left: true, name: true, value: p => p.text, cell: p => h("span.path", null, fateMark(p.fate), h("b", null, p.path.at(-1) ?? "(no function)"), p.path.length > 1 ? h("span.soft", null, " ‹ " + p.path.slice(0, -1).reverse().join(" ‹ ")) : "")},
      ...changeColumns(p => `changes.paths.${p.i}`, "Instr.", "Of a path that only one run has with everything below it, of one that both have its own"),
      {title: "Calls A", value: p => p.callsA, cell: p => keyed(`changes.paths.${p.i}.callsA`, grouped(p.callsA))},
      {title: "Calls B", value: p => p.callsB, cell: p => keyed(`changes.paths.${p.i}.callsB`, grouped(p.callsB))},
    ], {sort: 1, text: p => p.text, label: "changes by call path", key: "", first: 60});
    root.made.note(pathsLeftOut ? `${grouped(pathsLeftOut)} paths with smaller changes are left out.` : "All paths that changed; their changes add up to the difference of the runs.");
  }
  root.made.restore(state);
});

section("tasks", "Tasks", async (root, state) => {
  if (!root.firstChild) {
    const {tasks} = (await data("diff")).changes;
    const rows = tasks.map((t, i) => ({...t, i}));
    root.made = filteredTable(root, rows, [
      nameColumn("Task", t => t.title),
      ...changeColumns(t => `changes.tasks.${t.i}`, "Instr.", "Without the interrupts that came in it"),
      {title: "Pid A", value: t => t.pidA ?? -1, cell: t => t.pidA >= 0 ? String(t.pidA) : "–"},
      {title: "Pid B", value: t => t.pidB ?? -1, cell: t => t.pidB >= 0 ? String(t.pidB) : "–"},
    ], {sort: 1, text: t => t.title, label: "changes by task", key: ""});
    root.made.note("Interrupts stand beside the tasks, with all that was executed in them. The changes add up to the difference of the runs.");
  }
  root.made.restore(state);
});

section("exceptions", "Exceptions", async (root, state) => {
  if (!root.firstChild) {
    const {exceptions, systemCalls} = (await data("diff")).changes;
    const table = (title, list, name, what, key) => {
      const rows = list.map((e, i) => ({...e, i, kindText: e.kind.replace("_", " ")}));
      const at = e => `changes.${name}.${e.i}`;
      root.append(h("h2", null, title));
      return filteredTable(root, rows, [
        nameColumn(what, e => e.name),
        {title: "Kind", left: true, value: e => e.kindText},
        {title: "Count A", value: e => e.countA, cell: e => keyed(at(e) + ".countA", grouped(e.countA))},
        {title: "Count B", value: e => e.countB, cell: e => keyed(at(e) + ".countB", grouped(e.countB))},
        {title: "More", value: e => e.countB - e.countA, cell: e => signed(e.countB - e.countA), hint: "Count B − A"},
        ...changeColumns(at, "Instr.", "In finished ones, without nested ones"),
      ], {sort: 5, text: e => e.name, label: title.toLowerCase(), key});
    };
    root.made = [table("By cause", exceptions, "exceptions", "Cause", "")];
    if (systemCalls.length) root.made.push(table("System calls, by the function that served them", systemCalls, "systemCalls", "System call", "s"));
  }
  root.made.forEach(table => table.restore(state));
});
