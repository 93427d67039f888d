package bbt.reconstruct.cache;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A folder of the user's cache that stays within bounds: files that were not used for long go, and
 * when there are too many bytes, those that were used longest ago.
 *
 * <p>Whoever opens a file says so by {@link #used}. A process that has one open while another
 * removes it goes on reading it: the host keeps the bytes until it is closed.
 *
 * @param folder its files, and those of the folders in it
 * @param suffix ends the names of the files that may go; others stay
 * @param limit bytes that all these may have together
 */
public record CacheFolder(Path folder, String suffix, long limit) {
  /** Ends the name of a file that is being written. */
  public static final String HALF = ".tmp";

  /** A half-written file that is older than this was left behind by a process that was killed. */
  private static final Duration STALE = Duration.ofHours(12);

  /** A file that was not used for so long goes in any case. */
  static final Duration UNUSED = Duration.ofDays(90);

  private record Item(Path file, long bytes, Instant used) {}

  /**
   * Collects the files that may go, and removes what was left half-written. A file that another
   * process renames or removes meanwhile is passed over.
   */
  private final class Collector extends SimpleFileVisitor<Path> {
    private final Path keep;
    private final Instant stale;
    private final List<Item> items;

    Collector(Path keep, Instant stale, List<Item> items) {
      this.keep = keep;
      this.stale = stale;
      this.items = items;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes of) throws IOException {
      String name = file.getFileName().toString();
      Instant used = of.lastModifiedTime().toInstant();
      if (of.isRegularFile() && name.endsWith(HALF)) {
        if (used.isBefore(stale)) {
          Files.deleteIfExists(file);
        }
      } else if (of.isRegularFile() && name.endsWith(suffix) && !file.equals(keep)) {
        items.add(new Item(file, of.size(), used));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** Notes that a file is in use now. */
  public static void used(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // A cache that cannot be written to is not trimmed either.
    }
  }

  /** Writes a file of the cache. */
  @FunctionalInterface
  public interface Writing {
    /**
     * Writes the file.
     *
     * @param fresh an empty file to be written; it gets its name when this returns
     */
    void to(Path fresh) throws IOException;
  }

  /**
   * Puts a file there, and makes room for it. Other processes see all of it or nothing.
   *
   * @param file in the folder, which is made if it is not there
   */
  public void put(Path file, Writing writing) throws IOException {
    Files.createDirectories(folder);
    trim(file);
    Path fresh = Files.createTempFile(folder, "fresh", HALF);
    writing.to(fresh);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Deletes files that were not used for long, and what exceeds the limit.
   *
   * @param keep a file that stays in any case
   */
  public void trim(Path keep) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Instant now = Instant.now();
    List<Item> items = new ArrayList<>();
    try {
      Files.walkFileTree(folder, Set.of(), 2, new Collector(keep, now.minus(STALE), items));
      long sum = items.stream().mapToLong(Item::bytes).sum();
      sum += Files.exists(keep) ? Files.size(keep) : 0;
      items.sort(Comparator.comparing(Item::used));
      for (Item item : items) {
        if (sum > limit || item.used.isBefore(now.minus(UNUSED))) {
          Files.deleteIfExists(item.file);
          sum -= item.bytes;
        }
      }
    } catch (IOException e) {
      // Somebody else is at work there, or it cannot be written: then it stays as it is.
    }
  }
}
