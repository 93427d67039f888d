package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bbt trace recompress}, and all commands on what it writes. */
class TraceRecompressTest {
  @TempDir private Path folder;
  private Path tiny;
  private Path random;
  private StringWriter out;
  private StringWriter err;

  @BeforeEach
  void write() throws IOException {
    tiny = folder.resolve("tiny.bbt");
    random = folder.resolve("random.bbt");
    TinyTrace.write(tiny);
    new RandomGuest(11).run(random, true, 20_000);
  }

  private int run(Object... args) {
    out = new StringWriter();
    err = new StringWriter();
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(Arrays.stream(args).map(Object::toString).toArray(String[]::new));
    line.getOut().flush();
    return code;
  }

  @Test
  void anArchiveAndBack() throws IOException {
    for (Path trace : List.of(tiny, random)) {
      Path archive = folder.resolve("archive.bbt");
      Path back = folder.resolve("back.bbt");
      assertEquals(0, run("trace", "recompress", "--archive", trace, archive), err::toString);
      assertTrue(out.toString().contains(" bits for an instruction"), out::toString);
      assertEquals(0, run("verify", archive), err::toString);
      assertEquals(0, run("diff", trace, archive), err::toString);
      assertEquals(0, run("trace", "recompress", archive, back), err::toString);
      assertArrayEquals(Files.readAllBytes(trace), Files.readAllBytes(back));
      Files.delete(archive);
      Files.delete(back);
    }
  }

  /** What they print of an archive is what they print of the trace. */
  @Test
  void commandsReadArchives() throws IOException {
    Path archive = folder.resolve("archive.bbt");
    assertEquals(0, run("trace", "recompress", "--archive", random, archive), err::toString);
    for (List<String> command :
        List.of(
            List.of("report", "--full"),
            List.of("report", "--json", "--from", "40%", "--to", "60%"),
            List.of("step", "--at", "end", "-c", "rsi 3", "-c", "goto 10", "-c", "rsi"))) {
      assertEquals(printed(command, random), printed(command, archive), command::toString);
    }
  }

  private String printed(List<String> command, Path trace) {
    Object[] args = command.toArray();
    Object[] all = new Object[args.length + 1];
    all[0] = args[0];
    all[1] = trace;
    System.arraycopy(args, 1, all, 2, args.length - 1);
    int code = run(all);
    return code
        + " "
        + out.toString()
            .replaceAll("(?mi)^.*(bits ?per|bytes|time|rate|second|trace|version|file).*$", "")
        + err.toString().replace(trace.toString(), "TRACE");
  }

  @Test
  void whatCannotBeDoneIsOneLine() throws IOException {
    Path archive = folder.resolve("archive.bbt");
    byte[] bytes = Files.readAllBytes(random);
    Path cut = Files.write(folder.resolve("cut.bbt"), Arrays.copyOf(bytes, bytes.length / 2));
    refused("was cut", "trace", "recompress", "--archive", cut, archive);
    Path none = Files.writeString(folder.resolve("none.bbt"), "no trace at all, but some text");
    refused("not a bbt trace", "trace", "recompress", none, archive);
    refused("is the trace to be read", "trace", "recompress", random, random);
    refused("nothing.bbt", "trace", "recompress", folder.resolve("nothing.bbt"), archive);
    assertFalse(Files.exists(archive));
    assertArrayEquals(bytes, Files.readAllBytes(random));
  }

  private void refused(String said, Object... args) {
    int code = run(args);
    assertTrue(code >= 64, out + " " + err);
    assertTrue(err.toString().contains(said), err::toString);
    assertEquals(1, err.toString().lines().count(), err::toString);
  }
}
