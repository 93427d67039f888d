package bbt.samples.bench;

import bbt.reconstruct.replay.setup.KnownFiles;
import bbt.samples.guests.linux.QemuYardstick;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One row of a suite's table: the same work for QEMU and for bbt.
 *
 * @param name of the row
 * @param bbt arguments of bbt
 * @param qemu arguments of QEMU
 * @param guest what boots, as {@link #guest(GuestSample.Prepared, String, String)} tells it; null:
 *     nothing
 * @param span which part of the run is measured; null: the whole process, its start included
 */
public record Work(String name, List<String> bbt, List<String> qemu, String guest, Span span) {
  public Work {
    bbt = List.copyOf(bbt);
    qemu = List.copyOf(qemu);
  }

  /**
   * The boot of a guest.
   *
   * @param append command line in place of the guest's own
   * @param memory of the guest, such as 512M
   */
  static Work boot(String name, GuestSample.Prepared files, String append, String memory)
      throws IOException {
    List<String> bbt = new ArrayList<>(List.of("boot", files.kernel().toString()));
    if (files.initrd() != null) {
      bbt.addAll(List.of("--initrd", files.initrd().toString()));
    }
    if (files.bios() != null) {
      bbt.addAll(List.of("--bios", files.bios().toString()));
    }
    files.drives().forEach(drive -> bbt.addAll(List.of("--drive", drive.toString())));
    if (!append.isEmpty()) {
      bbt.addAll(List.of("--append", append));
    }
    bbt.addAll(List.of("--memory", memory));
    return new Work(
        name, bbt, QemuYardstick.board(files, append, memory), guest(files, append, memory), null);
  }

  /**
   * Tells guests apart: the SHA-256 of each file that is booted, the command line, the memory.
   *
   * @param append the command line
   * @param memory of the guest, such as 512M
   */
  public static String guest(GuestSample.Prepared files, String append, String memory)
      throws IOException {
    KnownFiles known = KnownFiles.ofUser(); // one disk serves many rows
    List<String> parts = new ArrayList<>();
    for (Path file :
        Stream.concat(
                Stream.of(files.kernel(), files.initrd(), files.bios()).filter(Objects::nonNull),
                files.drives().stream())
            .toList()) {
      parts.add(file.getFileName() + " " + known.hash(file));
    }
    parts.add(append);
    parts.add(memory);
    return String.join(", ", parts);
  }

  /** Whether it is {@code bbt boot}: it can be traced, and run by the warm process. */
  boolean boots() {
    return guest != null;
  }

  /**
   * Returns this work with more arguments, as another row.
   *
   * @param row its name
   */
  Work with(String row, List<String> moreForBbt, List<String> moreForQemu) {
    String more = moreForBbt.isEmpty() ? guest : guest + ", " + String.join(" ", moreForBbt);
    return new Work(row, join(bbt, moreForBbt), join(qemu, moreForQemu), more, span);
  }

  /** Returns this work with only the part measured that lies between two lines on the console. */
  Work within(Span part) {
    return new Work(name, bbt, qemu, guest, part);
  }

  static List<String> join(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
