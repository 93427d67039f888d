package bbt.samples.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchFileTest {
  @TempDir Path folder;

  private static Row row(String name, double... seconds) {
    Row row = new Row(name, List.of(name));
    for (double each : seconds) {
      row.add(new Measured(each, Double.NaN, 0, "", Map.of()));
    }
    return row;
  }

  private static BenchFile file(String work, Row... rows) throws IOException {
    return booting(work, "guest", rows);
  }

  private static BenchFile booting(String work, String guest, Row... rows) throws IOException {
    BenchFile file = BenchFile.of("cpu", "0.1.0", "11.1.2");
    for (Row row : rows) {
      file.add(work, guest, row);
    }
    return file;
  }

  private static List<String> body(List<String> table) {
    return table.subList(2, table.size());
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    BenchFile file = file("sha", row("QEMU", 1, 2), row("bbt", 3, 4));
    Path path = folder.resolve("new.json");
    file.write(path);
    assertEquals(file, BenchFile.read(path));
    assertTrue(file.cores() > 0);
  }

  /** Files of before QEMU's version was in them can be compared with. */
  @Test
  void aFileWithoutAVersionOfQemuIsRead() throws IOException {
    Path path = folder.resolve("old.json");
    Files.writeString(
        path,
        "{\"bench\": \"cpu\", \"bbt\": \"0.1.0\", \"java\": \"25\", \"processor\": \"p\", \"cores\": 2,"
            + " \"rows\": [{\"work\": \"sha\", \"command\": \"bbt\", \"wall\": [1], \"cpu\": [\"NaN\"]}]}");
    BenchFile old = BenchFile.read(path);
    assertEquals("bbt 0.1.0, JVM 25, p, 2 cores, no QEMU", old.setting());
    assertEquals(1, old.rows().size());
  }

  @Test
  void ratiosOfOneRoundAreCompared() throws IOException {
    BenchFile old = file("sha", row("QEMU", 1, 2, 4), row("bbt", 2, 2, 4), row("gone", 1, 1, 1));
    BenchFile now = file("sha", row("QEMU", 10, 10), row("bbt", 5, 5), row("new", 1, 1));
    assertEquals(
        List.of("| sha | bbt | QEMU | 1.00 | 0.50 | 0.50 |"), body(now.compare(old)), "medians");
  }

  @Test
  void whatWasMeasuredBesideSomethingElseIsNotCompared() throws IOException {
    BenchFile old = file("sha", row("QEMU 10", 1), row("bbt", 2));
    BenchFile now = file("sha", row("QEMU 11", 1), row("bbt", 2));
    assertEquals(List.of(), body(now.compare(old)));
    assertEquals(List.of(), body(now.compare(file("aes", row("QEMU 11", 1), row("bbt", 2)))));
  }

  /** A row whose guest has changed since: its two times are those of two programs. */
  @Test
  void anotherGuestIsNotCompared() throws IOException {
    BenchFile old = booting("sha", "elf 12", row("QEMU", 1), row("bbt", 2), row("traced", 3));
    BenchFile now = booting("sha", "elf 34", row("QEMU", 1), row("bbt", 2), row("traced", 3));
    assertEquals(
        List.of("", "not compared, the guest is another one now: sha"), body(now.compare(old)));
    assertEquals(2, body(old.compare(old)).size());
    BenchFile older = booting("sha", null, row("QEMU", 1), row("bbt", 2), row("traced", 3));
    assertEquals(2, body(now.compare(older)).size(), "older files do not tell");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "null",
        "[]",
        "{\"rows\": null}",
        "{\"rows\": [null]}",
        "{\"rows\": [{\"work\": \"sha\", \"command\": \"bbt\", \"wall\": []}]}",
        "{\"rows\": [{\"work\": \"sha\", \"command\": \"bbt\", \"wall\": [0]}]}",
        "{\"rows\": [{\"work\": \"sha\", \"wall\": [1]}]}"
      })
  void anotherFileIsNamed(String text) throws IOException {
    Path path = folder.resolve("old.json");
    Files.writeString(path, text);
    UserException e = assertThrows(UserException.class, () -> BenchFile.read(path));
    assertEquals(path + ": is not a file that bbt bench --json wrote", e.getMessage());
  }
}
