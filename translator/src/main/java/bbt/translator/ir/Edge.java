package bbt.translator.ir;

import java.util.List;

/**
 * The place that a terminator leads to.
 *
 * @param target index of the node in the region, or -1 when the edge leaves the region
 * @param pc address of the target, from the beginning of the region's page
 * @param back whether the edge closes a loop, is a call, or returns from one: the budget is tested
 *     on it
 * @param records what the recorder is told, in order
 */
public record Edge(int target, long pc, boolean back, List<RecordOp> records) {

  /** An edge to a node of the region. */
  public static Edge internal(int target, long pc, boolean back) {
    return new Edge(target, pc, back, List.of());
  }

  /** An edge out of the region. */
  public static Edge exit(long pc) {
    return new Edge(-1, pc, false, List.of());
  }

  public boolean isExit() {
    return target < 0;
  }

  public Edge withRecords(List<RecordOp> newRecords) {
    return new Edge(target, pc, back, List.copyOf(newRecords));
  }
}
