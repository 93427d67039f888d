package bbt.translator.lift;

import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.RecordOp;
import bbt.translator.ir.Terminator;
import java.util.List;

/** Lifts one node of a region: its instructions, its terminator and the record operations. */
public final class RegionLifter {
  private RegionLifter() {}

  /**
   * Lifts a node.
   *
   * @param lifter a new one of the guest
   * @param index the node's place in the region
   * @param firstSite site of its first instruction
   * @param next index of the node where it leads without a taken branch, -1 outside the region
   * @param taken index of the node that its taken branch leads to, -1 outside
   * @param returns edges to the return points of the region's calls, if the node returns
   * @param recording whether to place record operations: one step per node end
   */
  public static IrNode lift(
      Lifter lifter,
      int index,
      Node node,
      TraceRule rule,
      int firstSite,
      int next,
      int taken,
      List<Edge> returns,
      boolean recording) {
    long pc = node.pc();
    for (int i = 0; i < node.count(); i++) {
      lifter.lift(node.bits(i), pc, firstSite + i);
      pc += node.length(i);
    }
    Terminator terminator =
        switch (rule.leaves()) {
          case BRANCH ->
              new Terminator.Branch(
                  lifter.condition(),
                  edge(index, taken, rule.target(), step(index, true, recording)),
                  edge(index, next, rule.link(), step(index, false, recording)));
          case NOTHING ->
              new Terminator.Jump(
                  rule.pushes() && next >= 0
                      ? new Edge(next, rule.target(), true, step(index, false, recording))
                      : edge(index, next, rule.target(), step(index, false, recording)));
          case TARGET ->
              new Terminator.Indirect(
                  lifter.target(),
                  step(index, false, recording),
                  returns.stream().map(e -> e.withRecords(step(index, false, recording))).toList());
          case TRAP_RETURN, TRAP ->
              throw new IllegalArgumentException("a region contains no " + rule.leaves());
        };
    return new IrNode(
        index,
        node.pc(),
        firstSite,
        node.count(),
        lifter.temps(),
        List.copyOf(lifter.ops()),
        terminator);
  }

  private static Edge edge(int from, int to, long pc, List<RecordOp> records) {
    return new Edge(to, pc, to >= 0 && to <= from, records);
  }

  private static List<RecordOp> step(int node, boolean taken, boolean recording) {
    return recording ? List.of(new RecordOp.NodeStep(node, taken)) : List.of();
  }
}
