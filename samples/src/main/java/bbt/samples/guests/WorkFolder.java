package bbt.samples.guests;

import bbt.reconstruct.basics.OwnFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder beside the samples in which one of them is made, so that the sample appears whole or not
 * at all. It goes when it is closed and when the process ends by a signal; what a killed process
 * left is swept away by the next one that makes the same sample.
 */
public final class WorkFolder implements AutoCloseable {
  private static final String MARK = ".new";

  private final OwnFolder folder;
  private final Thread hook = new Thread(this::interrupted, "work-folder");
  private boolean closed;

  private WorkFolder(OwnFolder folder) {
    this.folder = folder;
  }

  /** Creates a folder for a sample, and deletes the folders that no process uses any more. */
  public static WorkFolder of(String sample) throws IOException {
    Path samples = SampleCache.make(SampleCache.folder(sample).getParent());
    WorkFolder work = new WorkFolder(OwnFolder.make(samples, sample + MARK));
    Runtime.getRuntime().addShutdownHook(work.hook);
    return work;
  }

  /** The folder itself. */
  public Path path() {
    return folder.path();
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
      Files.move(place, path().resolve("replaced"));
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
    folder.close();
  }
}
