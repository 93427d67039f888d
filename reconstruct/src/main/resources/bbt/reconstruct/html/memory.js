// What a memory system did, simulated: its parts, and who missed what.

section("memory", "Memory system", async (root, state) => {
  if (root.firstChild) {
    root.restore(state);
    return;
  }
  const [its, all] = await Promise.all([data("memory"), functions()]);
  const sum = (row, ...events) => events.reduce((n, event) => n + (row.misses[event] || 0), 0);
  const column = (title, hint, ...events) =>
    ({title, value: row => sum(row, ...events), cell: row => grouped(sum(row, ...events)), hint});
  const misses = [
    {title: "Miss cycles", value: row => row.missCycles, cell: row => grouped(row.missCycles), hint: "That misses and mispredictions cost"},
    {title: "Share", value: row => row.missCycles, cell: row => share(row.missCycles, its.missCycles)},
    column("L1I", "Fetches that L1I did not hold", "fetchL1"),
    column("L1D", "Loads and stores that L1D did not hold", "readL1", "writeL1"),
    column("L2", "What L2 did not hold either", "fetchL2", "readL2", "writeL2"),
    column("TLB", "What its TLB did not hold", "fetchTlb", "readTlb", "writeTlb"),
    column("Walks", "What no TLB held", "fetchWalk", "readWalk", "writeWalk"),
    column("Branches", "Branches, returns and jumps that were not guessed", "branch", "return", "jump"),
  ];
  const executed = [
    {title: "Instructions", value: row => row.instructions, cell: row => grouped(row.instructions)},
    {title: "Cycles", value: row => row.predictedCycles, cell: row => grouped(row.predictedCycles), hint: "Predicted: the instructions' and the misses'"},
    {title: "Cycles/instr.", value: row => row.predictedCycles / Math.max(1, row.instructions), cell: row => fixed(row.predictedCycles / Math.max(1, row.instructions), 2)},
  ];
  const table = sortable([
    {title: "Function", left: true, name: true, value: row => row.name, cell: row => row.id >= 0 ? functionLink(all[row.id]) : row.name},
    {title: "Program", left: true, value: row => row.program},
    ...misses, ...executed,
  ], {rows: its.functions, sort: 2, text: row => row.name, label: "misses by function", key: ""});
  const other = (title, columns, rows) => rows.length
    ? [h("h2", null, title), sortable(columns, {rows, sort: columns.length - misses.length - (columns.includes(executed[0]) ? executed.length : 0), label: "misses " + title.toLowerCase(), first: 20}).element]
    : [];
  root.append(
    h("p", null, `${its.name}: ${grouped(its.predictedCycles)} cycles predicted, ${fixed(its.predictedCycles / Math.max(1, its.instructions), 3)} for an instruction; misses are ${percent(its.missCycles, its.predictedCycles)} of them.`),
    sortable([
      {title: "Part", left: true, value: row => row.part},
      {title: "Asked by", left: true, value: row => row.accessed},
      {title: "Accesses", value: row => row.accesses, cell: row => grouped(row.accesses)},
      {title: "Misses", value: row => row.misses, cell: row => grouped(row.misses)},
      {title: "Rate", value: row => row.rate, cell: row => share(row.misses, row.accesses)},
      {title: "What it is", left: true, value: row => row.description},
    ], {rows: its.levels, sort: 3, label: "parts of the memory system"}).element,
    h("h2", null, "By function"),
    h("div.tools", null, table.field, table.count),
    table.element,
    ...other("By task", [{title: "Task", left: true, value: row => row.name}, ...misses, ...executed], its.tasks),
    ...other("By line of source", [{title: "File", left: true, value: row => row.file}, {title: "Line", value: row => row.line}, ...misses, ...executed], its.lines),
    ...other("By page of data", [{title: "Page", left: true, value: row => row.address}, {title: "Program", left: true, value: row => row.program}, ...misses], its.pages));
  root.restore = its => table.restore(its);
  root.restore(state);
});
