package bbt.translator.guest;

import java.util.ArrayList;
import java.util.List;

/**
 * The board of QEMU's that an architecture's board is like. Who compares the two starts QEMU with
 * it.
 *
 * @param program QEMU's for the architecture
 * @param inPackage Debian's package with it
 * @param options that choose the board and its processor
 */
public record QemuBoard(String program, String inPackage, List<String> options) {
  public QemuBoard {
    options = List.copyOf(options);
  }

  /** The start of a command line that runs it. */
  public List<String> command() {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(options);
    return command;
  }
}
