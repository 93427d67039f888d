package bbt.reconstruct.gdb;

import bbt.translator.machine.Machine;
import bbt.translator.runtime.Cpu;
import java.util.HexFormat;
import java.util.Locale;

/** The {@code monitor} commands that look at a machine in this process. */
final class MachineMonitor {
  static final String HELP =
      """
      info               instructions, time and what each hart is doing
      where              how many instructions the selected hart, and all, have retired
      translate ADDRESS  where a virtual address leads
      xp ADDRESS [BYTES] physical memory (default: 64 bytes)
      """;

  private static final int MAX_BYTES = 4096;
  private static final int LINE = 16;

  private final Machine machine;
  private final MachineMemory memory;

  MachineMonitor(Machine machine, MachineMemory memory) {
    this.machine = machine;
    this.memory = memory;
  }

  /** See {@link Target#monitor}. */
  String run(String command, int hart) {
    String[] words = command.split("\\s+");
    return switch (words[0]) {
      case "info" -> info();
      case "where" -> where(hart);
      case "translate" -> translate(words, machine.hart(hart));
      case "xp" -> physical(words);
      default -> null;
    };
  }

  /** What a hart is doing. */
  String describe(int hart) {
    Cpu cpu = machine.hart(hart);
    return machine.activity(hart) + ", " + privilege(cpu.priv) + " mode";
  }

  private static String privilege(int level) {
    return level == Cpu.U ? "user" : level == Cpu.S ? "supervisor" : "machine";
  }

  private long total() {
    long sum = 0;
    for (int i = 0; i < machine.harts(); i++) {
      sum += machine.hart(i).retired();
    }
    return sum;
  }

  private String info() {
    Cpu first = machine.hart(0);
    StringBuilder text = new StringBuilder();
    text.append(
        "%,d instructions retired, %.6f s of guest time%n"
            .formatted(total(), first.platform.time(first) / 1e7)
            .replace("\r", ""));
    for (int i = 0; i < machine.harts(); i++) {
      Cpu cpu = machine.hart(i);
      text.append(
          String.format(
              Locale.ROOT,
              "hart %d: pc 0x%x, %,d instructions, %s\n",
              i,
              cpu.pc,
              cpu.retired(),
              describe(i)));
    }
    return text.toString();
  }

  private String where(int hart) {
    return "hart %d at 0x%x behind its instruction %d; all harts: %d\n"
        .formatted(hart, machine.hart(hart).pc, machine.hart(hart).retired(), total());
  }

  private static String translate(String[] words, Cpu cpu) {
    if (words.length != 2) {
      throw new ProtocolException("usage: monitor translate ADDRESS");
    }
    long address = number(words[1]);
    long physical = cpu.mmu.translateQuietly(address);
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
    byte[] bytes = memory.physical(address, (int) length);
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

  /** A decimal number, or a hexadecimal one with 0x. */
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
