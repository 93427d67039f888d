package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace names its guest; each command that needs to know the guest looks it up. */
class UnknownGuestTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report TRACE",
        "report TRACE --from 1",
        "dump TRACE",
        "verify TRACE",
        "annotate TRACE",
        "export TRACE -f folded",
        "export TRACE -f perfetto -o OUT",
        "query TRACE FROM_calls",
        "step TRACE -c si",
        "diff TRACE KNOWN",
        "diff KNOWN TRACE --first",
      })
  void oneLineSaysWhichGuestIsNotKnown(String command) throws IOException {
    Path trace = trace("trace.bbt", "vax");
    Path known = trace("known.bbt", "riscv64");
    StringWriter err = new StringWriter();
    String[] words =
        Arrays.stream(command.split(" "))
            .map(word -> word.replace("TRACE", trace.toString()))
            .map(word -> word.replace("KNOWN", known.toString()))
            .map(word -> word.replace("FROM_", "from "))
            .map(word -> word.replace("OUT", folder.resolve("out").toString()))
            .toArray(String[]::new);
    int code =
        Main.create()
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(err))
            .execute(words);
    String said = "the trace is of a guest with the instruction set vax, this bbt knows riscv64";
    assertEquals(
        1, err.toString().lines().filter(line -> line.contains(said)).count(), err::toString);
    assertEquals(1, err.toString().lines().count(), err::toString);
    assertEquals(ExitCode.BAD_DATA, code);
  }

  private Path trace(String name, String guest) throws IOException {
    Path file = folder.resolve(name);
    TinyTrace.write(file, Map.of("guest.isa", guest), List.of());
    return file;
  }
}
