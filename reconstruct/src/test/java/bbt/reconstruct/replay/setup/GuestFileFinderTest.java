package bbt.reconstruct.replay.setup;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bbt.reconstruct.cache.FileKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks through folders in which other processes are at work. */
class GuestFileFinderTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path made = folder.resolve("guests").resolve(name);
    Files.createDirectories(made.getParent());
    return Files.writeString(made, text);
  }

  @Test
  void aFileThatIsGoneWhenItsTurnComesIsNotThere() throws IOException {
    Path first = file("a/vmlinuz", "first");
    Path second = file("b.new1/vmlinuz", "second");
    Path third = file("c/vmlinuz", "third");
    String hash = FileKey.of(third);
    KnownFiles known = KnownFiles.in(folder.resolve("known"));
    GuestFileFinder finder =
        new GuestFileFinder(known, List.of(folder.resolve("guests"), folder.resolve("none")));
    assertEquals(first, finder.find("guest.kernel", FileKey.of(first), "--kernel", null, false));
    Files.delete(second);
    Path found =
        assertDoesNotThrow(() -> finder.find("guest.kernel", hash, "--kernel", null, false));
    assertEquals(third, found);
    assertNull(
        finder.find("guest.initrd", hash.replace(hash.charAt(0), 'x'), "--initrd", null, false));
  }
}
