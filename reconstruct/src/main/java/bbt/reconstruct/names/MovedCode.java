package bbt.reconstruct.names;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.TraceFormatException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds pages of the kernel that were executed at physical addresses, before its page tables were
 * on: its names are those of the virtual addresses.
 */
final class MovedCode {
  private static final long PAGE = 4096;

  /** By physical page: how far above its virtual address it was executed. */
  private final Map<Long, Long> biases = new HashMap<>();

  /** Whether nothing was moved. */
  boolean isEmpty() {
    return biases.isEmpty();
  }

  /**
   * Learns of a page.
   *
   * @throws TraceFormatException if the note is not one of this kind's form
   */
  void add(SidebandRecord.Note note, long offset) throws TraceFormatException {
    try {
      int space = note.value().indexOf(' ');
      long physical = Long.parseUnsignedLong(note.value(), 0, space, 16);
      long virtual = Long.parseUnsignedLong(note.value(), space + 1, note.value().length(), 16);
      biases.put(physical & -PAGE, physical - virtual);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new TraceFormatException(
          offset,
          "the note " + NoteKeys.KERNEL_MOVED + " holds no two addresses: '" + note.value() + "'");
    }
  }

  /** Where code of the kernel's virtual addresses was executed, too. */
  List<Long> executedAt(long virtual) {
    List<Long> all = new ArrayList<>();
    biases.forEach(
        (page, bias) -> {
          if (page - bias == (virtual & -PAGE)) {
            all.add(virtual + bias);
          }
        });
    return all;
  }

  /**
   * The distance above its own place at which the code at an address was executed; 0 where nothing
   * moved.
   */
  long bias(long pc) {
    return biases.isEmpty() ? 0 : biases.getOrDefault(pc & -PAGE, 0L);
  }
}
