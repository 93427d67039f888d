package bbt.samples.jmh;

import bbt.packets.TraceReader;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Time to walk the trace of the guest {@code mini}: 6.8 million instructions, reading included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class WalkBenchmark {
  private Path trace;

  @Setup(Level.Trial)
  public void record() throws IOException {
    trace = Files.createTempFile("bbt-jmh", ".bbt");
    InProcess.run(
        0, "boot", "mini", "--quiet", "--console", "none", "--bb-trace", trace.toString());
  }

  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Files.deleteIfExists(trace);
  }

  @Benchmark
  public Reconstruction walk() throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction walk =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, FlowListener.NOBODY, null);
      walk.run();
      return walk;
    }
  }
}
