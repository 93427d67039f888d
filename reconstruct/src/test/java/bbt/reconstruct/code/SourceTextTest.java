package bbt.reconstruct.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files of this machine a binary's debugging information may have read, and which not. */
class SourceTextTest {
  @TempDir private Path folder;
  private Path project;
  private Path elsewhere;
  private Path binary;

  @BeforeEach
  void write() throws IOException {
    project = Files.createDirectories(folder.resolve("project"));
    elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
    binary = project.resolve("prog");
    for (Path each : List.of(project, elsewhere)) {
      for (String name : List.of("x.c", "start.S", "id_rsa", "notes.txt", ".c", "x.c.key")) {
        Files.writeString(each.resolve(name), "text\n");
      }
    }
  }

  private static String first(SourceText text, Path file) {
    return text.line(file.toString(), 1);
  }

  @Test
  void sourcesBesideTheBinary() {
    SourceText text = new SourceText(List.of(), List.of(binary));
    assertEquals("text", first(text, project.resolve("x.c")));
    assertEquals("text", first(text, project.resolve("start.S")));
    assertEquals("text", first(text, project.resolve("../project/x.c")));
  }

  @Test
  void sourcesBelowTheCurrentFolder() throws IOException {
    Path target = Files.createDirectories(Path.of("target"));
    Path its = Files.writeString(Files.createTempFile(target, "source", ".c"), "text\n");
    SourceText text = new SourceText(List.of(), List.of());
    assertEquals("text", first(text, its));
    assertEquals("text", first(text, its.toAbsolutePath()));
    Files.delete(its);
  }

  @Test
  void sourcesInFoldersThatAreGiven() {
    SourceText text = new SourceText(List.of(project), List.of());
    assertEquals("text", first(text, Path.of("/where/it/was/compiled/x.c")));
  }

  @Test
  void nothingElsewhere() {
    assertNull(first(new SourceText(List.of(), List.of(binary)), elsewhere.resolve("x.c")));
    SourceText given = new SourceText(List.of(project), List.of(binary));
    assertNull(first(given, Path.of("/etc/passwd")));
  }

  @Test
  void nothingThatIsNoSource() {
    SourceText text = new SourceText(List.of(project), List.of(binary));
    for (String name : List.of("id_rsa", "notes.txt", ".c", "x.c.key")) {
      assertNull(first(text, project.resolve(name)), name);
    }
  }

  /** A path or a folder's link may lead out of the folder. */
  @Test
  void linksAreFollowedFirst() throws IOException {
    Files.createSymbolicLink(project.resolve("link.c"), elsewhere.resolve("x.c"));
    Files.createSymbolicLink(project.resolve("renamed.c"), elsewhere.resolve("id_rsa"));
    Files.createSymbolicLink(project.resolve("within.c"), project.resolve("x.c"));
    SourceText text = new SourceText(List.of(project), List.of(binary));
    assertNull(first(text, project.resolve("link.c")));
    assertNull(first(text, project.resolve("renamed.c")));
    assertEquals("text", first(text, project.resolve("within.c")));
  }

  /**
   * Dots do not lead out of a folder, not even where the path goes on from a folder that is given.
   */
  @Test
  void dotsDoNotLeadOut() throws IOException {
    Files.writeString(elsewhere.resolve("only.c"), "text\n");
    SourceText text = new SourceText(List.of(project), List.of(binary));
    assertNull(text.line("../elsewhere/only.c", 1));
  }
}
