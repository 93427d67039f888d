package bbt.samples.jmh;

import bbt.translator.memory.Tlb;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time of a look-up in the data TLB, and of filling and flushing it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TlbBenchmark {
  private static final int LOOKUPS = 4096;
  private static final long VIRTUAL = 0xFFFF_FFFF_8000_0000L;

  /** Pages in use: few of the table's entries, all of them, twice as many. */
  @Param({"64", "1024", "2048"})
  public int pages;

  private Tlb tlb;
  private long table;

  /** With more pages than entries the later ones are found. */
  @Setup(Level.Trial)
  public void fillOnce() {
    tlb = new Tlb();
    table = tlb.readTable(1);
    for (int page = 0; page < pages; page++) {
      tlb.fill(table, VIRTUAL + page * 4096L, page * 4096L, false);
    }
  }

  /** Gives its memory back. */
  @TearDown(Level.Trial)
  public void release() {
    tlb.release();
  }

  /** One look-up, page by page in a fixed order that jumps about. */
  @Benchmark
  @OperationsPerInvocation(LOOKUPS)
  public long lookup() {
    long sum = 0;
    for (int i = 0; i < LOOKUPS; i++) {
      sum += Tlb.lookup(table, VIRTUAL + (i * 37L & pages - 1) * 4096L + 8);
    }
    return sum;
  }

  /** A full flush after so many fills, fills included. */
  @Benchmark
  public Tlb fillAndFlush() {
    for (int page = 0; page < pages; page++) {
      tlb.fill(tlb.readTable(0), VIRTUAL + page * 4096L, page * 4096L, false);
    }
    tlb.flushAll();
    return tlb;
  }
}
