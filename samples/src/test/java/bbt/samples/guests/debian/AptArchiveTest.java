package bbt.samples.guests.debian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parses what apt prints. */
final class AptArchiveTest {
  @Test
  void archivesOfTheMachineTheLikelyOneFirst() {
    assertEquals(
        List.of("http://mirror.example/debian/"),
        AptArchive.sites(
            """
            https://packages.example/node_20.x/ nodistro
            http://mirror.example/debian/ bookworm
            http://mirror.example/debian/ bookworm-updates
            http://mirror.example/debian-security/ bookworm-security

            """));
    assertEquals(List.of("file:/srv/archive/"), AptArchive.sites("file:/srv/archive/ trixie\n"));
    assertEquals(List.of(), AptArchive.sites(""));
  }

  @Test
  void stanzas() {
    assertEquals(
        List.of(
            Map.of("Package", "a", "Version", "1:2-3", "Description", "first line"),
            Map.of("Package", "b")),
        AptArchive.parse(
            "Package: a\nVersion: 1:2-3\nDescription: first line\n more: text\n\nPackage: b\n"));
    assertEquals(List.of(), AptArchive.parse(""));
  }

  @Test
  void dependenciesTakeTheFirstOfAChoice() {
    assertEquals(
        List.of("kmod", "linux-binary-7.2-riscv64", "dracut"),
        AptArchive.dependencies(
            "kmod, linux-binary-7.2-riscv64 (= 7.2.12-1), dracut | initramfs-tools (>= 0.120)"));
    assertEquals(List.of(), AptArchive.dependencies(""));
  }
}
