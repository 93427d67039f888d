package bbt.translator.ir;

import java.util.List;

/** How a node ends. */
public sealed interface Terminator {

  /** Two-way: {@code taken} when the condition is not zero. */
  record Branch(Value condition, Edge taken, Edge notTaken) implements Terminator {}

  /** One-way: a direct jump or call, or the end of the page. */
  record Jump(Edge edge) implements Terminator {}

  /**
   * To a computed address; always leaves the region.
   *
   * @param records what the recorder is told
   */
  record Indirect(Value target, List<RecordOp> records) implements Terminator {}
}
