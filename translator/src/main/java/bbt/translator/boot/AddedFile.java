package bbt.translator.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A file that {@code --initrd-add} adds to the initial RAM disk, in its root directory.
 *
 * @param file on the host
 * @param name in the guest
 * @param mode permission bits in the guest
 */
public record AddedFile(Path file, String name, int mode) {
  private static final int PROGRAM = 0755;
  private static final int DATA = 0644;

  private static final Set<PosixFilePermission> EXECUTE =
      Set.of(
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_EXECUTE);

  /**
   * A file under its own name: everybody may execute it in the guest if anybody may here. Of the
   * host's permissions nothing else counts, so that umask and user do not.
   */
  public static AddedFile of(Path file) {
    return new AddedFile(
        file, String.valueOf(file.getFileName()), executable(file) ? PROGRAM : DATA);
  }

  private static boolean executable(Path file) {
    try {
      return Files.getPosixFilePermissions(file).stream().anyMatch(EXECUTE::contains);
    } catch (UnsupportedOperationException e) {
      return Files.isExecutable(file);
    } catch (IOException e) {
      return false; // who reads it says what is wrong
    }
  }
}
