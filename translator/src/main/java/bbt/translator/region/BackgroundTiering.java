package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Tiering;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Interprets until a node is hot, then translates it on a thread of its own, hottest first ({@code
 * --engine auto}). Results are installed by the guest thread, so nothing else is shared.
 */
public final class BackgroundTiering implements Tiering, AutoCloseable {
  /**
   * Node entries before a node is hot. So often interpreted, a node has taken about as long as the
   * region compiler and C1 take for a region: a millisecond or two. With fewer, the JVM compiles
   * more code that does not pay (docs/performance.md).
   */
  public static final int DEFAULT_THRESHOLD = 20_000;

  /**
   * A node of so many instructions is hot four times sooner: what it costs to compile goes by its
   * instructions, too, and what any region costs besides is little beside that.
   */
  static final int LONG_NODE = 32;

  private final RegionCompiler compiler;
  private final int threshold;
  private final Thread thread;

  /** The nodes that wait for the compiler; guarded by itself. */
  private final Map<Place, Request> pending = new HashMap<>();

  /** The regions that wait to be installed; guarded by itself. */
  private final List<Request> done = new ArrayList<>();

  /**
   * The nodes of the regions that were compiled since nothing waited, and how many regions had been
   * compiled then; guarded by {@link #pending}.
   */
  private final Map<Place, Integer> covered = new HashMap<>();

  /** Regions compiled so far; guarded by {@link #pending}. */
  private int compiled;

  private volatile boolean finished;
  private volatile Throwable failure;
  private boolean closed;

  /** A node that waits to be compiled. */
  private record Place(CodePage page, int slot) {}

  /** A node to compile, with the bytes as they were when it became hot. */
  private static final class Request {
    final Place place;
    final PageSnapshot snapshot;

    /** Regions that had been compiled when it was made. */
    final int since;

    int asked = 1;
    RegionCompiler.Compiled result;

    Request(Place place, PageSnapshot snapshot, int since) {
      this.place = place;
      this.snapshot = snapshot;
      this.since = since;
    }
  }

  /**
   * Starts the compiler thread.
   *
   * @param threshold node entries before a node is hot, at least 1
   */
  public BackgroundTiering(RegionCompiler compiler, int threshold) {
    this.compiler = compiler;
    this.threshold = threshold;
    this.thread = Thread.ofPlatform().daemon().name("bbt-compiler").unstarted(this::compileAll);
    thread.start();
  }

  /**
   * {@inheritDoc} Once at the first entry, where it is noted and a kept region may begin; then at a
   * quarter of the threshold, where a long node is hot already.
   */
  @Override
  public int threshold() {
    return 1;
  }

  @Override
  public int hot(CodePage page, int slot) {
    boolean first = note(page.asked, slot);
    boolean second = !first && note(page.askedAgain, slot);
    if (compiler.installKept(page, slot)) {
      return 0;
    }
    if (threshold > 1 && !page.isHotElsewhere(slot)) {
      int early = threshold / 4;
      if (first) {
        return Math.max(1, early - 1);
      }
      if (second && compiler.instructions(page, slot) < LONG_NODE) {
        return threshold - early;
      }
    }
    Place place = new Place(page, slot);
    synchronized (pending) {
      Request waiting = pending.get(place);
      if (waiting != null && waiting.snapshot.version == page.code.version()) {
        waiting.asked++;
      } else {
        pending.put(place, new Request(place, PageSnapshot.of(page, page.executed()), compiled));
        pending.notifyAll();
      }
    }
    return threshold;
  }

  /** Sets a slot's bit; whether it was not set. */
  private static boolean note(long[] bits, int slot) {
    boolean first = (bits[slot >> 6] >>> slot & 1) == 0;
    bits[slot >> 6] |= 1L << slot;
    return first;
  }

  @Override
  public boolean finished() {
    return finished;
  }

  @Override
  public void install() {
    List<Request> ready;
    synchronized (done) {
      ready = List.copyOf(done);
      done.clear();
      finished = false;
    }
    for (Request request : ready) {
      if (request.result != null) {
        Installation.install(request.result);
      } else if (request.snapshot.version == request.place.page().code.version()) {
        request.place.page().heat[request.place.slot()] = Integer.MAX_VALUE;
      }
    }
    if (failure != null) {
      throw new IllegalStateException("the region compiler failed", failure);
    }
  }

  private void compileAll() {
    try {
      for (Request request = next(); request != null; request = next()) {
        request.result = compiler.compile(request.snapshot, request.place.slot());
        if (request.result != null) {
          cover(request.place.page(), request.result.plan());
        }
        synchronized (done) {
          done.add(request);
          finished = true;
        }
      }
    } catch (InterruptedException e) {
      // closed
    } catch (RuntimeException | LinkageError e) {
      failure = e;
      finished = true;
    }
  }

  private void cover(CodePage page, RegionPlan plan) {
    synchronized (pending) {
      compiled++;
      for (RegionPlan.PlannedNode node : plan.nodes()) {
        int slot = PhysicalCode.slot(node.node().pc());
        covered.put(new Place(page, slot), compiled);
      }
    }
  }

  /**
   * Whether a region that was compiled meanwhile contains a node. It may be entered there no more:
   * the node is compiled only when it becomes hot again. It spares a third of the compiler's time.
   */
  private boolean isCovered(Request request) {
    Integer by = covered.remove(request.place);
    return by != null && by > request.since;
  }

  /** The request that was asked for most often, waiting for one; {@code null} at the end. */
  private Request next() throws InterruptedException {
    synchronized (pending) {
      Request hottest;
      do {
        while (pending.isEmpty() && !closed) {
          covered.clear();
          pending.wait();
        }
        if (closed) {
          return null;
        }
        hottest = null;
        for (Request request : pending.values()) {
          if (hottest == null || request.asked > hottest.asked) {
            hottest = request;
          }
        }
        pending.remove(hottest.place);
      } while (isCovered(hottest));
      return hottest;
    }
  }

  /** Ends the compiler thread. */
  @Override
  public void close() {
    synchronized (pending) {
      closed = true;
      pending.notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
