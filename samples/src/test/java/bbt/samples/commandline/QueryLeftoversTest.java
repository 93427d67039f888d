package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that is killed, with no chance to clean up, leaves little in the temporary folder. */
final class QueryLeftoversTest {
  @TempDir private Path folder;

  private List<String> left(Path place) throws IOException {
    try (Stream<Path> all = Files.list(place)) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> !name.startsWith("hsperfdata"))
          .sorted()
          .toList();
    }
  }

  @Test
  void isAlmostNothingAndGoesWithTheNext() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    assertEquals(0, Bbt.run("boot", "mini", "--bb-trace", trace.toString()).code());
    Path place = Files.createDirectory(folder.resolve("tmp"));
    // What a process leaves that is killed while the driver unpacks its library; and a fresh one,
    // which another process may be about to load.
    Path old = Files.writeString(place.resolve("libduckdb_java123.so"), "half a library");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
    Path fresh = Files.writeString(place.resolve("libduckdb_java456.so"), "half a library");
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + place);
    ProcessBuilder builder =
        Bbt.command("query", trace.toString(), "select count(*) from range(1000000000000000)");
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
    Process process = builder.start();
    try {
      for (int i = 0; i < 600 && !isAtWork(place, old); i++) {
        assertTrue(process.isAlive(), Files.readString(folder.resolve("out")));
        Thread.sleep(100);
      }
      List<String> during = left(place);
      assertEquals(2, during.size(), "the database's folder and a library not ours: " + during);
      assertTrue(Files.exists(fresh));
    } finally {
      process.destroyForcibly();
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    Files.delete(fresh);
    assertEquals(1, left(place).size(), "the database's folder");
    assertEquals(0, Bbt.run(environment, "query", trace.toString(), "select 1").code());
    assertEquals(List.of(), left(place));
  }

  /** The database is open: its file is there; and the libraries that may go are gone. */
  private static boolean isAtWork(Path place, Path old) throws IOException {
    try (Stream<Path> all = Files.walk(place)) {
      List<Path> files = all.toList();
      return !Files.exists(old)
          && files.stream().anyMatch(f -> f.endsWith("trace.duckdb"))
          && files.stream().filter(f -> f.toString().endsWith(".so")).count() == 1;
    }
  }
}
