package bbt.reconstruct.edit;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.GuestTime;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.trace.TraceOutline;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.graph.FunctionMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/**
 * Reads a trace as a queue of {@link Event}s, for another trace to be made of it. It is walked on a
 * thread of its own, which waits when it is too far ahead, so memory does not grow with the trace.
 */
final class TraceSource implements AutoCloseable {
  private static final int BATCH = 1 << 12;
  private static final int BATCHES = 8;

  private final Path path;
  private final Window window;
  private final TraceReader reader;
  private final LongConsumer progress;
  private final BlockingQueue<List<Event>> batches = new ArrayBlockingQueue<>(BATCHES);

  /** Virtual pages that were told to show the same in all address spaces. */
  private final Set<Long> globals = ConcurrentHashMap.newKeySet();

  private final Thread walking;
  private volatile boolean closed;

  /** The failure that ended the walk early; null without one. */
  private volatile Throwable failure;

  // The walk's side.
  private List<Event> filling = new ArrayList<>(BATCH);

  // The other side.
  private List<Event> batch = List.of();
  private int position;
  private Event waiting;

  /**
   * Opens a trace and begins to walk it.
   *
   * @param window the part of the trace that is wanted
   * @param progress is told now and then how many instructions have been walked
   */
  TraceSource(Path path, Window window, LongConsumer progress) throws IOException {
    this.path = path;
    this.window = window;
    this.reader = TraceReader.open(path);
    this.progress = progress;
    this.walking = Thread.ofPlatform().daemon().name("walk of " + path).unstarted(this::walk);
  }

  Path path() {
    return path;
  }

  TraceHeader header() {
    return reader.header();
  }

  int harts() {
    return reader.harts();
  }

  /** Whether a virtual page was told to show the same in all address spaces. */
  boolean isGlobal(long virtualPage) {
    return globals.contains(virtualPage);
  }

  /** Starts the walk. */
  void start() {
    walking.start();
  }

  private void walk() {
    try {
      Gate gate = new Gate(window, reader.harts(), this::put);
      WalkTeller teller = new WalkTeller(reader.harts(), gate);
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, teller, teller)
              .observer(this::observe)
              .segments(teller::epoch)
              .progress(progress);
      teller.of(walk);
      Chunk.End end = walk(walk, teller);
      for (Problem problem : walk.problems()) {
        check(problem);
      }
      teller.finish(end);
      flush();
    } catch (CancellationException e) {
      // Nobody wants the rest.
    } catch (IOException | RuntimeException | Error e) {
      failure = e;
      try {
        flush();
        batches.put(List.of());
      } catch (CancellationException | InterruptedException late) {
        // Nobody wants to know.
      }
    }
  }

  private void check(Problem problem) throws EditException {
    if (!problem.harmless() || problem.cut() && reader.harts() > 1) {
      throw new EditException(path + ": " + problem.line());
    }
  }

  /** Walks the frames of the window; of a machine with several harts all frames. */
  private Chunk.End walk(Reconstruction walk, WalkTeller teller) throws IOException {
    boolean alone = reader.harts() == 1;
    if (alone && window.from() > 0) {
      skip(walk, teller);
    }
    boolean more = true;
    while (more) {
      more = walk.next();
      // What belongs to the last instruction may be the first packet of the next frame.
      if (more && alone && walk.walker(0).retired() > window.to()) {
        return rest(teller);
      }
    }
    return walk.end() == null ? cut(walk) : walk.end();
  }

  /** Passes over the frames before the window; what its first one begins with is told. */
  private void skip(Reconstruction walk, WalkTeller teller) throws IOException {
    TraceIndex.Entry entry = reader.index().frameAt(0, window.from());
    if (entry == null) {
      return;
    }
    long start = reader.offset();
    boolean first = true;
    while (reader.offset() < entry.offset()) {
      ChunkHeader head = reader.peek();
      if (head != null && head.kind() != ChunkHeader.Kind.SIDEBAND && !first) {
        reader.seek(head.offset() + head.bytes());
        continue;
      }
      Chunk chunk = reader.next();
      if (chunk == null) {
        break;
      }
      observe(chunk);
      if (chunk instanceof Frame frame && first) {
        teller.begin(frame);
        first = false;
      }
    }
    reader.seek(start);
    if (!first) {
      walk.skipTo(entry.offset());
    }
  }

  /** Reads what is behind the window: names, notes, time, and the end. */
  private Chunk.End rest(WalkTeller teller) throws IOException {
    teller.leave();
    reader.skipFrames();
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      switch (chunk) {
        case Chunk.End end -> {
          return end;
        }
        case Chunk.Damage damage -> check(damage.problem());
        case Chunk.Sideband sideband when !sideband.checkpoint() -> {
          for (SidebandRecord item : sideband.records()) {
            if (!(item instanceof SidebandRecord.Code || item instanceof SidebandRecord.Mapping)) {
              teller.note(item);
            }
          }
        }
        default -> {}
      }
    }
    TraceOutline outline = TraceOutline.of(path);
    return cut(outline, outline.total(), 0);
  }

  /** Makes the end record of a trace that was cut behind its last frame. */
  private Chunk.End cut(Reconstruction walk) throws IOException {
    return cut(TraceOutline.of(path), walk.walker(0).retired(), walk.walker(0).hash());
  }

  private static Chunk.End cut(TraceOutline outline, long retired, long hash) {
    double seconds = outline.clock().secondsBefore(retired);
    long ticks = Math.round(seconds * GuestTime.TICKS_PER_SECOND);
    List<Chunk.HartEnd> harts = List.of(new Chunk.HartEnd(retired, hash));
    return new Chunk.End(0, harts, 0, "cut", 0, 0, 0, 0, 0, ticks);
  }

  private void observe(Chunk chunk) {
    if (chunk instanceof Chunk.Sideband sideband) {
      for (SidebandRecord item : sideband.records()) {
        if (item instanceof SidebandRecord.Mapping m && m.addressSpace() == SidebandRecord.GLOBAL) {
          globals.add(m.virtualPage());
        }
      }
    }
  }

  private void put(Event event) {
    filling.add(event);
    if (filling.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    try {
      if (closed) {
        throw new CancellationException();
      }
      List<Event> full = filling;
      filling = new ArrayList<>(BATCH);
      if (!full.isEmpty()) {
        batches.put(full); // an empty one says that the walk failed
      }
    } catch (InterruptedException e) {
      throw new CancellationException();
    }
  }

  /**
   * The next event, which stays the next; the last one is {@link Event.End}.
   *
   * @throws IOException if the trace cannot be walked to its end
   */
  Event peek() throws IOException {
    while (waiting == null) {
      if (position < batch.size()) {
        waiting = batch.get(position++);
      } else {
        refill();
      }
    }
    return waiting;
  }

  private void refill() throws IOException {
    try {
      batch = batches.take();
      position = 0;
    } catch (InterruptedException e) {
      throw new IOException("interrupted", e);
    }
    if (batch.isEmpty()) {
      fail();
    }
  }

  private void fail() throws IOException {
    switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> throw new IllegalStateException("the walk told nothing");
    }
  }

  /** The next event. */
  Event take() throws IOException {
    Event event = peek();
    waiting = null;
    return event;
  }

  /** The rest of the next event comes next, in its place. */
  void replace(Event rest) {
    waiting = rest;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    walking.interrupt();
    batches.clear();
    try {
      walking.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    reader.close();
  }
}
