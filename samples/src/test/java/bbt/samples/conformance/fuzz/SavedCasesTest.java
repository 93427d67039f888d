package bbt.samples.conformance.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bbt.samples.conformance.fuzz.kind.Difference;
import bbt.samples.conformance.fuzz.kind.Kind;
import bbt.samples.conformance.fuzz.run.FuzzBoard;
import bbt.samples.conformance.fuzz.run.QemuSystem;
import bbt.samples.conformance.fuzz.run.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs all saved findings of the fuzzer on every engine, against stored outcomes. */
class SavedCasesTest {
  @TempDir Path folder;

  static List<Path> cases() throws Exception {
    Path place = Path.of(SavedCasesTest.class.getResource("/bbt/samples/fuzz/cases").toURI());
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(f -> f.toString().endsWith(SavedCase.ENDING)).sorted().toList();
    }
  }

  @Test
  void thereAreSome() throws Exception {
    assertTrue(cases().size() >= 2);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyEngineDoesWhatTheReferenceDid(Path file) throws Exception {
    assertEquals(List.of(), SavedCaseReplay.of(SavedCase.read(file), folder));
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Tag("qemu")
  void theReferenceStillDoesIt(Path file) throws Exception {
    SavedCase saved = SavedCase.read(file);
    FuzzBoard board = saved.image().board();
    Reference qemu = new QemuSystem(List.of(board.qemu().program()), board, folder);
    assumeTrue(qemu.version() >= saved.since(), "known to be wrong in " + qemu.name());
    Reference.Run run = qemu.run(saved.image(), Duration.ofSeconds(120));
    assertTrue(run.ended());
    Kind kind = Kinds.named(saved.kind());
    assertNotNull(kind);
    for (Difference d :
        kind.compare(
            saved.image(),
            saved.expected(),
            kind.essence(saved.image(), run.ram()),
            qemu.version())) {
      assertNotNull(d.explained(), d.toString());
    }
  }

  @Test
  void anotherOutcomeIsNoticed() throws Exception {
    SavedCase saved = SavedCase.read(cases().getFirst());
    int changed = 0;
    // Whatever the kind looks at: words that the run changed.
    for (int at = 0x1_0000; at < saved.expected().bytes().length; at += 8) {
      long before = at < saved.image().bytes().length ? ram(saved.image().bytes(), at) : 0;
      if (saved.expected().get(at) != before) {
        saved.expected().put(at, saved.expected().get(at) ^ 4);
        changed++;
      }
    }
    assertTrue(changed > 0);
    assertEquals(6, SavedCaseReplay.of(saved, folder).size());
  }

  private static long ram(byte[] bytes, int at) {
    return new bbt.samples.conformance.fuzz.run.GuestRam(bytes).get(at);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isWrittenAsItWasRead(Path file) throws Exception {
    Path copy = folder.resolve("copy.case");
    SavedCase.read(file).write(copy);
    assertEquals(Files.readString(file), Files.readString(copy));
  }

  @Test
  void damageIsNamedWithItsLine() throws Exception {
    List<String> lines = Files.readAllLines(cases().getFirst());
    int image = lines.indexOf("image");
    lines.set(image + 1, "nonsense");
    Path file = folder.resolve("damaged.case");
    Files.write(file, lines);
    String message = assertThrows(IOException.class, () -> SavedCase.read(file)).getMessage();
    assertTrue(message.contains("line " + (image + 2)), message);
    Files.writeString(file, "something else\n");
    assertFalse(assertThrows(IOException.class, () -> SavedCase.read(file)).getMessage().isEmpty());
  }
}
