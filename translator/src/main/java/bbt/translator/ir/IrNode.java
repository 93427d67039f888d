package bbt.translator.ir;

import java.util.List;

/**
 * One node of a region.
 *
 * @param index position in the region
 * @param pc address of the first instruction, from the beginning of the page
 * @param firstSite site of the first instruction
 * @param count guest instructions in the node, at least 1
 * @param temps how many temporaries its operations use
 */
public record IrNode(
    int index, long pc, int firstSite, int count, int temps, List<Op> ops, Terminator terminator) {

  public IrNode withOps(List<Op> newOps) {
    return new IrNode(index, pc, firstSite, count, temps, List.copyOf(newOps), terminator);
  }

  public IrNode withTerminator(Terminator newTerminator) {
    return new IrNode(index, pc, firstSite, count, temps, ops, newTerminator);
  }

  /** Edges to the return points of the region's calls. */
  public List<Edge> returns() {
    return terminator instanceof Terminator.Indirect indirect ? indirect.returns() : List.of();
  }

  /** The edges of the terminator, without {@link #returns}: none for an indirect jump. */
  public List<Edge> edges() {
    return switch (terminator) {
      case Terminator.Branch(_, Edge taken, Edge notTaken) -> List.of(notTaken, taken);
      case Terminator.Jump(Edge edge) -> List.of(edge);
      case Terminator.Indirect _ -> List.of();
    };
  }
}
