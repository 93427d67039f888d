package bbt.samples.guests;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder where samples keep their files: {@code $XDG_CACHE_HOME/bbt/samples} or {@code
 * ~/.cache/bbt/samples}.
 */
public final class SampleCache {
  private SampleCache() {}

  /** The folder of a sample; it need not exist yet. */
  public static Path folder(String sample) {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path base =
        xdg != null && Path.of(xdg).isAbsolute()
            ? Path.of(xdg)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("bbt").resolve("samples").resolve(sample);
  }

  /** Makes a folder with its parents; one clear line when the place is not writable. */
  public static Path make(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UserException(
          Fault.CANNOT_CREATE,
          "cannot create the cache folder " + folder + "; set XDG_CACHE_HOME to a writable folder",
          e);
    }
  }
}
