package bbt.reconstruct.replay.setup;

import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cache.UserCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers the SHA-256 of files: kept in the user's cache, since a trace names guest files by hash
 * alone (nothing of the host is in it). An entry holds while the file has the size and the time of
 * its last change that it had when it was hashed.
 *
 * <p>One line each: {@code HASH SIZE NANOSECONDS PATH}. Lines that make no sense are passed over,
 * and a cache that cannot be written costs time only.
 */
public final class KnownFiles {
  /** Lines at which the file is written anew without those that hold no more. */
  private static final int MANY = 5000;

  private record Entry(String hash, long size, long changed) {}

  private final Path file;
  private final Map<Path, Entry> entries = new HashMap<>();

  private KnownFiles(Path file) {
    this.file = file;
  }

  /** Returns the files known in the user's cache. */
  public static KnownFiles ofUser() {
    return in(UserCache.folder().resolve("known-files"));
  }

  public static KnownFiles in(Path file) {
    KnownFiles known = new KnownFiles(file);
    List<String> lines = List.of();
    try {
      if (Files.exists(file)) {
        lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      // As if it were empty.
    }
    for (String line : lines) {
      String[] parts = line.split(" ", 4);
      try {
        Entry entry = new Entry(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        known.entries.put(Path.of(parts[3]), entry);
      } catch (RuntimeException e) {
        // Not a line of ours.
      }
    }
    if (lines.size() > MANY) {
      known.rewrite();
    }
    return known;
  }

  private static Entry describe(Path path, String hash) throws IOException {
    BasicFileAttributes a = Files.readAttributes(path, BasicFileAttributes.class);
    return new Entry(
        hash, a.size(), a.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS));
  }

  /** SHA-256 of a file in hexadecimal: the one that is known, or computed and kept. */
  public String hash(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Entry known = entries.get(absolute);
    if (known != null && known.equals(describe(absolute, known.hash))) {
      return known.hash;
    }
    Entry before = describe(absolute, "");
    String hash = FileKey.of(absolute);
    if (before.equals(describe(absolute, ""))) {
      add(absolute, new Entry(hash, before.size, before.changed));
    }
    return hash;
  }

  /** Keeps what somebody else has computed just now. */
  public void note(Path path, String hash) {
    try {
      Path absolute = path.toAbsolutePath().normalize();
      Entry entry = describe(absolute, hash);
      if (!entry.equals(entries.get(absolute))) {
        add(absolute, entry);
      }
    } catch (IOException e) {
      // A file that is gone need not be known.
    }
  }

  /** Files that had a hash when they were seen last and are still there, unchanged. */
  public Set<Path> find(String hash) {
    Set<Path> found = new LinkedHashSet<>();
    entries.forEach(
        (path, entry) -> {
          try {
            if (entry.hash.equals(hash) && entry.equals(describe(path, hash))) {
              found.add(path);
            }
          } catch (IOException e) {
            // Gone.
          }
        });
    return found;
  }

  private void add(Path path, Entry entry) {
    entries.put(path, entry);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file, line(path, entry), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      // Costs time only.
    }
  }

  private static String line(Path path, Entry entry) {
    return entry.hash + " " + entry.size + " " + entry.changed + " " + path + "\n";
  }

  private void rewrite() {
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (path, entry) -> {
          if (Files.exists(path)) {
            text.append(line(path, entry));
          }
        });
    try {
      Path fresh = Files.createTempFile(file.getParent(), "known", null);
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // Costs time only.
    }
  }
}
