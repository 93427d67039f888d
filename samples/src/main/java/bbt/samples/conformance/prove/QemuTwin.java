package bbt.samples.conformance.prove;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.guests.disk.DebianSample;
import bbt.samples.guests.linux.QemuYardstick;
import bbt.translator.boot.GuestSample;
import bbt.translator.guest.QemuBoard;
import bbt.translator.machine.Architectures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the sample {@code debian} of any port in QEMU, from the same disk: both must leave the same
 * output.
 */
final class QemuTwin {
  private static final long TIMEOUT_SECONDS = 1800;

  private final String part;
  private final DebianSample guest;
  private final GuestSample.Prepared files;
  private final Path folder;

  QemuTwin(String part, DebianSample guest, GuestSample.Prepared files, Path folder) {
    this.part = part;
    this.guest = guest;
    this.files = files;
    this.folder = folder;
  }

  /**
   * Runs the twin and compares.
   *
   * @param ours the disk that our machine wrote to
   */
  Check check(Path ours) throws IOException {
    Path theirs = folder.resolve("qemu.img");
    Sparse.copy(files.drives().getFirst(), theirs);
    boot(theirs);
    byte[] expected = guest.fileSystem(theirs).read(DebianSample.OUTPUT);
    byte[] found = guest.fileSystem(ours).read(DebianSample.OUTPUT);
    Files.delete(theirs);
    boolean same = expected.length > 0 && Arrays.equals(expected, found);
    return new Check(
        part,
        guest.name() + ": its work prints what it prints in QEMU, byte for byte",
        same,
        same ? found.length + " bytes" : difference(expected, found));
  }

  private static String difference(byte[] expected, byte[] found) {
    List<String> a = new String(expected, StandardCharsets.ISO_8859_1).lines().toList();
    List<String> b = new String(found, StandardCharsets.ISO_8859_1).lines().toList();
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      String left = i < a.size() ? a.get(i) : "the end";
      String right = i < b.size() ? b.get(i) : "the end";
      if (!left.equals(right)) {
        return "line " + (i + 1) + ": expected " + left + ", found " + right;
      }
    }
    return "there is no output";
  }

  private void boot(Path disk) throws IOException {
    QemuBoard board = Architectures.of(files.kernel()).qemu();
    List<String> command = board.command();
    command.addAll(List.of("-m", "512M"));
    command.addAll(List.of("-display", "none", "-monitor", "none", "-serial", "stdio"));
    command.addAll(List.of("-kernel", files.kernel().toString()));
    command.addAll(List.of("-initrd", files.initrd().toString(), "-append", files.append()));
    command.addAll(QemuYardstick.drive(0, disk, false));
    Path log = folder.resolve("qemu.log");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new UserException(
          Fault.UNAVAILABLE, "cannot run " + board.program() + "; install " + board.inPackage(), e);
    }
    try {
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(
            board.program()
                + " did not end well: "
                + Files.readString(log, StandardCharsets.ISO_8859_1)
                    .lines()
                    .reduce((a, b) -> b)
                    .orElse("no output"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
