package bbt.reconstruct.interchange;

/**
 * The return addresses of the calls that were followed. An encoder that sees a return lead where
 * the stack says tells nothing of it, and a decoder with the same stack knows where it led.
 */
public final class ReturnStack {
  /** What stands for "no address": no instruction has an odd one. */
  public static final long NONE = -1;

  private final long[] links;
  private int top;
  private int depth;

  /**
   * Creates an empty stack.
   *
   * @param most addresses that it holds, at least 1; where one more comes the oldest is forgotten
   */
  public ReturnStack(int most) {
    links = new long[most];
  }

  /** A call leaves its return address. */
  public void push(long link) {
    top = top + 1 == links.length ? 0 : top + 1;
    links[top] = link;
    depth = Math.min(depth + 1, links.length);
  }

  /** Takes the address on top; {@link #NONE} where there is none. */
  public long pop() {
    if (depth == 0) {
      return NONE;
    }
    long link = links[top];
    depth--;
    top = top == 0 ? links.length - 1 : top - 1;
    return link;
  }

  /** The address on top; {@link #NONE} where there is none. */
  public long peek() {
    return depth == 0 ? NONE : links[top];
  }

  /** The number of addresses that it holds. */
  public int depth() {
    return depth;
  }

  /** Forgets all addresses. */
  public void clear() {
    depth = 0;
  }
}
