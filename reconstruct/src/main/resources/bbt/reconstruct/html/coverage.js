// Which code ran at all, and which branches went both ways.

section("coverage", "Coverage", async (root, state) => {
  if (root.firstChild) {
    root.restore(state);
    return;
  }
  const [packed, all, report, sources] = await Promise.all([data("coverage"), functions(), data("report"), data("sources")]);
  const rows = packed.function.map((id, i) => ({
    f: all[id], instructions: packed.instructions[i], total: packed.total[i], bytes: packed.bytes[i], extent: packed.extent[i],
    branches: packed.branches[i], both: packed.both[i], neverTaken: packed.neverTaken[i],
  }));
  const programs = new Map();
  for (const row of rows) {
    const sum = programs.get(row.f.program) || {name: row.f.program, functions: 0, instructions: 0, told: 0, of: 0, bytes: 0, branches: 0, both: 0, neverTaken: 0};
    sum.functions++;
    for (const key of ["instructions", "bytes", "branches", "both", "neverTaken"]) sum[key] += row[key];
    if (row.total >= 0) {
      sum.told += row.instructions;
      sum.of += row.total;
    }
    programs.set(sum.name, sum);
  }
  // Without a binary nothing tells how much there is: a column of dashes says nothing.
  const told = rows.some(row => row.total >= 0);
  const ran = row => row.total < 0 ? row.extent ? row.bytes / row.extent : 0 : row.instructions / row.total;
  const one = row => row.branches - row.both;
  const branchColumns = [
    {title: "Branches", value: row => row.branches, cell: row => grouped(row.branches), hint: "Conditional branches that ran"},
    {title: "Both ways", value: row => row.both, cell: row => grouped(row.both), hint: "Taken at least once and not taken at least once"},
    {title: "Share", value: row => row.branches ? row.both / row.branches : -1, cell: row => row.branches ? share(row.both, row.branches) : "–"},
    {title: "One way", value: one, cell: row => grouped(one(row)), hint: "Always taken, or never"},
    {title: "Never taken", value: row => row.neverTaken, cell: row => grouped(row.neverTaken)},
  ];
  const table = sortable([
    {title: "Function", left: true, name: true, value: row => row.f.name, cell: row => functionLink(row.f)},
    {title: "Program", left: true, value: row => row.f.program},
    {title: "Instructions", value: row => row.instructions, cell: row => grouped(row.instructions), hint: "Different instructions that ran at least once"},
    ...told ? [{title: "Of", value: row => row.total, cell: row => row.total < 0 ? "–" : grouped(row.total), hint: "Instructions that the function has, where a binary (--binary) tells"}] : [],
    {title: "Ran", value: ran, cell: row => row.total < 0 ? row.extent ? h("span", {title: "Of the bytes up to its last executed instruction"}, "≤ " + percent(row.bytes, row.extent)) : "–" : share(row.instructions, row.total)},
    {title: "Bytes", value: row => row.bytes, cell: row => grouped(row.bytes), hint: "Of the instructions that ran"},
    ...branchColumns,
  ], {rows, sort: 2, text: row => row.f.name, label: "coverage by function", key: ""});
  const show = name => table.filter(name ? row => row.f.program === name : null);
  const select = programChoice(programList(report, all), report[unit.key], name => {
    show(name);
    remember({program: name});
  });
  const files = fileTable(sources);
  root.append(
    h("h2", null, "By program"),
    sortable([
      {title: "Program", left: true, value: row => row.name},
      {title: "Functions", value: row => row.functions, cell: row => grouped(row.functions), hint: "That ran"},
      {title: "Instructions", value: row => row.instructions, cell: row => grouped(row.instructions), hint: "Different instructions that ran at least once"},
      ...told ? [{title: "Of", value: row => row.of, cell: row => !row.of ? "–" : row.told === row.instructions ? grouped(row.of) : `${grouped(row.told)} of ${grouped(row.of)}`, hint: "Instructions that the functions that ran have; where a binary (--binary) knows not all of them, of the others alone"},
      {title: "Ran", value: row => row.of ? row.told / row.of : -1, cell: row => row.of ? share(row.told, row.of) : "–", hint: "Of these; functions that never ran are not among them"}] : [],
      {title: "Bytes", value: row => row.bytes, cell: row => grouped(row.bytes)},
      ...branchColumns,
    ], {rows: [...programs.values()], sort: 2, label: "coverage by program", first: 20}).element,
    h("h2", null, "By function"),
    h("div.tools", null, table.field, select, table.count),
    table.element,
    ...files.elements,
    h("p.note", null, "A trace holds only code that ran. How large a function is, only a binary tells (--binary); without one, what is known is the code up to its last executed instruction."));
  root.restore = its => {
    choose(select, its.get("program"));
    show(select.value);
    table.restore(its);
    files.restore(its);
  };
  root.restore(state);
});

/** Source files with the lines that ran; nothing where no binary with debugging information was given. */
function fileTable(sources) {
  if (!sources.files.length) return {elements: [h("p.note", null, "Source lines: give bbt report binaries with debugging information (--binary).")], restore() {}};
  const rows = sources.files.map((file, id) => ({id, path: file.path, lines: file.line.length, ran: file.count.reduce((n, count) => n + (count > 0), 0)}));
  const table = sortable([
    {title: "Source file", left: true, name: true, value: row => row.path, cell: row => h("a", {href: "#source/" + row.id}, row.path)},
    {title: "Lines", value: row => row.lines, cell: row => grouped(row.lines), hint: "With code"},
    {title: "Ran", value: row => row.ran, cell: row => grouped(row.ran)},
    {title: "Share", value: row => row.lines ? row.ran / row.lines : 0, cell: row => share(row.ran, row.lines)},
  ], {rows, sort: 2, text: row => row.path, label: "coverage by source file", key: "f"});
  return {elements: [h("h2", null, "By source file"), h("div.tools", null, table.field, table.count), table.element], restore: table.restore};
}

section("source", null, async (root, state, id, wanted) => {
  const sources = await data("sources");
  const file = sources.files[Number(id)];
  if (!file) {
    root.replaceChildren(h("p", null, "There is no such file. ", h("a", {href: "#coverage"}, "All files")));
    return;
  }
  const counts = new Map(file.line.map((line, i) => [line, file.count[i]]));
  const most = file.count.reduce((a, b) => Math.max(a, b), 1);
  const texts = file.text?.split("\n");
  const numbers = texts ? texts.slice(0, -1).map((_, i) => i + 1) : file.line;
  const ran = file.count.reduce((n, count) => n + (count > 0), 0);
  const body = h("div.body", {role: "rowgroup"});
  for (const number of numbers) {
    const count = counts.get(number);
    const row = h("div" + (count === 0 ? ".missed" : ""), {role: "row", id: "line-" + number},
      h("span.n", {role: "cell"}, count === undefined ? "" : grouped(count)), h("span.address", {role: "rowheader"}, String(number)), h("span", {role: "cell"}, texts ? texts[number - 1] : ""));
    if (count) row.style.setProperty("--heat", Math.sqrt(count / most));
    body.append(row);
  }
  root.replaceChildren(
    h("h2.mono", null, file.path),
    h("p.note", null, `${grouped(ran)} of ${grouped(file.line.length)} lines with code ran, ${percent(ran, file.line.length)}. A line's number is how often its most executed instruction was. `
      + (texts ? "" : "The file's text was not found; --source-path says where it is.")),
    h("div.scroll", null, h("div.code.source", {role: "table", "aria-label": "Source"}, h("div.head", {role: "row"}, h("span", {role: "columnheader"}, "Executed"), h("span", {role: "columnheader"}, "Line"), h("span", {role: "columnheader"}, "Source")), body)));
  const line = wanted && root.querySelector("#line-" + CSS.escape(wanted));
  if (line) {
    line.scrollIntoView({block: "center"});
    line.classList.add("here");
  } else scrollTo(0, 0);
}, "coverage");
