package bbt.reconstruct.diff.find;

import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.hart.WalkException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the execution from some place on, item by item: the walk turned from pushing into pulling.
 * What one chunk of the file leads to is held in memory, some million items at most.
 */
public final class FlowItems {
  /** Items that one chunk leads to at most; more are a loop without an event. */
  private static final int MOST = 1 << 23;

  private final Reconstruction walk;

  /** File offset of the chunk that was read last. */
  private long at;

  private final Deque<FlowItem> items = new ArrayDeque<>();
  private final Map<Long, SidebandRecord.Task> tasks = new HashMap<>();
  private long skippedTicks;
  private boolean started;
  private boolean over;

  /** Items of {@link #items} that are not mere announcements. */
  private int executed;

  /**
   * Opens the items of a walk that starts at a chunk.
   *
   * @param from file offset of the first chunk to be walked; 0 for the whole trace
   */
  public FlowItems(TraceReader reader, TraceSymbols symbols, long from) throws IOException {
    ItemRecorder recorder = new ItemRecorder();
    walk =
        new Reconstruction(reader, symbols, recorder, recorder)
            .observer(chunk -> at = chunk.offset())
            .inOrder();
    if (from > 0) {
      walk.skipTo(from);
    }
    started = true;
  }

  /**
   * The next item, or null when there is none: the trace is over. A whole trace's last one is an
   * {@link FlowItem.End}.
   */
  FlowItem next() throws IOException {
    while (executed == 0 && !over) {
      over = !walk.next();
      if (over && walk.end() != null) {
        add(new FlowItem.End(walk.end().told()));
      } else if (over) {
        dropAnnouncements();
      }
    }
    FlowItem next = items.poll();
    if (next != null && !announces(next)) {
      executed--;
    }
    return next;
  }

  /**
   * Whether an item only says how it goes on. In a cut trace such a one may stand at the end, as
   * what it announces was lost: it says nothing of the run then, nor how the run went on.
   */
  private static boolean announces(FlowItem item) {
    return item instanceof FlowItem.Hart
        || item instanceof FlowItem.Turn
        || item instanceof FlowItem.Gap
        || item instanceof FlowItem.TimeSkip
        || item instanceof FlowItem.Start;
  }

  private void add(FlowItem item) {
    items.add(item);
    if (!announces(item)) {
      executed++;
    }
  }

  private void dropAnnouncements() {
    while (!items.isEmpty() && announces(items.getLast())) {
      items.removeLast();
    }
  }

  /** Whether the trace says how the run ended; asked for when it is over. */
  boolean whole() {
    return walk.end() != null;
  }

  /** The problems of the trace as far as it was read. */
  public List<Problem> problems() {
    return walk.problems();
  }

  /** The last name of a task that was said, or null. */
  SidebandRecord.Task task(long task) {
    return tasks.get(task);
  }

  /** Ticks that guest time skipped before the place where the tape starts. */
  long skippedTicks() {
    return skippedTicks;
  }

  private final class ItemRecorder implements FlowListener, PieceConsumer {
    @Override
    public void piece(Step step, int count) {
      if (items.size() >= MOST) {
        throw new WalkException(
            at,
            walk.instructions(),
            step.pc(),
            "a stretch without events, too long to be compared");
      }
      add(new FlowItem.Piece(step, count));
    }

    @Override
    public void hart(int number) {
      add(new FlowItem.Hart(number));
    }

    @Override
    public void turn(long clock, long retired) {
      if (clock >= 0) {
        add(new FlowItem.Turn(clock - retired));
      }
    }

    @Override
    public void exception(Packet.Exception packet) {
      add(new FlowItem.Trap(packet));
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      add(new FlowItem.Switch(packet));
    }

    @Override
    public void trapReturn(long retired, long target, int privilege) {
      add(new FlowItem.TrapReturn(target, privilege));
    }

    @Override
    public void note(SidebandRecord item) {
      if (item instanceof SidebandRecord.Task named) {
        tasks.put(named.task(), named);
      } else if (item instanceof SidebandRecord.Time skip) {
        if (started) {
          add(new FlowItem.TimeSkip(skip.ticks()));
        } else {
          skippedTicks += skip.ticks();
        }
      }
    }

    @Override
    public void stop(long retired, boolean gap) {
      if (!gap) {
        return;
      }
      // Times of a gap are told where it begins, those of before are told there, too.
      Deque<FlowItem> times = new ArrayDeque<>();
      while (items.peekLast() instanceof FlowItem.TimeSkip) {
        times.addFirst(items.removeLast());
      }
      add(new FlowItem.Gap());
      items.addAll(times);
    }

    @Override
    public void start(long retired, long pc, int privilege, int addressSpace, long task) {
      add(new FlowItem.Start(retired, pc, privilege, addressSpace, task));
    }
  }
}
