// Which code ran at all, and which branches went both ways.

section("coverage", "Coverage", async root => {
  if (root.firstChild) return;
  const [packed, all, report] = await Promise.all([data("coverage"), functions(), data("report")]);
  const rows = packed.function.map((id, i) => ({
    f: all[id], instructions: packed.instructions[i], bytes: packed.bytes[i], extent: packed.extent[i],
    branches: packed.branches[i], both: packed.both[i], neverTaken: packed.neverTaken[i],
  }));
  const programs = new Map();
  for (const row of rows) {
    const sum = programs.get(row.f.program) || {name: row.f.program, functions: 0, instructions: 0, bytes: 0, branches: 0, both: 0, neverTaken: 0};
    sum.functions++;
    for (const key of ["instructions", "bytes", "branches", "both", "neverTaken"]) sum[key] += row[key];
    programs.set(sum.name, sum);
  }
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
    {title: "Bytes", value: row => row.bytes, cell: row => grouped(row.bytes), hint: "Of these instructions"},
    {title: "Of", value: row => row.extent, cell: row => grouped(row.extent), hint: "Bytes from the function's start to its last executed instruction"},
    {title: "Ran", value: row => row.extent ? row.bytes / row.extent : 0, cell: row => share(row.bytes, row.extent)},
    ...branchColumns,
  ], {rows, sort: 3, text: row => row.f.name, label: "coverage by function"});
  root.append(
    h("h2", null, "By program"),
    sortable([
      {title: "Program", left: true, value: row => row.name},
      {title: "Functions", value: row => row.functions, cell: row => grouped(row.functions), hint: "That ran"},
      {title: "Instructions", value: row => row.instructions, cell: row => grouped(row.instructions), hint: "Different instructions that ran at least once"},
      {title: "Bytes", value: row => row.bytes, cell: row => grouped(row.bytes)},
      ...branchColumns,
    ], {rows: [...programs.values()], sort: 2, label: "coverage by program", first: 20}).element,
    h("h2", null, "By function"),
    h("div.tools", null, table.field,
      programChoice(report.programs, report.instructions, name => table.filter(name ? row => row.f.program === name : null)), table.count),
    table.element,
    h("p.note", null, "A trace holds only code that ran: what lies behind a function's last executed instruction is not known from it."));
});
