package bbt.packets;

/**
 * Reads the events of a frame in execution order. The walker knows from the code which kind comes
 * next and asks for exactly that kind; it reports calls, and exceptions when it passes their
 * packets.
 *
 * <p>Asking past the end is an {@link IndexOutOfBoundsException}: the walker lost its way.
 */
public final class EventReader {
  private final Mode mode;
  private final long[] words;
  private final int bits;
  private final long[] targets;
  private final Predictor predictor = new Predictor();
  private int bit;
  private int target;
  private int privilege;

  EventReader(Frame frame) {
    this.mode = frame.mode();
    this.words = frame.words();
    this.bits = frame.bitCount();
    this.targets = frame.targets();
  }

  /** Reads a conditional branch: whether it is taken. */
  public boolean branch() {
    int at = bit;
    if (at >= bits) {
      throw new IndexOutOfBoundsException("no bit " + at + " in a frame of " + bits);
    }
    bit = at + 1;
    return (words[at >>> 6] >>> at & 1) != 0;
  }

  /**
   * Reads a return: its target. Pops the shadow stack. A coroutine jump is this, then {@link
   * #call}.
   */
  public long ret(long site) {
    if (mode == Mode.RAW) {
      return target();
    }
    long predicted = predictor.pop();
    if (branch()) {
      if (predicted == Predictor.NONE) {
        throw new IndexOutOfBoundsException("return predicted by an empty shadow stack");
      }
      return predicted;
    }
    return indirect(site);
  }

  /** Reads an indirect jump or call: its target. For a call, {@link #call} comes next. */
  public long indirect(long site) {
    if (mode == Mode.RAW) {
      return target();
    }
    int slot = predictor.site(site);
    int known = predictor.known(slot);
    for (int i = 0; i < known; i++) {
      if (branch()) {
        return predictor.target(slot, i);
      }
    }
    long escaped = target();
    predictor.learn(slot, escaped);
    return escaped;
  }

  /**
   * Passes a call of any kind: pushes its link address to the shadow stack. For an indirect call
   * right after {@link #indirect}, on the same reader, even if the frame ends with it.
   */
  public void call(long link) {
    predictor.push(link);
  }

  /** Passes an exception packet (not RESET, not FIRMWARE). */
  public void exception(long epc) {
    predictor.pushTrap(epc);
  }

  /** A return from a trap: its target. {@link #privilege} is the new privilege after it. */
  public long trapReturn() {
    long to;
    if (mode == Mode.RAW) {
      to = target();
    } else {
      long epc = predictor.popTrap();
      if (branch()) {
        to = epc;
      } else if (branch()) {
        to = epc + 4;
      } else {
        to = target();
      }
    }
    privilege = (branch() ? 1 : 0) | (branch() ? 2 : 0);
    return to;
  }

  /** The privilege that the last {@link #trapReturn} went to. */
  public int privilege() {
    return privilege;
  }

  private long target() {
    if (target >= targets.length) {
      throw new IndexOutOfBoundsException(
          "no target " + target + " in a frame of " + targets.length);
    }
    return targets[target++];
  }

  /** Bits consumed so far. */
  public int bitPosition() {
    return bit;
  }

  /** Targets consumed so far. */
  public int targetPosition() {
    return target;
  }

  /**
   * Consumes bits that the walker took from {@link Frame#words} itself (branches and return hits).
   */
  public void bitPosition(int position) {
    bit = position;
  }

  /** Whether a return that goes to where its call was is one bit, a one. */
  public boolean returnsAreBits() {
    return mode != Mode.RAW;
  }

  /**
   * The predictor, for a walker that takes return hits from the bits itself. The walker may leave
   * out calls with their returns: where the writer's full shadow stack dropped its oldest entries
   * for them, this one keeps them, and a return that the writer found nothing for is a zero bit
   * whatever is found here.
   */
  public Predictor predictor() {
    return predictor;
  }
}
