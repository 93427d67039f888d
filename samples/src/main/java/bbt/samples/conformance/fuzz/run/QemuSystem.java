package bbt.samples.conformance.fuzz.run;

import bbt.ptg.riscv.Extension;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs images in QEMU's {@code virt} board with RAM in a shared file, which holds what the guest
 * left when the process has ended: no slow console in between.
 */
public final class QemuSystem implements Reference {
  /** Without this extension, since we have it not; and with two harts, see {@link #run}. */
  private static final List<String> WITHOUT = List.of("h", "v");

  /** The extensions that can be asked for and hold no instructions. */
  private static final Set<Extension> FEATURES =
      EnumSet.of(Extension.SSTC, Extension.SVADU, Extension.SVNAPOT, Extension.SVPBMT);

  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  private final List<String> command;
  private final FuzzBoard board;
  private final Path folder;

  /** RISC-V's processor; null: the board's. */
  private final String cpu;

  private final String name;
  private final int version;

  /** Finds out what a QEMU for RISC-V is. */
  public QemuSystem(List<String> command, Path folder) throws IOException, InterruptedException {
    this(command, FuzzBoard.RISCV, folder);
  }

  /**
   * Finds out what a QEMU is.
   *
   * @param command the start of its command line
   * @param board the board whose programs it runs
   * @param folder for its RAM; best a memory file system
   * @throws UserException when it cannot be run
   */
  public QemuSystem(List<String> command, FuzzBoard board, Path folder)
      throws IOException, InterruptedException {
    this.command = List.copyOf(command);
    this.board = board;
    this.folder = folder;
    Matcher matcher =
        Pattern.compile("version ((\\d+)\\.(\\d+)[.0-9]*)").matcher(output(List.of("--version")));
    if (!matcher.find()) {
      throw new UserException(
          Fault.UNAVAILABLE, command.getFirst() + " is no QEMU: it names no version");
    }
    name = "QEMU " + matcher.group(1);
    version = Integer.parseInt(matcher.group(2)) * 100 + Integer.parseInt(matcher.group(3));
    cpu = board == FuzzBoard.ARM64 ? null : cpu();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int version() {
    return version;
  }

  /**
   * The processor with our extensions. QEMU refuses a name it does not know: such a one is tried in
   * the older spelling, with a capital letter, then left out.
   */
  private String cpu() throws IOException, InterruptedException {
    List<String> properties = new ArrayList<>();
    WITHOUT.forEach(p -> properties.add(p + "=off"));
    for (Extension e : Extension.values()) {
      if (e.isaName().length() > 1 && (!e.instructions().isEmpty() || FEATURES.contains(e))) {
        properties.add(e.isaName() + "=on");
      }
    }
    Pattern unknown = Pattern.compile("Property '[^']*\\.([A-Za-z0-9]+)' not found");
    while (true) {
      String model = "rv64," + String.join(",", properties);
      // The monitor's quit at once: only whether it starts is asked.
      String said =
          output(
              List.of(
                  "-M",
                  "virt",
                  "-cpu",
                  model,
                  "-S",
                  "-display",
                  "none",
                  "-serial",
                  "none",
                  "-bios",
                  "none",
                  "-monitor",
                  "stdio"));
      Matcher matcher = unknown.matcher(said);
      if (!matcher.find()) {
        return model;
      }
      String property = matcher.group(1) + "=on";
      String older = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
      int at = properties.indexOf(property);
      if (at < 0) {
        throw new IOException(name + " does not know its own processor: " + said.strip());
      }
      if (older.equals(property)) {
        properties.remove(at);
      } else {
        properties.set(at, older);
      }
    }
  }

  private String output(List<String> arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(arguments);
    Process process;
    try {
      process = new ProcessBuilder(all).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UserException(
          Fault.UNAVAILABLE,
          "cannot run "
              + command.getFirst()
              + "; install it (Debian: apt install "
              + board.qemu().inPackage()
              + ")",
          e);
    }
    try {
      process.getOutputStream().write("quit\n".getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already: what it said tells why.
    }
    try (InputStream in = process.getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(command.getFirst() + " does not end");
      }
      return text;
    } finally {
      process.destroyForcibly();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>RISC-V's board has two harts, of which the image lets the second wait: with one, QEMU
   * executes an AMO as a load and a store.
   */
  @Override
  public Run run(Image image, Duration limit) throws IOException, InterruptedException {
    if (image.board() != board) {
      throw new IllegalArgumentException(image.board() + "'s image on " + board);
    }
    Path elf = Files.createTempFile(folder, "fuzz", ".elf");
    Path ram = Files.createTempFile(folder, "fuzz", ".ram");
    Path errors = Files.createTempFile(folder, "fuzz", ".err");
    Process process = null;
    try {
      image.writeElf(elf);
      List<String> all = new ArrayList<>(command);
      String size = image.memoryBytes() / 1024 + "k";
      all.addAll(board.qemu().options());
      all.addAll(List.of("-machine", "memory-backend=ram", "-m", size));
      all.addAll(
          List.of(
              "-object", "memory-backend-file,id=ram,share=on,size=" + size + ",mem-path=" + ram));
      if (board == FuzzBoard.RISCV) {
        all.addAll(List.of("-smp", "2", "-cpu", cpu, "-bios", "none"));
      }
      all.addAll(List.of("-kernel", elf.toString(), "-display", "none", "-nic", "none"));
      all.addAll(List.of("-monitor", "none", "-serial", "none", "-no-reboot"));
      process =
          new ProcessBuilder(all)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(errors.toFile())
              .start();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (ended && process.exitValue() != 0) {
        throw new IOException(
            name + " ended with " + process.exitValue() + ": " + Files.readString(errors).strip());
      }
      return new Run(read(ram, board.below(), image.observed()), ended);
    } finally {
      if (process != null && process.isAlive()) {
        process.destroyForcibly();
        process.waitFor();
      }
      Files.deleteIfExists(elf);
      Files.deleteIfExists(ram);
      Files.deleteIfExists(errors);
    }
  }

  private static GuestRam read(Path file, int from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.position(from);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new IOException(file + " ends early");
        }
      }
    }
    return new GuestRam(bytes.array());
  }
}
