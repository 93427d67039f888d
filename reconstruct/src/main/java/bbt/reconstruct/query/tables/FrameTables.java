package bbt.reconstruct.query.tables;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.flow.ClockedListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Fills the tables of calls and exceptions while the stacks grow and shrink. A row is written when
 * its frame ends, so nothing is kept but the stacks themselves.
 *
 * <p>Numbers are given when a frame begins, calls and exceptions together: a parent's is smaller
 * than those of its children, and any of them names one frame.
 *
 * <p>Of a part of a trace, exceptions are those that were taken in it, as the report counts them;
 * calls are those of which something is in it, and say whether the report counts them, too.
 */
final class FrameTables extends ClockedListener implements FrameListener {
  /** The stack of a task, by depth. */
  private static final class Stack {
    long[] id = new long[32];
    long[] start = new long[32];
    double[] seconds = new double[32];
    int[] frame = new int[32];
    byte[] how = new byte[32];
    boolean[] counted = new boolean[32];

    /** Instructions of the traps nested in a trap. */
    long[] nested = new long[32];

    /** The packet that began a trap. */
    Packet.Exception[] packet = new Packet.Exception[32];

    void grow(int depth) {
      if (depth >= id.length) {
        int size = 2 * depth;
        id = Arrays.copyOf(id, size);
        start = Arrays.copyOf(start, size);
        seconds = Arrays.copyOf(seconds, size);
        frame = Arrays.copyOf(frame, size);
        how = Arrays.copyOf(how, size);
        counted = Arrays.copyOf(counted, size);
        nested = Arrays.copyOf(nested, size);
        packet = Arrays.copyOf(packet, size);
      }
    }
  }

  private static final long NO_PARENT = -1;
  private static final FrameOrigin[] HOWS = FrameOrigin.values();
  private final Rows calls;
  private final Rows exceptions;
  private final GuestIsa guest;
  private final TraceClock time;
  private final List<Stack> stacks = new ArrayList<>();
  private long next;

  /** The task that each hart executes; -1 while that is not known. */
  private int[] current = {-1};

  /** The packet that was told last and has no frame yet. */
  private Packet.Exception trap;

  /** Where the frame that was entered last is. */
  private Stack lastStack;

  private int lastDepth;

  /** Where the trap is that was entered last: its handler's frame comes before it is counted. */
  private Stack trapStack;

  private int trapDepth;

  FrameTables(Database database, Set<RawTable> wanted, TraceOutline outline) {
    guest = outline.guest();
    calls = wanted.contains(RawTable.CALLS) ? database.rows(RawTable.CALLS) : null;
    exceptions = wanted.contains(RawTable.EXCEPTIONS) ? database.rows(RawTable.EXCEPTIONS) : null;
    time = outline.clock();
  }

  // ---- the flow

  @Override
  public void contextSwitch(Packet.Switch packet) {
    if (clock.hart() < current.length) {
      current[clock.hart()] = -1;
    }
  }

  @Override
  public void exception(Packet.Exception packet) {
    trap = packet;
  }

  private int task(int ofHart) {
    return ofHart < current.length ? current[ofHart] : -1;
  }

  // ---- the frames

  private Stack stack(int task) {
    while (stacks.size() <= task) {
      stacks.add(new Stack());
    }
    return stacks.get(task);
  }

  @Override
  public void entered(
      int task,
      int onHart,
      long retired,
      int depth,
      int frame,
      FrameOrigin how,
      ExceptionKind kind) {
    if (onHart >= current.length) {
      int known = current.length;
      current = Arrays.copyOf(current, onHart + 1);
      Arrays.fill(current, known, onHart + 1, -1);
    }
    current[onHart] = task;
    Stack stack = stack(task);
    stack.grow(depth);
    stack.id[depth] = next++;
    stack.start[depth] = retired;
    stack.seconds[depth] = TraceTables.nanos(time.secondsAt(clock.at(onHart, retired)));
    stack.frame[depth] = frame;
    stack.how[depth] = (byte) how.ordinal();
    stack.counted[depth] = false;
    stack.nested[depth] = 0;
    stack.packet[depth] = how == FrameOrigin.TRAP ? trap : null;
    lastStack = stack;
    lastDepth = depth;
    if (how == FrameOrigin.TRAP) {
      trapStack = stack;
      trapDepth = depth;
    }
  }

  @Override
  public void counted(ExceptionKind kind) {
    if (kind == null) {
      lastStack.counted[lastDepth] = true;
    } else if (kind == ExceptionKind.RESET || kind == ExceptionKind.FIRMWARE) {
      long cost = kind == ExceptionKind.FIRMWARE ? 1 : 0;
      int hart = clock.hart();
      double seconds = TraceTables.nanos(time.secondsAt(clock.at(hart, trap.retired())));
      exception(next++, null, 0, hart, task(hart), trap, true, seconds, seconds, cost, cost);
    } else {
      trapStack.counted[trapDepth] = true;
    }
  }

  @Override
  public void left(
      int task,
      int onHart,
      long retired,
      int depth,
      int frame,
      FrameEnd end,
      long inclusive,
      long self) {
    if (onHart < current.length) {
      current[onHart] = task;
    }
    Stack stack = stack(task);
    Packet.Exception packet = stack.packet[depth];
    double start = stack.seconds[depth];
    double seconds =
        Math.max(start, TraceTables.nanos(time.secondsBefore(clock.at(onHart, retired))));
    if (packet != null) {
      stack.packet[depth] = null;
      for (int above = depth - 1; above >= 0; above--) {
        if (stack.packet[above] != null) {
          stack.nested[above] += inclusive;
          break;
        }
      }
      if (stack.counted[depth]) {
        boolean finished = end == FrameEnd.RETURNED;
        long own = inclusive - stack.nested[depth];
        long id = stack.id[depth];
        exception(id, stack, depth, onHart, task, packet, finished, start, seconds, inclusive, own);
      }
    } else if (calls != null
        && HOWS[stack.how[depth]] != FrameOrigin.TRAP
        && (inclusive > 0 || stack.counted[depth])) {
      calls
          .begin()
          .add(stack.id[depth])
          .add(depth == 0 ? NO_PARENT : stack.id[depth - 1])
          .add(task)
          .add(onHart)
          .add(frame)
          .add(depth == 0 ? -1 : stack.frame[depth - 1])
          .add((int) stack.how[depth])
          .add(end.ordinal())
          .add(stack.counted[depth])
          .add(start)
          .add(seconds)
          .add(stack.start[depth])
          .add(retired)
          .add(inclusive)
          .add(self)
          .add(depth)
          .end();
    }
  }

  private void exception(
      long id,
      Stack stack,
      int depth,
      int onHart,
      int task,
      Packet.Exception p,
      boolean finished,
      double start,
      double end,
      long inclusive,
      long self) {
    if (exceptions == null) {
      return;
    }
    exceptions
        .begin()
        .add(id)
        .add(stack == null || depth == 0 ? NO_PARENT : stack.id[depth - 1])
        .add(onHart)
        .add(task)
        .add(ExceptionKeys.key(p.kind()))
        .add(p.cause() & Long.MAX_VALUE)
        .add(guest.traps().title(p.kind(), p.cause()))
        .add(p.cause() < 0)
        .add(start)
        .add(end)
        .add(p.retired())
        .add(p.epc())
        .add(p.tval())
        .add(p.pc())
        .add(stack == null || depth == 0 ? -1 : stack.frame[depth - 1])
        .add(guest.mode(p.privilege()).letter())
        .add(finished)
        .add(inclusive)
        .add(self)
        .end();
  }
}
