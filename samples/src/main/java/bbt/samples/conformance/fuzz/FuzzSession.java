package bbt.samples.conformance.fuzz;

import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.EngineChoice;
import bbt.samples.conformance.fuzz.run.GuestRam;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.conformance.fuzz.run.RandomInstructions;
import bbt.samples.conformance.fuzz.run.Reference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs a fuzzing session: batch after batch, each on the reference and on two of our engines at the
 * same time, as long as there is time or cases are left. A difference does not end it.
 */
public final class FuzzSession {
  /**
   * The work of a session.
   *
   * @param kinds in turn
   * @param time how long; batches that have begun are completed
   * @param cases how many at least
   * @param seed with which the same batches come again
   * @param save folder for minimised cases; made when the first one comes
   * @param jobs batches at the same time
   */
  public record Plan(List<Kind> kinds, Duration time, long cases, long seed, Path save, int jobs) {}

  /** Time of one batch on the reference; it takes a second or two. */
  private static final Duration BATCH_LIMIT = Duration.ofSeconds(20);

  /** Time of one case alone on the reference. */
  private static final Duration CASE_LIMIT = Duration.ofSeconds(10);

  /** Cases that are minimised and saved, at most: the rest are the same few faults again. */
  private static final int MOST_SAVED = 25;

  /** Time for minimising one, at most; and a tenth of what the whole session has. */
  private static final Duration MINIMISING = Duration.ofMinutes(3);

  private static final Duration LEAST_MINIMISING = Duration.ofSeconds(10);

  private final Plan plan;
  private final Reference reference;
  private final Capabilities capabilities;
  private final Path folder;
  private final Consumer<String> findings;
  private final long start = System.nanoTime();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicInteger nextBatch = new AtomicInteger();
  private final AtomicLong casesBegun = new AtomicLong();
  private final AtomicInteger saved = new AtomicInteger();
  private final Map<String, Counts> counts = new LinkedHashMap<>();

  /**
   * @param folder for temporary files, best in memory
   * @param findings gets a line or more for each finding
   */
  public FuzzSession(
      Plan plan,
      Reference reference,
      Capabilities capabilities,
      Path folder,
      Consumer<String> findings) {
    this.plan = plan;
    this.reference = reference;
    this.capabilities = capabilities;
    this.folder = folder;
    this.findings = findings;
    plan.kinds.forEach(kind -> counts.put(kind.name(), Counts.NONE));
  }

  /** Ends the session after the batches that run; any thread. */
  public void stop() {
    stop.set(true);
  }

  /** Works until the plan is done or {@link #stop}. */
  public void run() throws IOException, InterruptedException {
    List<Callable<Void>> workers = new ArrayList<>();
    for (int i = 0; i < plan.jobs; i++) {
      workers.add(
          () -> {
            try {
              work();
            } finally {
              stop.set(true);
            }
            return null;
          });
    }
    try (ExecutorService pool = Executors.newCachedThreadPool()) {
      for (Future<Void> worker : pool.invokeAll(workers)) {
        outcome(worker);
      }
    }
  }

  private static <T> T outcome(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException r -> throw r;
        case Error error -> throw error;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  private void work() throws IOException, InterruptedException {
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      while (!over()) {
        int number = nextBatch.getAndIncrement();
        Kind kind = plan.kinds.get(number % plan.kinds.size());
        long seed = new Random(plan.seed * 0x9E3779B97F4A7C15L + number).nextLong();
        batch(kind, seed, other);
      }
    }
  }

  private boolean over() {
    return stop.get() || elapsed().compareTo(plan.time) >= 0 || casesBegun.get() >= plan.cases;
  }

  private void batch(Kind kind, long seed, ExecutorService other)
      throws IOException, InterruptedException {
    Random random = new Random(~seed);
    Batch batch = kind.batch(seed, capabilities);
    casesBegun.addAndGet(batch.cases());
    Image image = batch.image();
    Future<Reference.Run> theirs = other.submit(() -> reference.run(image, BATCH_LIMIT));
    List<EngineChoice> engines =
        List.of(
            new EngineChoice(EngineChoice.INTERPRETER.mode(), 0, 1, random.nextInt(4) == 0),
            EngineChoice.random(random));
    List<PendingTrial> ours = new ArrayList<>();
    for (EngineChoice engine : engines) {
      ours.add(PendingTrial.of(image, engine, folder));
    }
    Reference.Run run = outcome(theirs);
    if (!run.ended()) {
      hung(kind, seed, batch, run, ours);
      return;
    }
    long instructions =
        RandomInstructions.count(image, kind.random(image), folder, PendingTrial.MAX_INSNS);
    count(kind, new Counts(1, batch.cases(), instructions, 0, 0, 0, 0));
    for (PendingTrial pending : ours) {
      Trial trial = pending.against(kind, run.ram(), reference.version());
      count(
          kind,
          new Counts(
              0,
              0,
              0,
              trial.retired(),
              pending.engine().traced() ? 1 : 0,
              trial.explained(),
              trial.failing()));
      Difference first = trial.unexplained();
      if (first != null) {
        found(kind, seed, batch, pending.engine(), first);
      }
    }
  }

  /** The reference did not come to the end: a finding unless ours did not either. */
  private void hung(Kind kind, long seed, Batch batch, Reference.Run run, List<PendingTrial> ours) {
    int ended = batch.ended(run.ram());
    boolean oursToo = ours.stream().noneMatch(PendingTrial::ended);
    findings.accept(
        "%s, batch seed %d: %s did not end in %d s, in case %d; ours %s"
            .formatted(
                kind.name(),
                seed,
                reference.name(),
                BATCH_LIMIT.toSeconds(),
                ended,
                oursToo ? "neither" : "did"));
    count(kind, new Counts(1, ended, 0, 0, 0, 0, oursToo ? 0 : 1));
  }

  private void found(Kind kind, long seed, Batch batch, EngineChoice engine, Difference first)
      throws IOException {
    String title = kind.name() + ", batch seed " + seed + ", " + engine + ": " + first;
    int number = saved.incrementAndGet();
    if (number > MOST_SAVED || stop.get()) {
      findings.accept(title + " (not minimised)");
      return;
    }
    Deadline deadline = new Deadline(minimising());
    Image small =
        batch.minimise(
            first, image -> !deadline.over() && fails(kind, image, engine, first) != null);
    Trial again = fails(kind, small, engine, first);
    Difference left = again == null ? first : again.unexplained();
    Files.createDirectories(plan.save);
    Path file =
        plan.save.resolve("%s-%x-%d%s".formatted(kind.name(), seed, number, SavedCase.ENDING));
    List<String> notes = new ArrayList<>();
    notes.add(left.toString());
    notes.add("engine: " + engine + "; batch seed " + seed);
    notes.addAll(kind.listing(small));
    try {
      GuestRam expected = reference.run(small, CASE_LIMIT).ram();
      new SavedCase(
              kind.name(),
              reference.version(),
              reference.name(),
              0,
              notes,
              small,
              kind.essence(small, expected))
          .write(file);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    findings.accept(title + "\n  saved as " + file + ": " + left);
  }

  private Duration minimising() {
    Duration part = plan.time.dividedBy(10);
    Duration least = part.compareTo(LEAST_MINIMISING) < 0 ? LEAST_MINIMISING : part;
    return least.compareTo(MINIMISING) < 0 ? least : MINIMISING;
  }

  /** The trial of an image by itself when it fails in the same way; null when it does not. */
  private Trial fails(Kind kind, Image image, EngineChoice engine, Difference first) {
    try {
      Reference.Run run = reference.run(image, CASE_LIMIT);
      if (!run.ended()) {
        return null;
      }
      Trial trial = Trial.of(kind, image, run.ram(), reference.version(), engine, folder);
      Difference difference = trial.unexplained();
      return difference != null && difference.isLike(first) ? trial : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private synchronized void count(Kind kind, Counts more) {
    counts.merge(kind.name(), more, Counts::plus);
  }

  /** Cases with a difference that nothing explains, so far. */
  public synchronized long failing() {
    return counts.values().stream().mapToLong(Counts::failing).sum();
  }

  /** Cases compared so far. */
  public synchronized long cases() {
    return counts.values().stream().mapToLong(Counts::cases).sum();
  }

  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** The counts so far, by kind. */
  public synchronized Map<String, Counts> counts() {
    return new LinkedHashMap<>(counts);
  }

  private record Deadline(long at) {
    Deadline(Duration in) {
      this(System.nanoTime() + in.toNanos());
    }

    boolean over() {
      return System.nanoTime() - at > 0;
    }
  }
}
