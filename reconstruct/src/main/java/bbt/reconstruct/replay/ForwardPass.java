package bbt.reconstruct.replay;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader.Kind;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.check.ComparingStream;
import bbt.reconstruct.replay.check.FrameDifference;
import bbt.reconstruct.replay.setup.TraceFacts;
import bbt.reconstruct.replay.state.SnapshotStore;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.InputLog;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Executes a traced run from its start, records it once more and compares the two traces on the
 * way; takes snapshots.
 */
final class ForwardPass implements AutoCloseable {
  /** Between two looks at what the comparison found. */
  private static final long SLICE = 4_000_000;

  /** The reasons for the end of a run that would have gone on. */
  private static final Set<String> FORCED = Set.of("instruction-limit", "stopped", "trace-failed");

  private final Path trace;
  private final TraceFacts facts;
  private final Machine machine;
  private final ComparingStream comparison;
  private final SnapshotStore store;
  private final long interval;
  private long nextSnapshot;
  private boolean over;
  private boolean finished;

  /**
   * @param config of the run; no trace in it
   * @param from where the recording began; null: at the reset
   * @param store takes the snapshots
   * @param interval instructions from one snapshot to the next
   */
  ForwardPass(
      Path trace,
      TraceFacts facts,
      MachineConfig.Builder config,
      InputLog.Replay input,
      MachineSnapshot from,
      SnapshotStore store,
      long interval)
      throws IOException {
    this.trace = trace;
    this.facts = facts;
    this.store = store;
    this.interval = interval;
    comparison = new ComparingStream(trace);
    TraceOptions.Context context =
        facts.header().get("trace.context", "linux").equals("stack")
            ? TraceOptions.Context.STACK
            : TraceOptions.Context.LINUX;
    boolean compact = facts.header().get("trace.mode", "compact").equals("compact");
    MachineConfig traced =
        config.trace(new TraceOptions(trace, facts.header().verify(), compact, context)).build();
    machine = Navigator.machine(traced, input, from);
    machine.recordTo(comparison, facts.header(), facts.switches());
    machine.begin();
    snapshot();
  }

  private void snapshot() throws IOException {
    try {
      store.add(machine, machine.takeWrittenPages());
      nextSnapshot = machine.clock() + interval;
    } catch (IOException e) {
      if (store.size() == 0) {
        throw e;
      }
      nextSnapshot = Long.MAX_VALUE; // the disk is full: the rest is executed from the last one on
    }
  }

  /** Instructions executed so far. */
  long clock() {
    return machine.clock();
  }

  /** Whether all that the trace holds was executed. */
  boolean over() {
    return over;
  }

  /**
   * Executes until the traces are known to agree up to a clock, or to the end of the trace.
   *
   * @param progress told how far it is; may throw to end the work, which can be gone on with
   * @throws UserException where the trace says something else than the re-execution
   */
  void advance(long clock, LongConsumer progress) throws IOException {
    long total = facts.total();
    while (!over && comparison.agreed() < clock && machine.clock() < total) {
      long next = Math.min(Math.min(machine.clock() + SLICE, nextSnapshot), total);
      boolean goesOn = machine.proceed(next);
      complain();
      if (!goesOn && machine.clock() < total) {
        finish();
        throw mismatch(
            "the re-execution ends after %d instructions, the trace has %d"
                .formatted(machine.clock(), total));
      }
      if (goesOn && machine.clock() >= nextSnapshot && machine.clock() < total) {
        snapshot();
      }
      progress.accept(machine.clock());
    }
    if (!over && machine.clock() >= total) {
      if (machine.clock() < facts.last()) {
        machine.proceed(facts.last()); // what was announced for a frame that is lost
      }
      if (endsByItself() && machine.proceed(total + 1)) {
        finish(); // what it did otherwise before that says more
        throw mismatch(
            "the trace ends after %d instructions, the re-execution goes on".formatted(total));
      }
      finish();
      over = true;
      store.finish(total);
    }
  }

  private void finish() throws IOException {
    finished = true;
    if (facts.end() == null) {
      comparison.endsAt(
          IntStream.range(0, machine.harts()).mapToLong(i -> machine.hart(i).retired()).toArray());
    }
    machine.finish();
    comparison.settle();
    complain();
  }

  /** Whether the guest, or the end of its input, ended the traced run. */
  private boolean endsByItself() {
    return facts.end() != null && !FORCED.contains(facts.end().reason());
  }

  private void complain() throws IOException {
    ComparingStream.Mismatch m = comparison.mismatch();
    if (m == null) {
      return;
    }
    String first = m.frame() == null ? null : FrameDifference.tell(trace, m);
    if (first != null) {
      throw mismatch(m.kind() == Kind.FRAME ? first : first + "; sideband " + m.what());
    }
    String where =
        m.kind() == Kind.FRAME
            ? "instructions %d to %d of hart %d".formatted(m.retired(), m.endRetired(), m.hart())
            : m.kind().name().toLowerCase(java.util.Locale.ROOT) + " at " + m.retired();
    throw mismatch(where + ": " + m.what() + " (offset " + m.offset() + ")");
  }

  private UserException mismatch(String what) {
    return new UserException(
        Fault.CHECK_FAILED, trace + ": the re-execution differs from the trace: " + what);
  }

  /** The end of the run, as the trace has it; null if it was cut. */
  Chunk.End end() {
    return facts.end();
  }

  @Override
  public void close() throws IOException {
    try {
      if (!over && comparison.mismatch() == null) {
        store.finish(comparison.agreed());
      }
      if (!finished) {
        machine.finish();
      }
    } finally {
      comparison.close();
      machine.release();
    }
  }
}
