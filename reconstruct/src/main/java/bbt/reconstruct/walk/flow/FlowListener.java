package bbt.reconstruct.walk.flow;

import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.walk.graph.CallSummary;
import bbt.reconstruct.walk.graph.Step;

/**
 * Listens to a walk: it is told of calls, returns, jumps, traps and switches, in execution order,
 * as call stacks and profiles need them. All counts are retired instructions before the event takes
 * effect: the jump itself is counted.
 *
 * <p>{@code to} is the step at the target, or null where the walk has not reached it (a fetch that
 * faulted).
 */
public interface FlowListener {
  /** A listener that does nothing, for walks where nobody listens. */
  FlowListener NOBODY =
      new FlowListener() {
        @Override
        public Rounds rounds(long retired) {
          return Rounds.NOTHING;
        }
      };

  /**
   * Another hart goes on. Said in traces of several harts alone; the first is hart 0. All harts are
   * heard in the order in which the machine executed them.
   */
  default void hart(int number) {}

  /**
   * A turn of that hart begins, or the part of one that has been read.
   *
   * @param clock instructions of all harts before it; -1 when not known
   * @param retired the hart's count at its start
   */
  default void turn(long clock, long retired) {}

  /**
   * A call of any kind.
   *
   * @param link return address
   */
  default void call(long retired, Step from, Step to, long target, long link) {}

  /** A return by the link-register hints. */
  default void ret(long retired, Step from, Step to, long target) {}

  /**
   * Control went on at an address that another function covers, or by a jump between addresses
   * without symbols. Of a loop of this one jump and nothing else that would be told, only the first
   * rounds may be told.
   */
  default void jump(long retired, Step from, Step to, long target) {}

  /**
   * What follows has calls that return, and jumps, and nothing else that would be told: a listener
   * that can say what they all come to need not be told of each, now and when the same is walked
   * again. {@link CallSummary#again} is asked at once.
   *
   * @param calls may be {@linkplain PathCalls#keep shortened}; valid during this call
   * @return null where it wants to be told of each
   */
  default CallSummary summary(PathCalls calls) {
    return null;
  }

  /**
   * The walk is in a loop of calls that do not return, jumps and straight lines, with nothing in
   * the trace between them. What another {@link Rounds#CALLS} calls, or another round without a
   * call, change of these numbers is measured and multiplied; not all rounds are told then. The
   * answer holds for the walk's {@link PieceConsumer}, too.
   *
   * @return null where each is to be told
   */
  default Rounds rounds(long retired) {
    return null;
  }

  /** An exception packet: reset, trap or firmware call. State is the handler's from here on. */
  default void exception(Packet.Exception packet) {}

  /** A packet that only goes on where the one before was full. Nothing changes. */
  default void normal(Packet.Normal packet) {}

  /** A return from a trap. */
  default void trapReturn(long retired, long target, int privilege) {}

  /** A switch packet: task or address space changed. */
  default void contextSwitch(Packet.Switch packet) {}

  /**
   * The first step that is executed behind a trap, a return from a trap, a switch or a start: only
   * now is it known what stands there. A fetch may have faulted before.
   */
  default void landed(long retired, Step to) {}

  /** A record that is neither code nor mapping. */
  default void note(SidebandRecord item) {}

  /** The walk starts anew here, with no relation to what came before (also at the very start). */
  default void start(long retired, long pc, int privilege, int addressSpace, long task) {}

  /**
   * The current hart stops: nothing more follows of it, or a gap does.
   *
   * @param gap whether it may have gone on: what it executed is missing
   */
  default void stop(long retired, boolean gap) {}
}
