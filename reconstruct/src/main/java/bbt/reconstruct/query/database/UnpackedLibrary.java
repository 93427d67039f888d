package bbt.reconstruct.query.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Removes the file of 61 MB that DuckDB's driver unpacks to the temporary folder in each process,
 * since the driver deletes it only when the process ends by itself.
 */
final class UnpackedLibrary {
  private static final String NAME = "libduckdb_java\\d*\\.so";

  /** Where Linux says which files a process has mapped. */
  private static final Path MAPPED = Path.of("/proc/self/maps");

  /** A younger one may be about to be loaded. */
  private static final Duration YOUNG = Duration.ofMinutes(10);

  private UnpackedLibrary() {}

  /**
   * Once it is loaded: deletes the file, which stays mapped without its name, and those of
   * processes that were killed while they unpacked theirs.
   */
  static void delete(Path own) throws IOException {
    if (!Files.isReadable(MAPPED)) {
      return; // not Linux: a file that is in use may have to stay
    }
    // Latin-1: paths are octets, and only ours matters.
    for (String line : Files.readAllLines(MAPPED, StandardCharsets.ISO_8859_1)) {
      int path = line.indexOf('/');
      if (path >= 0 && line.substring(line.lastIndexOf('/') + 1).matches(NAME)) {
        Files.deleteIfExists(Path.of(line.substring(path)));
      }
    }
    UserPrincipal user = Files.getOwner(own);
    List<Path> left;
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      left = all.filter(file -> file.getFileName().toString().matches(NAME)).toList();
    }
    Instant old = Instant.now().minus(YOUNG);
    for (Path each : left) {
      try {
        if (Files.getOwner(each).equals(user)
            && Files.getLastModifiedTime(each).toInstant().isBefore(old)) {
          Files.deleteIfExists(each);
        }
      } catch (NoSuchFileException e) {
        // Another process has deleted it.
      }
    }
  }
}
