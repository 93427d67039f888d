package bbt.translator.boot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A guest with a name, found through {@link java.util.ServiceLoader}: {@code bbt boot NAME}. */
public interface GuestSample {
  /** The sample's name, as in {@code bbt boot mini}. */
  String name();

  /** One line for {@code bbt samples list} and {@code --help}. */
  String description();

  /** Whether it is part of the program: {@link #prepare} then needs neither network nor tools. */
  default boolean embedded() {
    return false;
  }

  /**
   * Makes the files ready, fetching or building what is not cached yet.
   *
   * @param progress gets a line for the user now and then
   * @throws IOException with one clear message when it cannot be done (no network, no tool)
   */
  Prepared prepare(Consumer<String> progress) throws IOException;

  /**
   * Files of a sample.
   *
   * @param kernel the kernel
   * @param initrd initial RAM disk, or null
   * @param append boot arguments
   * @param bios firmware, or null for the built-in one
   * @param drives images of virtio block drives, in slot order; the guest's writes do not reach
   *     them
   */
  record Prepared(Path kernel, Path initrd, String append, Path bios, List<Path> drives) {
    public Prepared {
      drives = List.copyOf(drives);
    }

    /** A kernel on the built-in firmware, without drives. */
    public Prepared(Path kernel, Path initrd, String append) {
      this(kernel, initrd, append, null, List.of());
    }
  }
}
