package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A trace written by hand: {@code main} calls {@code leaf} twice, takes one page fault that {@code
 * handler} serves, and calls a function without a name in user mode. 23 instructions.
 */
public final class TinyTrace {
  public static final long KERNEL = 0xFFFF_FFFF_8000_0000L;
  public static final long USER = 0x1_0000;
  public static final long KERNEL_PHYSICAL = 0x8020_0000L;
  private static final long USER_PHYSICAL = 0x8060_0000L;

  private static final int NOP = 0x0001;
  private static final int RET = 0x8082;
  private static final int SRET = 0x1020_0073;

  private final MachineWriter machine;
  private final EventWriter out;
  private long retired;

  private final List<SidebandRecord> extra;
  private final Names names;

  private TinyTrace(MachineWriter machine, List<SidebandRecord> extra, Names names) {
    this.machine = machine;
    this.extra = extra;
    this.names = names;
    this.out = machine.current();
  }

  /** What things are called in it, and why it ended. */
  public record Names(String main, String leaf, String handler, String task, String end) {
    static final Names USUAL = new Names("main", "leaf", "handler", "prog", "poweroff");
  }

  /** Writes it. */
  public static void write(Path file) throws IOException {
    write(file, Map.of("guest.kernel.build-id", "abc123"), List.of());
  }

  /** Writes it with these facts in its header and these records before its symbols. */
  public static void write(Path file, Map<String, String> facts, List<SidebandRecord> extra)
      throws IOException {
    write(file, facts, extra, Names.USUAL);
  }

  /** Writes it with other names, too. */
  public static void write(
      Path file, Map<String, String> facts, List<SidebandRecord> extra, Names names)
      throws IOException {
    SortedMap<String, String> header = new TreeMap<>(facts);
    header.put("trace.mode", "compact");
    header.put("trace.verify", "false");
    try (TraceWriter writer = TraceWriter.create(file, new TraceHeader(header))) {
      new TinyTrace(new MachineWriter(writer), extra, names).all();
    }
  }

  /** The first of the kernel's code, from {@link #KERNEL} on. */
  public static byte[] kernelCode() {
    ByteBuffer code = ByteBuffer.allocate(0x80).order(ByteOrder.LITTLE_ENDIAN);
    code.putInt(jal(1, 0x100)).putInt(jal(1, 0x100 - 4)).putInt(SRET);
    return code.array();
  }

  /** The user program's code, from {@link #USER} on. */
  public static byte[] userCode() {
    ByteBuffer code = ByteBuffer.allocate(0x80).order(ByteOrder.LITTLE_ENDIAN);
    code.putInt(jal(1, 0x40)).putShort((short) NOP).putShort((short) NOP).putShort((short) NOP);
    code.position(0x40);
    for (int i = 0; i < 8; i++) {
      code.putShort((short) NOP);
    }
    code.putShort((short) RET);
    return code.array();
  }

  private void all() {
    long main = KERNEL;
    long leaf = KERNEL + 0x100;
    long handler = KERNEL + 0x200;
    out.reset(main, 1, 0);
    out.contextSwitch(main, 1, 0x8000_0000_0000_1234L, 0x500, 7, 0);
    out.sideband().mapping(0, 1, KERNEL, KERNEL_PHYSICAL, true);
    for (int i = 0; i < 2; i++) {
      long at = main + 4L * i;
      execute(at, jal(1, leaf - at), 4);
      out.call(at + 4);
      execute(leaf, NOP, 2);
      if (i == 1) {
        out.exception(ExceptionKind.MMU, handler, 1, 13, leaf + 2, 0x77, 0);
        execute(handler, NOP, 2);
        execute(handler + 2, NOP, 2);
        execute(handler + 4, SRET, 4);
        out.trapReturn(leaf + 2, 1);
      }
      execute(leaf + 2, RET, 2);
      out.ret(leaf + 2, at + 4);
    }
    execute(main + 8, SRET, 4);
    out.trapReturn(USER, 0);
    out.sideband().mapping(retired, 1, USER, USER_PHYSICAL, false);
    out.sideband().task(retired, 0x500, 1, names.task());
    execute(USER, jal(1, 0x40), 4);
    out.call(USER + 4);
    for (int i = 0; i < 8; i++) {
      execute(USER + 0x40 + 2L * i, NOP, 2);
    }
    execute(USER + 0x50, RET, 2);
    out.ret(USER + 0x50, USER + 4);
    execute(USER + 4, NOP, 2);
    execute(USER + 6, NOP, 2);
    execute(USER + 8, NOP, 2);
    out.sideband().time(retired, 10_000_000);
    List<SidebandRecord> last = new ArrayList<>(extra);
    last.add(
        new SidebandRecord.Symbols(
            retired,
            "kernel",
            SidebandRecord.GLOBAL,
            new long[] {main, leaf, handler},
            new String[] {names.main(), names.leaf(), names.handler()}));
    machine.finish(last, new long[] {0}, 0, names.end(), 10_000_000);
  }

  private void execute(long pc, int bits, int length) {
    long physical = pc < 0 ? pc - KERNEL + KERNEL_PHYSICAL : pc - USER + USER_PHYSICAL;
    for (int i = 0; i < length; i += 2) {
      out.sideband().code(retired, physical + i, bits >>> (8 * i) & 0xFFFF);
    }
    retired++;
    out.retire(1);
  }

  private static int jal(int rd, long offset) {
    return Encoder.i(Insn.JAL, rd, 0, offset);
  }
}
