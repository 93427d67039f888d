package bbt.reconstruct.basics;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A folder that one process works in and that goes when it is closed. What a killed process left is
 * swept away by the next one that makes a folder of the same name in the same place.
 */
public final class OwnFolder implements AutoCloseable {
  /** Held for as long as the folder is in use: the system drops it with the process. */
  private static final String LOCK = "lock";

  /** A folder without a lock is that of a process that has only just made it, or very old. */
  private static final Duration YOUNG = Duration.ofHours(1);

  /** A child that was told to end may still write a file or two. */
  private static final int DELETE_TRIES = 20;

  /**
   * The folders of this process. Their lock files are not opened again: the system drops a
   * process's locks on a file when it closes it anywhere.
   */
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path folder;
  private final FileChannel lock;

  private OwnFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Creates a folder, and deletes the folders that no process uses any more.
   *
   * @param parent where, or null for the system's folder for temporary files
   * @param prefix of its name; a number follows
   */
  public static synchronized OwnFolder make(Path parent, String prefix) throws IOException {
    Path place = parent == null ? Path.of(System.getProperty("java.io.tmpdir")) : parent;
    while (true) {
      Path folder = Files.createTempDirectory(place, prefix);
      Path file = folder.resolve(LOCK);
      FileChannel lock =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock.lock();
      if (Files.exists(file)) {
        OPEN.add(folder.toRealPath());
        sweep(place, prefix, Files.getOwner(folder));
        return new OwnFolder(folder, lock);
      }
      lock.close(); // another process saw it before it was locked, and swept it away
    }
  }

  /** Deletes what this user's processes have left; others may have folders of that name, too. */
  private static void sweep(Path place, String prefix, UserPrincipal user) throws IOException {
    List<Path> all;
    try (Stream<Path> list = Files.list(place)) {
      all =
          list.filter(p -> p.getFileName().toString().matches("\\Q" + prefix + "\\E\\d+")).toList();
    }
    for (Path each : all) {
      try {
        if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
            && Files.getOwner(each, LinkOption.NOFOLLOW_LINKS).equals(user)
            && !OPEN.contains(each.toRealPath())) {
          sweep(each);
        }
      } catch (IOException e) {
        // Another process sweeps, too, or it is not ours to delete: it does no harm.
      }
    }
  }

  /** Deletes a folder that nobody uses. Its lock is held meanwhile: its maker may be about to. */
  private static void sweep(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    if (!Files.exists(file)) {
      FileTime made = Files.getLastModifiedTime(folder);
      if (made.toInstant().isBefore(Instant.now().minus(YOUNG))) {
        delete(folder);
      }
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held != null) {
        delete(folder);
      }
    }
  }

  /** The folder itself. */
  public Path path() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    Path real = Files.exists(folder) ? folder.toRealPath() : folder;
    for (int i = 1; ; i++) {
      try {
        delete(folder);
        break;
      } catch (IOException e) {
        if (i == DELETE_TRIES) {
          throw e;
        }
        pause();
      }
    }
    lock.close();
    OPEN.remove(real);
  }

  /** Deletes a folder and what is in it, if it is there. */
  public static void delete(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> deepestFirst;
    try (Stream<Path> tree = Files.walk(folder)) {
      deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
