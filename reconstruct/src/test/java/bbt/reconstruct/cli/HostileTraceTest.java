package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ArchiveMutator;
import bbt.packets.TraceMutator;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.testing.CallLoopTrace;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.SpinTrace;
import bbt.reconstruct.testing.TinyTrace;
import bbt.reconstruct.testing.TwoHartsTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Whatever a trace with right checksums says, each command that reads it ends soon, with an exit
 * code that means something and no internal error.
 */
class HostileTraceTest {
  /** Variants of each trace; more with {@code -Dbbt.hostile=N}, from {@code -Dbbt.hostile.from}. */
  private static final int VARIANTS = Integer.getInteger("bbt.hostile", 8);

  private static final long FROM = Long.getLong("bbt.hostile.from", 0);

  private static final int SECONDS = 120;
  private static final int MOST_OUTPUT = 64 << 20;

  private static final Set<Integer> CODES =
      Set.of(
          ExitCode.OK,
          1,
          ExitCode.USAGE,
          ExitCode.BAD_DATA,
          ExitCode.NO_INPUT,
          ExitCode.UNAVAILABLE);

  /** What is written of each: {@code TRACE} the variant, {@code BASE} what it was made of. */
  private static final List<String> COMMANDS =
      List.of(
          "info TRACE",
          "dump TRACE",
          "dump TRACE --by-clock --from 100",
          "verify TRACE",
          "report TRACE --tree 10 --timeline",
          "report TRACE --json",
          "report TRACE --from 10 --to 50% --html OUT",
          "annotate TRACE",
          "export TRACE -f pprof -o OUT",
          "export TRACE -f perfetto -o OUT",
          "export TRACE -f callgrind -o OUT",
          "query TRACE 'select count(*) from calls'",
          "step TRACE -c 'si 5' -c 'goto 50%' -c bt -c 'goto end' -c rs -c 'rexc' -c history",
          "step TRACE --at 1s -c caller -c 'rsi 100'",
          "diff TRACE BASE",
          "diff BASE TRACE --first",
          "diff TRACE TRACE",
          "replay TRACE --at end");

  private enum Base {
    TINY,
    SPIN,
    CALLS,
    TWO_HARTS,
    RANDOM,
    RANDOM_RAW,
    HARTS;

    void write(Path file) throws IOException {
      switch (this) {
        case TINY -> TinyTrace.write(file);
        case SPIN -> SpinTrace.write(file, 3, 1L << 40, false, true);
        case CALLS -> CallLoopTrace.write(file, 2, 3, 1L << 40, false);
        case TWO_HARTS -> TwoHartsTrace.write(file);
        case RANDOM -> new RandomGuest(7).run(file, true, 3000);
        case RANDOM_RAW -> new RandomGuest(8).run(file, false, 1000);
        case HARTS -> new RandomGuest(9).run(file, true, 4000, 3);
      }
    }
  }

  @TempDir private Path folder;
  private ExecutorService pool = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  private record Outcome(int code, String out, String err) {}

  private Outcome run(String command, Path trace, Path base) throws Exception {
    String[] words =
        Arrays.stream(command.split(" (?=(?:[^']*'[^']*')*[^']*$)"))
            .map(word -> word.replace("'", ""))
            .map(word -> word.equals("TRACE") ? trace.toString() : word)
            .map(word -> word.equals("BASE") ? base.toString() : word)
            .map(word -> word.equals("OUT") ? folder.resolve("out").toString() : word)
            .toArray(String[]::new);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(words);
    line.getOut().flush();
    return new Outcome(code, out.toString(), err.toString());
  }

  private void endsWell(String what, String command, Path trace, Path base) throws Exception {
    Thread[] thread = new Thread[1];
    Future<Outcome> running =
        pool.submit(
            () -> {
              thread[0] = Thread.currentThread();
              return run(command, trace, base);
            });
    Outcome outcome;
    try {
      outcome = running.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      AssertionError slow =
          new AssertionError(what + ": bbt " + command + " takes more than " + SECONDS + " s");
      slow.setStackTrace(thread[0].getStackTrace());
      throw slow;
    }
    String said = what + ": bbt " + command + " -> " + outcome.code + ": " + outcome.err;
    assertTrue(CODES.contains(outcome.code), said);
    assertTrue(!outcome.err.contains("\tat ") && !outcome.err.contains("internal error"), said);
    assertTrue(outcome.code < ExitCode.USAGE || !(outcome.err + outcome.out).isBlank(), said);
    assertTrue(outcome.out.length() + outcome.err.length() < MOST_OUTPUT, said);
  }

  @ParameterizedTest
  @EnumSource(Base.class)
  void everyCommandEndsWell(Base base) throws Exception {
    Path file = folder.resolve("base.bbt");
    base.write(file);
    TraceMutator mutator = new TraceMutator(file);
    Path variant = folder.resolve("variant.bbt");
    // A comparison walks some million nodes of a loop without an event before it gives up.
    boolean loops = base == Base.SPIN || base == Base.CALLS;
    int variants = loops ? VARIANTS / 5 : VARIANTS;
    for (long seed = FROM; seed < FROM + variants; seed++) {
      mutator.write(seed, variant);
      // Each variant has some of the commands, and each command some of the variants.
      for (int i = 0; i < COMMANDS.size(); i++) {
        if (VARIANTS > 20 || (i + seed) % 4 == 0) {
          endsWell(base + " " + seed, COMMANDS.get(i), variant, file);
        }
      }
    }
  }

  /** What the codec of an archive is given, and the links between its chunks. */
  @Tag("full")
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyCommandEndsWellOnAnArchive(int harts) throws Exception {
    Path file = folder.resolve("base.bbt");
    Path archive = folder.resolve("archive.bbt");
    Path variant = folder.resolve("variant.bbt");
    new RandomGuest(10 + harts).run(file, true, 6000, harts);
    assertEquals(
        0, Main.create().execute("trace", "recompress", "--archive", file + "", archive + ""));
    ArchiveMutator mutator = new ArchiveMutator(archive);
    for (long seed = FROM; seed < FROM + 4 * VARIANTS; seed++) {
      mutator.write(seed, variant);
      endsWell("archive " + seed, "verify TRACE", variant, file);
      for (int i = 0; i < COMMANDS.size(); i++) {
        if (VARIANTS > 20 || (i + seed) % 36 == 0) {
          endsWell("archive " + seed, COMMANDS.get(i), variant, file);
        }
      }
    }
  }

  /** What holds nothing at all. */
  @Test
  void aTraceOfNothingIsToldInOneLine() throws Exception {
    Path file = folder.resolve("base.bbt");
    Path nothing = folder.resolve("nothing.bbt");
    TinyTrace.write(file);
    for (boolean whole : new boolean[] {true, false}) {
      new TraceMutator(file).empty(whole, nothing);
      for (String command : COMMANDS) {
        endsWell(whole ? "no frames" : "no frames, no end", command, nothing, file);
      }
      assertEquals(whole ? ExitCode.OK : ExitCode.BAD_DATA, run("info TRACE", nothing, file).code);
      assertEquals(0, run("export TRACE -f pprof -o OUT", nothing, file).code % ExitCode.BAD_DATA);
    }
  }
}
