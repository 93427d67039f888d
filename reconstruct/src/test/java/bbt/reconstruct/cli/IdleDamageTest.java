package bbt.reconstruct.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.ChunkHeader;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.testing.RandomGuest;
import bbt.reconstruct.testing.Wounds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Damage where nothing is executed is told in one line, and costs nothing. */
class IdleDamageTest {
  @TempDir private Path folder;

  private record Ran(int code, String out, String err) {}

  private static Ran run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.create();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err, true));
    int code = line.execute(List.of(args).stream().map(Object::toString).toArray(String[]::new));
    line.getOut().flush();
    return new Ran(
        code,
        out.toString().replaceAll("(Reconstruction (time|rate)|  rebuilt ).*", ""),
        err.toString());
  }

  /** By what they are: bytes of each parity chunk, of the index and of the trailer. */
  private static Map<String, Long> places(Path trace) throws IOException {
    Map<String, Long> all = new LinkedHashMap<>();
    int parities = 0;
    for (ChunkHeader h : Wounds.headers(trace)) {
      if (h.kind() == ChunkHeader.Kind.PARITY || h.kind() == ChunkHeader.Kind.INDEX) {
        parities += h.kind() == ChunkHeader.Kind.PARITY ? 1 : 0;
        // Type, stored length, content: DamageTest tries all.
        for (int at : new int[] {8, 12, 77}) {
          all.put(h + ", byte " + at, h.offset() + at);
        }
      }
    }
    assertEquals(2, parities);
    all.put("the trailer's offset", Files.size(trace) - 15);
    all.put("the trailer's word", Files.size(trace) - 3);
    return all;
  }

  @Test
  void aBitInParityIndexOrTrailerCostsNothing() throws IOException {
    Path good = folder.resolve("good.bbt");
    new RandomGuest(11).run(good, false, 300_000);
    Path script = Files.writeString(folder.resolve("script"), "info\n");
    Path bad = folder.resolve("bad.bbt");
    byte[] bytes = Files.readAllBytes(good);
    Files.write(bad, bytes);
    List<Ran> sound = List.of(run("report", bad), run("info", bad), run("dump", bad));
    for (Map.Entry<String, Long> place : places(good).entrySet()) {
      byte[] flipped = bytes.clone();
      flipped[place.getValue().intValue()] ^= 1;
      Files.write(bad, flipped);
      List<Ran> damaged = List.of(run("report", bad), run("info", bad), run("dump", bad));
      for (int i = 0; i < sound.size(); i++) {
        assertEquals(ExitCode.OK, damaged.get(i).code(), place + damaged.get(i).err());
        assertEquals(sound.get(i).out(), damaged.get(i).out(), place.toString());
        oneLine(place + " " + i, damaged.get(i).err());
      }
      Ran verify = run("verify", bad);
      assertEquals(ExitCode.BAD_DATA, verify.code(), place.toString());
      oneLine(place + " verify", verify.err());
      Ran step = run("step", bad, "--at", "end", "--script", script);
      assertEquals(ExitCode.OK, step.code(), place + step.err());
      oneLine(place + " step", step.err());
      assertTrue(step.out().contains("nothing is missing"), step.out());
    }
  }

  private static void oneLine(String what, String err) {
    assertEquals(1, err.lines().count(), what + ": " + err);
    assertTrue(err.contains("nothing is missing"), what + ": " + err);
  }
}
