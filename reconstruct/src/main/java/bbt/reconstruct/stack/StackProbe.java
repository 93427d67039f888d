package bbt.reconstruct.stack;

import bbt.packets.Chunk;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Follows a walk from a trace's start and keeps the call stack of one moment of it. A listener of a
 * walk that takes place anyway, so that the stack costs nothing, or of one that ends there.
 */
public final class StackProbe implements FlowListener {
  /**
   * A moment in a hart's life.
   *
   * @param clock instructions of all harts before it
   * @param retired instructions of that hart before it
   * @param events traps, returns from traps and switches at that very count before it
   */
  public record Moment(int hart, long clock, long retired, int events) {}

  private final Moment moment;
  private final long from;
  private final StackTracker tracker;
  private boolean near;
  private int hart;

  /** The common clock minus the current hart's count; far below where that is not known. */
  private long offset;

  private int seen;
  private List<CallFrame> frames;

  /**
   * Creates a probe of one moment.
   *
   * @param causes of the guest's traps
   * @param from file offset from which on the moment's events are counted: no later than the chunk
   *     that it is in
   */
  public StackProbe(TrapCauses causes, Moment moment, long from) {
    this.tracker = new StackTracker(causes, key -> SavedStack.EMPTY);
    this.moment = moment;
    this.from = from;
  }

  /**
   * The call stack of a moment, by walking up to there.
   *
   * @return innermost frame first
   * @throws IOException if the file cannot be read
   */
  public static List<CallFrame> walk(Path trace, TraceSymbols symbols, Moment moment, long from)
      throws IOException {
    StackProbe probe = new StackProbe(symbols.guest().traps(), moment, from);
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction walk = new Reconstruction(reader, symbols, probe, null).observer(probe::chunk);
      boolean more = true;
      while (more && !probe.reached()) {
        more = walk.next();
      }
    }
    return probe.frames();
  }

  /** Shows the probe every chunk before it is walked. */
  public void chunk(Chunk chunk) {
    near |= chunk.offset() >= from;
  }

  /** Whether the walk has come to the moment. */
  public boolean reached() {
    return frames != null;
  }

  /** The stack of the moment, innermost frame first; empty if the walk did not come there. */
  public List<CallFrame> frames() {
    return frames == null ? List.of() : frames;
  }

  /**
   * Whether the event that comes after so many instructions of this hart lies behind the moment.
   */
  private boolean over(long retired, boolean event) {
    if (frames != null) {
      return true;
    }
    if (!near) {
      return false;
    }
    if (hart != moment.hart()) {
      // Another hart may go on with the same task.
      if (retired + offset > moment.clock()) {
        tracker.hart(moment.hart());
        frames = tracker.current().frames().reversed();
      }
      return frames != null;
    }
    if (retired < moment.retired()) {
      return false;
    }
    if (retired > moment.retired() || event && seen == moment.events()) {
      frames = tracker.current().frames().reversed();
      return true;
    }
    seen += event ? 1 : 0;
    return false;
  }

  @Override
  public void hart(int number) {
    if (frames == null) {
      offset = number == hart ? offset : Long.MIN_VALUE / 2;
      hart = number;
      tracker.hart(number);
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (frames == null) {
      offset = clock < 0 ? Long.MIN_VALUE / 2 : clock - retired;
      tracker.turn(clock, retired);
    }
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    if (!over(retired, false)) {
      tracker.call(retired, from, to, target, link);
    }
  }

  @Override
  public Rounds rounds(long retired) {
    if (frames != null) {
      return Rounds.NOTHING;
    }
    long until = Long.MAX_VALUE;
    if (near && hart == moment.hart()) {
      until = moment.retired();
    } else if (near && offset >= 0) {
      until = moment.clock() - offset;
    }
    return new Rounds(until, tracker.rounds(retired).numbers());
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    if (!over(retired, false)) {
      tracker.ret(retired, from, to, target);
    }
  }

  @Override
  public void exception(Packet.Exception packet) {
    if (!over(packet.retired(), true)) {
      tracker.exception(packet);
    }
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    if (!over(retired, true)) {
      tracker.trapReturn(retired, target, privilege);
    }
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    if (!over(packet.retired(), true)) {
      tracker.contextSwitch(packet);
    }
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    if (!over(retired, false)) {
      tracker.start(retired, pc, privilege, addressSpace, task);
    }
  }

  /** A gap, or the end of all: what stands there has its stack, too. */
  @Override
  public void stop(long retired, boolean gap) {
    if (!over(retired, retired == moment.retired() && seen == moment.events())) {
      tracker.stop(retired, gap);
    }
  }
}
