package bbt.reconstruct.cli;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.replay.state.Access;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * A range of guest memory as the user writes it: {@code ADDRESS} or {@code ADDRESS:LENGTH}, of
 * virtual addresses, or of physical ones behind {@code phys:}.
 *
 * @param length in bytes, from 1 to {@link #MOST}
 */
record MemoryRange(long address, int length, boolean physical) {
  private static final String PHYSICAL = "phys:";

  /** The most bytes of a range: 1 MiB. */
  private static final long MOST = 1 << 20;

  /**
   * Reads a range.
   *
   * @param usual its length where none is given
   * @throws UserException if it is none
   */
  static MemoryRange parse(String text, int usual) {
    boolean physical = text.startsWith(PHYSICAL);
    String[] parts = (physical ? text.substring(PHYSICAL.length()) : text).split(":", -1);
    try {
      long address = number(parts[0]);
      long length = parts.length > 1 ? number(parts[1]) : usual;
      if (parts.length <= 2
          && length >= 1
          && length <= MOST
          && Long.compareUnsigned(address + length - 1, address) >= 0) {
        return new MemoryRange(address, (int) length, physical);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserException(
        Fault.USAGE,
        text
            + " is no range of memory: write ADDRESS or ADDRESS:LENGTH, such as 0x80200000:64"
            + " (up to 1 MiB)");
  }

  private static long number(String text) {
    String t = text.strip().toLowerCase(Locale.ROOT);
    return t.startsWith("0x")
        ? Long.parseUnsignedLong(t.substring(2).replace("_", ""), 16)
        : Long.parseUnsignedLong(t);
  }

  /** Returns what is there now; shorter where not all of it is RAM. */
  byte[] read(Replay replay, int hart) {
    return physical
        ? replay.state().readPhysical(address, length)
        : replay.state().readVirtual(hart, address, length);
  }

  /** Returns the last write to it before the replay's present position. */
  Optional<Access> lastWrite(Replay replay, int hart) throws IOException {
    return physical ? replay.lastWrite(address, length) : replay.lastWrite(hart, address, length);
  }
}
