package bbt.reconstruct.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Keeps the folder of snapshots within bounds: the runs that were looked at longest ago go. */
final class CacheFolder {
  /** A half-written file that is older than this was left behind by a process that was killed. */
  private static final Duration STALE = Duration.ofHours(12);

  private record Item(Path file, long bytes, Instant changed) {}

  private CacheFolder() {}

  /**
   * Makes room.
   *
   * @param folder of all runs
   * @param limit bytes that all files may have together
   * @param keep a file that stays in any case
   */
  static void trim(Path folder, long limit, Path keep) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Item> items = new ArrayList<>();
    long sum = 0;
    try (Stream<Path> tree = Files.walk(folder, 2)) {
      for (Path file : tree.filter(Files::isRegularFile).toList()) {
        Instant changed = Files.getLastModifiedTime(file).toInstant();
        boolean half = file.getFileName().toString().endsWith(".tmp");
        if (half && changed.isBefore(Instant.now().minus(STALE))) {
          Files.deleteIfExists(file);
        } else if (!half) {
          items.add(new Item(file, Files.size(file), changed));
          sum += Files.size(file);
        }
      }
      items.sort(Comparator.comparing(Item::changed));
      for (Item item : items) {
        if (sum > limit && !item.file.equals(keep)) {
          Files.deleteIfExists(item.file);
          sum -= item.bytes;
        }
      }
    } catch (IOException e) {
      // Somebody else is at work there, or it cannot be written: then it stays as it is.
    }
  }
}
