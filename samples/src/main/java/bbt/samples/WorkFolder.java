package bbt.samples;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder beside the samples in which one of them is made, so that the sample appears whole or not
 * at all. It goes when it is closed and when the process ends by a signal; what a killed process
 * left is swept away by the next one that makes the same sample.
 */
public final class WorkFolder implements AutoCloseable {
  private static final String MARK = ".new";

  /** Held for as long as the folder is in use: the system drops it with the process. */
  private static final String LOCK = "lock";

  /** A folder without a lock is that of a process that has only just made it, or very old. */
  private static final Duration YOUNG = Duration.ofHours(1);

  /** A child that was told to end may still write a file or two. */
  private static final int DELETE_TRIES = 20;

  private final Path folder;
  private final FileChannel lock;
  private final Thread hook = new Thread(this::interrupted, "work-folder");
  private boolean closed;

  private WorkFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Makes one for a sample, and deletes those that nobody uses any more. */
  public static WorkFolder of(String sample) throws IOException {
    Path samples = SampleCache.make(SampleCache.folder(sample).getParent());
    sweep(samples, sample);
    Path folder = Files.createTempDirectory(samples, sample + MARK);
    FileChannel lock =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    lock.lock();
    WorkFolder work = new WorkFolder(folder, lock);
    Runtime.getRuntime().addShutdownHook(work.hook);
    return work;
  }

  private static void sweep(Path samples, String sample) throws IOException {
    List<Path> left;
    try (Stream<Path> all = Files.list(samples)) {
      left =
          all.filter(p -> p.getFileName().toString().matches("\\Q" + sample + MARK + "\\E\\d+"))
              .toList();
    }
    for (Path each : left) {
      if (!inUse(each)) {
        SampleCache.delete(each);
      }
    }
  }

  private static boolean inUse(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    if (!Files.exists(file)) {
      FileTime made = Files.getLastModifiedTime(folder);
      return made.toInstant().isAfter(Instant.now().minus(YOUNG));
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (OverlappingFileLockException e) {
      return true; // another thread of this process
    }
  }

  /** The folder itself. */
  public Path path() {
    return folder;
  }

  /**
   * Puts a finished folder in its place, instead of what is there.
   *
   * @param made a folder below {@link #path}
   */
  public synchronized void publish(Path made, Path place) throws IOException {
    if (closed) {
      throw new IOException("interrupted");
    }
    if (Files.exists(place)) {
      Files.move(place, folder.resolve("replaced"));
    }
    Files.move(made, place);
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return; // the process is ending: the hook does it
    }
    delete();
  }

  private void interrupted() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
    try {
      delete();
    } catch (IOException e) {
      // Nobody is there to be told; the next one sweeps.
    }
  }

  private synchronized void delete() throws IOException {
    closed = true;
    for (int i = 1; ; i++) {
      try {
        SampleCache.delete(folder);
        break;
      } catch (IOException e) {
        if (i == DELETE_TRIES) {
          throw e;
        }
        pause();
      }
    }
    lock.close();
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
