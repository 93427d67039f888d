package bbt.reconstruct.gdb.targets;

import bbt.packets.GuestTime;
import bbt.ptg.guest.PrivilegeMode;
import java.util.HexFormat;
import java.util.Locale;

/** The {@code monitor} commands that look at a machine. */
final class Monitoring {
  static final String HELP =
      """
      info               instructions, time and what each hart is doing
      where              how many instructions the selected hart, and all, have retired
      translate ADDRESS  where a virtual address leads
      xp ADDRESS [BYTES] physical memory (default: 64 bytes)
      """;

  private static final int MAX_BYTES = 4096;
  private static final int LINE = 16;

  /** The machine that the commands look at. */
  interface View {
    int harts();

    long pc(int hart);

    /** The instructions that a hart has retired. */
    long retired(int hart);

    PrivilegeMode mode(int hart);

    /** The activity of a hart, in a word or two; empty where that is not known. */
    String activity(int hart);

    /** Guest time in ticks of 100 ns. */
    long ticks();

    /** The physical address of a virtual one, or -1. */
    long translate(int hart, long address);

    /** The bytes of physical memory; null where that is not all RAM. */
    byte[] physical(long address, int length);
  }

  private final View view;

  Monitoring(View view) {
    this.view = view;
  }

  /** See {@link Target#monitor}. */
  String run(String command, int hart) {
    String[] words = command.split("\\s+");
    return switch (words[0]) {
      case "info" -> info();
      case "where" -> where(hart);
      case "translate" -> translate(words, hart);
      case "xp" -> physical(words);
      default -> null;
    };
  }

  /** Describes what a hart is doing. */
  String describe(int hart) {
    String activity = view.activity(hart);
    return (activity.isEmpty() ? "" : activity + ", ") + view.mode(hart).name() + " mode";
  }

  private long total() {
    long sum = 0;
    for (int i = 0; i < view.harts(); i++) {
      sum += view.retired(i);
    }
    return sum;
  }

  private String info() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%,d instructions retired, %.6f s of guest time\n",
            total(),
            GuestTime.seconds(view.ticks())));
    for (int i = 0; i < view.harts(); i++) {
      text.append(
          String.format(
              Locale.ROOT,
              "hart %d: pc 0x%x, %,d instructions, %s\n",
              i,
              view.pc(i),
              view.retired(i),
              describe(i)));
    }
    return text.toString();
  }

  private String where(int hart) {
    return "hart %d at 0x%x has retired %d instructions, all harts %d\n"
        .formatted(hart, view.pc(hart), view.retired(hart), total());
  }

  private String translate(String[] words, int hart) {
    if (words.length != 2) {
      throw new ProtocolException("usage: monitor translate ADDRESS");
    }
    long address = number(words[1]);
    long physical = view.translate(hart, address);
    return physical == -1
        ? "0x%x is not mapped\n".formatted(address)
        : "0x%x is at physical 0x%x\n".formatted(address, physical);
  }

  private String physical(String[] words) {
    if (words.length < 2 || words.length > 3) {
      throw new ProtocolException("usage: monitor xp ADDRESS [BYTES]");
    }
    long address = number(words[1]);
    long length = words.length == 3 ? number(words[2]) : 4 * LINE;
    if (length < 1 || length > MAX_BYTES) {
      throw new ProtocolException("from 1 to " + MAX_BYTES + " bytes, not " + words[2]);
    }
    byte[] bytes = view.physical(address, (int) length);
    if (bytes == null) {
      return "no RAM at physical 0x%x, %d bytes\n".formatted(address, length);
    }
    StringBuilder text = new StringBuilder();
    HexFormat hex = HexFormat.ofDelimiter(" ");
    for (int i = 0; i < bytes.length; i += LINE) {
      int end = Math.min(bytes.length, i + LINE);
      text.append("%x: %s\n".formatted(address + i, hex.formatHex(bytes, i, end)));
    }
    return text.toString();
  }

  /** Parses a decimal number, or a hexadecimal one with 0x. */
  static long number(String text) {
    try {
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new ProtocolException("not a number: " + text, e);
    }
  }
}
