// The call trees of a report.

/**
 * See treesOf. A frame is {kind, name, program, id: number of its function or -1}; kinds: all, task, user, kernel,
 * systemCall, mmu, interrupt, execution, truncated (paths that were too small to keep).
 */
const callTrees = (() => {
  let made = null;
  async function make() {
    const [packed, known] = await Promise.all([data("calls"), functions()]);
    const frames = packed.frames.map(([kind, name, id]) =>
      ({kind, name: id >= 0 ? known[id].name : name, program: id >= 0 ? known[id].program : null, id}));
    const columns = {self: Float64Array.from(packed.self), calls: Float64Array.from(packed.calls)};
    if (packed.cycles) columns.cycles = Float64Array.from(packed.cycles);
    const tasks = new CallTree(frames, Int32Array.from(packed.frame), Int32Array.from(packed.depth), columns, INSTRUCTIONS.weight);
    return {...treesOf(tasks), smallest: packed.smallest};
  }
  return () => made ||= make();
})();
