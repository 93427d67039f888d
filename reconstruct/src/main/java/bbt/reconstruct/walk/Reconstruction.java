package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.BlockCount;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.hart.WalkState;
import bbt.reconstruct.walk.hart.Walker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Rebuilds the execution of a whole trace: feeds the {@link Walker} of each hart with the chunks of
 * a file. Damage stays local: what cannot be read or does not agree becomes a {@link Problem}, and
 * the walk goes on at the next frame.
 *
 * <p>Several harts are walked turn by turn, in the order in which they executed; or, {@linkplain
 * #inParallel where nobody listens}, each on a thread of its own.
 */
public final class Reconstruction {
  private final TraceReader reader;
  private final FlowListener listener;
  private final HartWalk[] harts;

  /** The schedule of several harts; null with one hart. */
  private final Schedule schedule;

  private Consumer<Chunk> observer = chunk -> {};
  private Consumer<ChunkHeader> passed = frame -> {};
  private LongConsumer progress = instructions -> {};
  private Consumer<Chunk> segments = first -> {};
  private final List<Problem> problems = new ArrayList<>();
  private Chunk.End end;

  /** Whether {@link #problems} holds those of the harts and of the schedule. */
  private boolean gathered;

  /** Whether the walk does not start at the trace's beginning. */
  private boolean skipped;

  private boolean inOrder;

  /**
   * Creates a walk of a whole trace.
   *
   * @param reader at the trace's start; stays open
   * @param pieces null when nobody wants them
   * @throws bbt.packets.bytes.TraceFormatException if the header states an impossible number of
   *     harts, or a guest that is not known
   */
  public Reconstruction(
      TraceReader reader, FunctionMap functions, FlowListener listener, PieceConsumer pieces)
      throws IOException {
    this.reader = reader;
    this.listener = listener;
    this.harts = new HartWalk[reader.harts()];
    GuestIsa guest = Guests.of(reader.header());
    for (int i = 0; i < harts.length; i++) {
      harts[i] = new HartWalk(new Walker(guest, functions, listener, pieces), reader);
    }
    this.schedule = harts.length == 1 ? null : new Schedule(harts, listener);
    if (schedule != null && reader.header().dropped() > 0) {
      schedule.beginsLate();
    }
  }

  /**
   * Sets who is shown every chunk before it is walked; and of what is {@linkplain #skipTo passed
   * over} the sideband and the epochs.
   */
  public Reconstruction observer(Consumer<Chunk> everyChunk) {
    observer = everyChunk;
    return this;
  }

  /** Sets who is shown the head of every frame that is {@linkplain #skipTo passed over} unread. */
  public Reconstruction passed(Consumer<ChunkHeader> everyFrame) {
    passed = everyFrame;
    return this;
  }

  /**
   * Is told where the trace can be entered again ({@link SegmentWalk}): before a frame of a machine
   * with one hart, with that frame, and behind an epoch of one with several, with the epoch. All
   * harts have been walked up to there.
   */
  public Reconstruction segments(Consumer<Chunk> firstChunk) {
    segments = firstChunk;
    return this;
  }

  /** Sets who is told now and then how many instructions of all harts have been read. */
  public Reconstruction progress(LongConsumer instructions) {
    progress = instructions;
    return this;
  }

  /**
   * Counts how often each block is executed: {@link #blockCounts}. The walk is slower then.
   *
   * @see Walker#counting
   */
  public Reconstruction countBlocks() {
    for (HartWalk hart : harts) {
      hart.walker.countBlocks();
    }
    return this;
  }

  /**
   * Walks the harts of a machine side by side, where the processors of the host allow it. Only if
   * listener, pieces and function map may be called from several threads at once and do not care
   * for the order of harts.
   */
  public Reconstruction inParallel() {
    if (schedule != null) {
      schedule.inParallel();
    }
    return this;
  }

  /**
   * Ends the walk of a cut trace where the order of execution does: at the first instruction that
   * is missing. Without it everything is walked that is there, such as what other harts executed
   * behind it.
   */
  public Reconstruction inOrder() {
    inOrder = true;
    return this;
  }

  /** The number of frames (epochs) before a place from which a walk is tried that leads to it. */
  private static final int LEADS = 4;

  /**
   * Passes over the trace up to a chunk without telling anybody: only code, mappings and names are
   * taken from there. Call it before anything is walked; what is walked afterwards starts at that
   * chunk.
   *
   * <p>The frame (epoch) before is walked, too, in silence: what a frame means depends on how the
   * one before it ended.
   *
   * @param offset of a frame (or of its sideband); with several harts of an epoch
   * @throws IOException if the file cannot be read
   */
  public Reconstruction skipTo(long offset) throws IOException {
    long start = reader.offset();
    Deque<Long> leads = pass(offset);
    if (schedule != null && leads.size() < LEADS) {
      leads.addLast(start); // what comes before the first epoch
    }
    for (long lead : leads) {
      reader.seek(start);
      if (follow(lead, offset)) {
        break;
      }
    }
    reader.seek(offset);
    return this;
  }

  /**
   * Passes over what lies before the frame (with several harts: the epoch) that has an instruction,
   * as {@link #skipTo(long)}.
   *
   * @param instruction by the common clock
   * @return the clock where the walk begins; 0 where that is the start of what is recorded
   * @throws IOException if the file cannot be read
   */
  public long skipToInstruction(long instruction) throws IOException {
    if (instruction <= 0) {
      return 0;
    }
    TraceIndex index = reader.index();
    TraceIndex.Entry entry =
        schedule == null ? index.frameAt(0, instruction) : index.epochAt(instruction);
    if (entry == null || entry.retired() <= reader.header().dropped()) {
      return 0;
    }
    skipTo(entry.offset());
    return entry.retired();
  }

  /** Passes over; returns where walks may start that lead there, the nearest first. */
  private Deque<Long> pass(long offset) throws IOException {
    ChunkHeader.Kind entry = schedule == null ? ChunkHeader.Kind.FRAME : ChunkHeader.Kind.EPOCH;
    Deque<Long> leads = new ArrayDeque<>();
    while (reader.offset() < offset) {
      ChunkHeader header = reader.peek();
      if (header != null && header.kind() == entry) {
        leads.addFirst(header.offset());
        if (leads.size() > LEADS) {
          leads.removeLast();
        }
      }
      if (header != null
          && header.kind() == ChunkHeader.Kind.FRAME
          && header.hart() < harts.length) {
        harts[header.hart()].pass(header.retired());
        passed.accept(header);
      }
      if (header != null && !isRead(header.kind())) {
        reader.seek(header.offset() + header.bytes());
        continue;
      }
      Chunk chunk = reader.next();
      if (chunk != null) {
        observer.accept(chunk);
      }
      if (chunk instanceof Chunk.Sideband sideband && sideband.hart() < harts.length) {
        harts[sideband.hart()].add(sideband);
      } else if (chunk instanceof Chunk.Damage damage) {
        problems.add(damage.problem());
        for (HartWalk hart : harts) {
          hart.add(damage);
        }
      } else if (chunk == null) {
        break;
      }
    }
    for (HartWalk hart : harts) {
      hart.takeSideband();
    }
    skipped = true;
    if (schedule != null) {
      schedule.startsLate();
    }
    return leads;
  }

  /** Whether a chunk is read that is passed over. */
  private static boolean isRead(ChunkHeader.Kind kind) {
    return switch (kind) {
      case SIDEBAND, CHECKPOINT, EPOCH -> true;
      case HEADER, FRAME, SCHEDULE, INDEX, END, PARITY, OTHER -> false;
    };
  }

  /** Lets another walk lead here, and goes on as it did; false if that one failed. */
  private boolean follow(long lead, long offset) throws IOException {
    Reconstruction before =
        new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
    before.pass(lead);
    boolean more = true;
    while (more && reader.offset() < offset) {
      more = before.next();
    }
    if (more && schedule != null) {
      before.next(); // the epoch: all harts are walked up to there
    }
    if (!more || !before.problems().isEmpty()) {
      return false;
    }
    for (int i = 0; i < harts.length; i++) {
      if (before.walker(i).connected()) {
        if (schedule != null) {
          listener.hart(i);
        }
        harts[i].restore(before.harts[i].state());
      }
    }
    if (schedule != null) {
      listener.hart(0); // the one that is walked first
    }
    return true;
  }

  /**
   * Reads the trace to its end.
   *
   * @throws IOException if the file cannot be read (damage is a {@link Problem} instead)
   */
  public Reconstruction run() throws IOException {
    boolean more = true;
    while (more) {
      more = next();
    }
    return this;
  }

  /**
   * Reads one chunk and walks as far as that goes; at the end of the trace all that is left.
   *
   * @return whether there may be more
   * @throws IOException if the file cannot be read (damage is a {@link Problem} instead)
   */
  public boolean next() throws IOException {
    Chunk chunk = reader.next();
    if (chunk == null) {
      finish();
      return false;
    }
    observer.accept(chunk);
    switch (chunk) {
      case Frame frame -> {
        if (schedule == null) {
          segments.accept(frame);
        }
        add(frame, frame.hart());
      }
      case Chunk.Sideband sideband -> add(sideband, sideband.hart());
      case Chunk.Epoch epoch -> {
        if (schedule != null) {
          schedule.epoch(epoch);
          segments.accept(epoch);
        }
      }
      case Chunk.Schedule piece -> {
        if (schedule != null) {
          schedule.add(piece);
        }
      }
      case Chunk.End last -> end(last);
      case Chunk.Damage damage -> {
        problems.add(damage.problem());
        if (schedule == null) {
          harts[0].gap();
          harts[0].add(damage);
        } else {
          schedule.lost(damage);
        }
      }
    }
    progress.accept(read());
    return true;
  }

  /** Instructions of all frames that came, walked or not. */
  private long read() {
    long sum = 0;
    for (HartWalk hart : harts) {
      sum += hart.covered();
    }
    return sum;
  }

  /** Walks no further; tells the listener that nothing more comes. */
  public void leave() {
    for (HartWalk hart : harts) {
      problems.addAll(hart.problems());
    }
    problems.addAll(reader.problems());
    problems.sort(Comparator.comparingLong(Problem::offset));
    stopAll();
  }

  private void finish() {
    if (end == null && inOrder) {
      if (schedule != null) {
        schedule.walkToHole();
      }
    } else if (end == null) {
      rest();
    }
    stopAll();
    boolean cutSaid = problems.stream().anyMatch(Problem::cut);
    if (end == null && !cutSaid) {
      problems.add(
          new Problem.Cut(
              reader.size(), "the file ends after a whole frame, but without its end record"));
    }
    problems.addAll(reader.problems());
  }

  private void stopAll() {
    for (int i = 0; i < harts.length; i++) {
      if (schedule != null) {
        listener.hart(i);
      }
      harts[i].walker.finish();
    }
  }

  private void add(Chunk chunk, int hart) {
    harts[hart].add(chunk);
    if (schedule == null) {
      harts[0].walkAll();
    } else {
      schedule.walk();
    }
  }

  /** Walks what is left when all chunks have been read, and gathers what was wrong. */
  private void rest() {
    if (schedule != null) {
      schedule.finish();
    }
    gathered = true;
    gather(problems);
  }

  private void gather(List<Problem> into) {
    if (schedule != null) {
      into.addAll(schedule.problems());
    }
    for (HartWalk hart : harts) {
      into.addAll(hart.problems());
    }
    into.sort(Comparator.comparingLong(Problem::offset));
  }

  private void end(Chunk.End last) {
    end = last;
    rest();
    if (!problems.isEmpty()) {
      return;
    }
    for (int i = 0; i < harts.length; i++) {
      Walker walker = harts[i].walker;
      Chunk.HartEnd its = last.harts().get(i);
      String of = harts.length == 1 ? "" : " of hart " + i;
      if (walker.retired() != its.retired()) {
        wrong(
            last,
            "counts " + its.retired() + " instructions" + of + ", the walk " + walker.retired());
      }
      if (reader.header().verify() && walker.hashKnown() && walker.hash() != its.verifyHash()) {
        wrong(
            last,
            "has the verify hash 0x"
                + Long.toHexString(its.verifyHash())
                + of
                + ", the walk 0x"
                + Long.toHexString(walker.hash()));
      }
    }
    if (!skipped && reader.contentHash() != last.contentHash()) {
      wrong(
          last,
          "has the content hash "
              + String.format("%016x", last.contentHash())
              + ", the file "
              + String.format("%016x", reader.contentHash())
              + ": chunks were changed, added or left out");
    }
  }

  private void wrong(Chunk.End last, String what) {
    problems.add(new Problem.Disagreement(last.offset(), "the end record " + what));
  }

  /**
   * Everything that was wrong as far as was read, in file order; at the end of a whole, consistent
   * trace empty.
   */
  public List<Problem> problems() {
    List<Problem> all = new ArrayList<>(problems);
    if (!gathered) {
      gather(all);
    }
    return List.copyOf(all);
  }

  /** The end record, or null when the trace was cut. */
  public Chunk.End end() {
    return end;
  }

  /** Number of harts. */
  public int harts() {
    return harts.length;
  }

  /** Instructions rebuilt, of all harts. */
  public long instructions() {
    long sum = 0;
    for (HartWalk hart : harts) {
      sum += hart.rebuilt();
    }
    return sum;
  }

  /** Instructions rebuilt of one hart. */
  public long instructions(int hart) {
    return harts[hart].rebuilt();
  }

  /**
   * The blocks counted on all harts, in no order; a node may come several times. Empty unless
   * {@link #countBlocks} was asked for.
   */
  public List<BlockCount> blockCounts() {
    List<BlockCount> all = new ArrayList<>();
    for (HartWalk hart : harts) {
      all.addAll(hart.walker.blockCounts());
    }
    return all;
  }

  /** State of a hart's walker, to be asked for where a {@linkplain #segments segment} starts. */
  public WalkState state(int hart) {
    return schedule == null ? harts[hart].stateAtFrame() : harts[hart].state();
  }

  /** The walker of a hart. */
  public Walker walker(int hart) {
    return harts[hart].walker;
  }
}
