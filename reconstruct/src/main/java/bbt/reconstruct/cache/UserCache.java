package bbt.reconstruct.cache;

import java.nio.file.Path;

/** Finds the user's cache folder: {@code $XDG_CACHE_HOME/bbt} or {@code ~/.cache/bbt}. */
public final class UserCache {
  private UserCache() {}

  /** The folder; it need not exist yet. */
  public static Path folder() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path base =
        xdg != null && !xdg.isEmpty() && Path.of(xdg).isAbsolute()
            ? Path.of(xdg)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("bbt");
  }
}
