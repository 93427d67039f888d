package bbt.samples.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Every benchmark runs, once, in this process: what it measures is still there. */
class BenchmarksTest {
  @Test
  void everyBenchmarkRuns() throws Exception {
    // Nothing is timed, so others on this machine may measure, or test, meanwhile.
    System.setProperty("jmh.ignoreLock", "true");
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .mode(Mode.SingleShotTime)
                    .timeout(TimeValue.minutes(2))
                    .shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    assertEquals(
        new TreeSet<>(
            List.of(
                "CodecBenchmark.pack",
                "CodecBenchmark.unpack",
                "EngineBenchmark.dispatch",
                "EngineBenchmark.interpret",
                "EngineBenchmark.record",
                "ExpansionBenchmark.expand",
                "TlbBenchmark.fillAndFlush",
                "TlbBenchmark.lookup",
                "WalkBenchmark.walk")),
        results.stream()
            .map(result -> result.getParams().getBenchmark())
            .map(name -> name.substring("bbt.samples.jmh.".length()))
            .collect(Collectors.toCollection(TreeSet::new)));
  }
}
