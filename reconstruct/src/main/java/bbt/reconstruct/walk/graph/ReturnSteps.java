package bbt.reconstruct.walk.graph;

import bbt.packets.Predictor;

/**
 * A shadow stack of the steps at return addresses, so that a return need not look for its target. A
 * step is good as long as the address space shows the same pages as when its call was made.
 */
public final class ReturnSteps {
  private final Step[] steps = new Step[Predictor.DEPTH];
  private final int[] stamps = new int[Predictor.DEPTH];

  /** A number that changes whenever the address space is another or shows other pages. */
  private int stamp = 1;

  private Space space;
  private int changes;

  /** The walk goes on in this address space. */
  public void in(Space now) {
    if (now != space || now.changes != changes) {
      space = now;
      changes = now.changes;
      stamp++;
    }
  }

  /**
   * A call was executed.
   *
   * @param back the step at the link address; null where it is not known
   */
  public void push(Predictor stack, long link, Step back) {
    int at = stack.top();
    steps[at] = back;
    stamps[at] = stamp;
    stack.push(link);
  }

  /** The step at the address that was popped last; null where it must be looked for. */
  public Step popped(Predictor stack) {
    int at = stack.top();
    return stamps[at] == stamp ? steps[at] : null;
  }
}
