package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.TraceIndex;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.hart.WalkState;
import bbt.reconstruct.walk.hart.Walker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Walks a trace of one hart on several threads, where nobody listens. The frames are cut into
 * stretches, and each thread walks one after the other of those that nobody has begun. It passes
 * over the frames between them, of which it takes the announced code, and walks a few frames before
 * a stretch to find out in what state the stretch begins. In the end each stretch must begin in the
 * state in which the one before it ended; one that does not is walked again from there.
 *
 * <p>It says only that all is well, not what is wrong: whoever wants to know that walks the trace
 * {@linkplain Reconstruction in order}.
 */
public final class SplitWalk {
  /** Frames before a stretch: what a frame means depends on how the one before it ended. */
  private static final int LEADS = 2;

  private final Path trace;
  private final int frames;
  private final LongConsumer progress;

  /** Number of the next stretch that nobody walks. */
  private final AtomicInteger next = new AtomicInteger();

  private final AtomicLong walked = new AtomicLong();
  private final NavigableMap<Integer, WalkedFrames> stretches = new ConcurrentSkipListMap<>();

  /** Whether anything is not as it should be: the others need not go on. */
  private volatile boolean failed;

  private WalkState last;
  private Chunk.End end;
  private TraceIndex index;
  private long instructions;
  private int again;

  /** The result of walking some frames. */
  private record WalkedFrames(WalkState start, WalkState end, long instructions, boolean sound) {}

  /**
   * Creates a walk on several threads.
   *
   * @param trace of one hart
   * @param frames of a stretch, at least {@value #LEADS}
   * @param progress is told now and then how many instructions have been walked, by one thread at a
   *     time
   */
  public SplitWalk(Path trace, int frames, LongConsumer progress) {
    this.trace = trace;
    this.frames = Math.max(LEADS, frames);
    this.progress = progress;
  }

  /**
   * Walks the trace.
   *
   * @param observers one for each thread: together they are shown every frame once, and every other
   *     chunk each
   * @return whether the trace is whole, and as it should be in all that a walk looks at: its
   *     chunks, what was executed, its end
   * @throws IOException if the file cannot be read
   */
  public boolean run(List<? extends Consumer<Chunk>> observers) throws IOException {
    List<Pass> passes = new ArrayList<>();
    try {
      for (Consumer<Chunk> observer : observers) {
        passes.add(new Pass(observer));
      }
      together(passes);
      if (failed || stretches.isEmpty()) {
        return false;
      }
      end = passes.getFirst().end;
      index = merged(passes);
      return join() && endsRight(passes.getFirst());
    } finally {
      passes.forEach(Pass::close);
    }
  }

  private void together(List<Pass> passes) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(passes.size());
    try {
      for (Future<Void> each : threads.invokeAll(passes)) {
        each.get();
      }
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException wrong -> throw wrong;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed = true;
    } finally {
      threads.shutdownNow();
    }
  }

  /** Merges the indexes of the passes: each knows the clocks of the frames that it read. */
  private static TraceIndex merged(List<Pass> passes) throws IOException {
    TraceIndex first = passes.getFirst().reader.indexOfChunks();
    TraceIndex.Entry[] entries = first.entries().toArray(TraceIndex.Entry[]::new);
    for (Pass pass : passes) {
      TraceIndex its = pass.reader.indexOfChunks();
      for (int i = 0; i < entries.length; i++) {
        entries[i] = its.entry(i).clock() >= 0 ? its.entry(i) : entries[i];
      }
    }
    return new TraceIndex(Arrays.asList(entries), first.hash(), first.endOffset());
  }

  /** Puts the stretches together; those that did not begin as they should are walked again. */
  private boolean join() throws IOException {
    try (Pass repeat = new Pass(chunk -> {})) {
      for (var each : stretches.entrySet()) {
        WalkedFrames stretch = each.getValue();
        if (last != null && !(stretch.sound && last.goesOn(stretch.start, stretch.end))) {
          again++;
          stretch = repeat.again(each.getKey(), last);
        }
        if (!stretch.sound) {
          return false;
        }
        instructions += stretch.instructions;
        last = stretch.end;
      }
    }
    return true;
  }

  private boolean endsRight(Pass any) {
    if (end == null || end.harts().size() != 1 || !any.reader.problems().isEmpty()) {
      return false;
    }
    Chunk.HartEnd its = end.harts().getFirst();
    boolean hash =
        !any.reader.header().verify() || !last.hashKnown() || last.hash() == its.verifyHash();
    return hash && last.retired() == its.retired() && any.reader.contentHash() == end.contentHash();
  }

  /** The end record of a trace that is as it should be. */
  public Chunk.End end() {
    return end;
  }

  /** The index as the chunks have it. */
  public TraceIndex index() {
    return index;
  }

  /** Instructions rebuilt. */
  public long instructions() {
    return instructions;
  }

  /** Stretches that did not begin as they should, and were walked a second time; for tests. */
  int walkedAgain() {
    return again;
  }

  /** A way through the whole file, on which some stretches are walked. */
  private final class Pass implements Callable<Void>, AutoCloseable {
    private final TraceReader reader;
    private final Consumer<Chunk> observer;
    private final HartWalk hart;

    /** Number of the next frame in the file. */
    private long frame;

    private Chunk.End end;

    Pass(Consumer<Chunk> observer) throws IOException {
      this.observer = observer;
      reader = TraceReader.open(trace);
      try {
        reader.gatherIndex();
        Walker walker =
            new Walker(
                Guests.of(reader.header()),
                (space, pc) -> FunctionMap.NONE,
                FlowListener.NOBODY,
                null);
        hart = new HartWalk(walker, reader);
      } catch (IOException | RuntimeException e) {
        reader.close();
        throw e;
      }
    }

    @Override
    public Void call() throws IOException {
      try {
        int walkedLast = -1;
        boolean more = true;
        while (more && !failed) {
          int stretch = next.getAndIncrement();
          long first = (long) stretch * frames;
          more = passTo(walkedLast + 1 == stretch ? first : first - LEADS) && lead(first);
          if (more) {
            WalkState start = state();
            if (!walkTo(first + frames, false)) {
              more = false;
              if (frame == first) {
                break; // there is no such stretch
              }
            }
            keep(stretch, start);
            walkedLast = stretch;
          }
        }
        failed |= !reader.problems().isEmpty() || !hart.problems().isEmpty();
      } catch (IOException | RuntimeException e) {
        failed = true;
        throw e;
      }
      return null;
    }

    /** Walks a stretch from the state in which the one before it ended. */
    WalkedFrames again(int stretch, WalkState start) throws IOException {
      long first = (long) stretch * frames;
      passTo(first);
      hart.restore(start);
      WalkState begun = state();
      walkTo(first + frames, false);
      return taken(begun);
    }

    private WalkState state() {
      WalkState state = hart.stateAtFrame();
      hart.walker.beginStretch();
      return state;
    }

    private void keep(int stretch, WalkState start) {
      WalkedFrames its = taken(start);
      stretches.put(stretch, its);
      synchronized (progress) {
        progress.accept(walked.addAndGet(its.instructions));
      }
    }

    private WalkedFrames taken(WalkState start) {
      boolean sound = hart.problems().isEmpty();
      hart.problems().clear();
      return new WalkedFrames(start, hart.stateAtFrame(), hart.takeRebuilt(), sound);
    }

    private boolean lead(long first) throws IOException {
      boolean more = walkTo(first, true);
      hart.problems().clear(); // of a frame of which the one before is not known
      hart.takeRebuilt();
      return more;
    }

    /** Passes over frames; false at the end of the trace. */
    private boolean passTo(long number) throws IOException {
      while (frame < number) {
        ChunkHeader head = reader.peek();
        if (head != null && head.kind() == ChunkHeader.Kind.FRAME && reader.passFrame()) {
          hart.pass(head.retired());
          frame++;
        } else if (!take(reader.next(), true, true)) {
          return false;
        }
      }
      return true;
    }

    /** Walks frames; false at the end of the trace. */
    private boolean walkTo(long number, boolean silent) throws IOException {
      boolean more = true;
      while (more && frame < number) {
        more = take(reader.next(), false, silent);
      }
      return more;
    }

    private boolean take(Chunk chunk, boolean pass, boolean silent) {
      switch (chunk) {
        case null -> {
          return false;
        }
        case Frame next -> {
          if (!silent) {
            observer.accept(next);
          }
          if (pass) {
            hart.pass(next.startRetired());
          } else {
            hart.add(next);
            hart.walkAll();
          }
          frame++;
        }
        case Chunk.Sideband sideband -> {
          observer.accept(sideband);
          hart.add(sideband);
        }
        case Chunk.Damage damage -> failed = true;
        case Chunk.End its -> {
          observer.accept(its);
          end = its;
        }
        case Chunk.Epoch epoch -> observer.accept(epoch);
        case Chunk.Schedule schedule -> observer.accept(schedule);
      }
      return !failed;
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
