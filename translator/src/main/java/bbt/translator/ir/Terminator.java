package bbt.translator.ir;

import java.util.List;

/** The end of a node. */
public sealed interface Terminator {

  /** Two-way: {@code taken} when the condition is not zero. */
  record Branch(Value condition, Edge taken, Edge notTaken) implements Terminator {}

  /** One-way: a direct jump or call, or the end of the page. */
  record Jump(Edge edge) implements Terminator {}

  /**
   * A jump to a computed address; leaves the region unless it is a return point of the region's own
   * calls.
   *
   * @param records what the recorder is told where it leaves
   * @param returns edges to the return points; empty where the jump is no return
   */
  record Indirect(Value target, List<RecordOp> records, List<Edge> returns) implements Terminator {}

  /** The value that it evaluates, if there is one. */
  default Value[] operands() {
    return switch (this) {
      case Branch(Value condition, _, _) -> new Value[] {condition};
      case Indirect(Value target, _, _) -> new Value[] {target};
      case Jump _ -> Value.NONE;
    };
  }
}
