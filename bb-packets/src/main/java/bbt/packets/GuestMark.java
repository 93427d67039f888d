package bbt.packets;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mark that the guest set, as a NOTE of the key {@link NoteKeys#MARK} says it.
 *
 * @param number the guest's own, not negative
 * @param value the guest's own: what was in rs1 (RISC-V), in x0 (AArch64)
 * @param retired the hart's count before the instruction that set it
 * @param pc of that instruction
 */
public record GuestMark(int number, long value, long retired, long pc) {
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,9}) 0x([0-9a-f]{1,16}) ([0-9]{1,18}) 0x([0-9a-f]{1,16})");

  /** The mark that a record says; null if it says none. */
  public static GuestMark of(SidebandRecord item) {
    if (!(item instanceof SidebandRecord.Note note) || !note.key().equals(NoteKeys.MARK)) {
      return null;
    }
    Matcher m = FORM.matcher(note.value());
    return m.matches()
        ? new GuestMark(
            Integer.parseInt(m.group(1)),
            Long.parseUnsignedLong(m.group(2), 16),
            Long.parseLong(m.group(3)),
            Long.parseUnsignedLong(m.group(4), 16))
        : null;
  }

  /**
   * Whether the instruction that set it is recorded; one of a gap is not, though its mark is.
   *
   * @param item that it is from
   */
  public boolean isRecorded(SidebandRecord item) {
    return item.retired() == retired + 1;
  }

  /** The note's value. */
  @Override
  public String toString() {
    return number + " 0x" + Long.toHexString(value) + " " + retired + " 0x" + Long.toHexString(pc);
  }
}
