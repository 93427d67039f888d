package bbt.reconstruct.diff.align;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A collector of functions without symbols: it listens to a walk and keeps the first instructions
 * of each, by which the other run's are recognised, and whether something called it.
 */
public class EntryCode implements FlowListener, FrameListener {
  /** The hash of each function's first instructions, by frame number. */
  private long[] print = new long[1024];

  /** Numbers of frames that a call or a jump entered. */
  private final BitSet called = new BitSet();

  /** Where control goes; null where that is not known. */
  private Step to;

  @Override
  public void call(long retired, Step from, Step step, long target, long link) {
    to = step;
  }

  @Override
  public void jump(long retired, Step from, Step step, long target) {
    to = step;
  }

  @Override
  public Rounds rounds(long retired) {
    return Rounds.NOTHING;
  }

  @Override
  public boolean keepsEach() {
    return false;
  }

  @Override
  public void ret(long retired, Step from, Step step, long target) {
    to = step;
  }

  @Override
  public void exception(Packet.Exception packet) {
    to = null;
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    to = null;
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    to = null;
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    to = null;
  }

  @Override
  public void met(int number, String name, long address) {
    if (number >= print.length) {
      print = Arrays.copyOf(print, Math.max(number + 1, print.length * 2));
    }
    if (name == null) {
      print[number] = to != null && to.pc() == address ? to.node().print() : Node.NO_PRINT;
    }
  }

  @Override
  public void entered(
      int task,
      int itsHart,
      long retired,
      int depth,
      int number,
      FrameOrigin how,
      ExceptionKind trap) {
    if (how != FrameOrigin.ROOT) {
      called.set(number);
    }
  }

  @Override
  public void left(
      int task,
      int itsHart,
      long retired,
      int depth,
      int number,
      FrameEnd how,
      long all,
      long self) {
    // Nothing to learn.
  }

  /**
   * The hash of the first instructions of a function without a symbol, by its frame's number; see
   * {@link Node#print}.
   */
  public final long print(int number) {
    return number < print.length ? print[number] : Node.NO_PRINT;
  }

  /** Whether anything called the frame of a number, or jumped there. */
  public final boolean called(int number) {
    return called.get(number);
  }
}
