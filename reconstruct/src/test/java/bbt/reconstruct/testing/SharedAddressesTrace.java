package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.NoteKeys;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A trace written by hand: processes of two programs that are linked to the same addresses, and of
 * a position-independent one. All three have the same function at the same place, and call it once.
 * Each process's first fetch faults, and an interrupt is taken in the middle of the function. The
 * first address space is used again, for the other program.
 */
public final class SharedAddressesTrace {
  /** Where the first two programs are. */
  public static final long FIXED = 0x1_0000;

  /** Where the third one was loaded. */
  public static final long LOADED = 0x4_0000;

  /** Where the function is, from a program's beginning on, and its instructions. */
  public static final int WORK = 0x40;

  public static final int WORK_INSTRUCTIONS = 9;

  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;
  private static final long KERNEL_PHYSICAL = 0x8020_0000L;
  private static final int NOP = 0x0001;
  private static final int RET = 0x8082;
  private static final int SRET = 0x1020_0073;
  private static final int OWN = 12;

  /** What a program executes before and behind its function. */
  public static final int START_INSTRUCTIONS = 1 + OWN;

  /** What another build of the first program executes in place of one of its instructions. */
  private static final int CHANGED = 2;

  private static final int MOVE = 0x852E; // c.mv a0,a1
  private static final int BREAK = 0x9002; // c.ebreak
  private static final int BREAKPOINT = 3; // cause
  private boolean isChanged;
  private boolean hasBreakpoint;

  /** What the processes execute, as the trace says it; null where it does not. */
  private String program;

  /** What a process calls itself before its first instruction; null if it does not. */
  private String ownName;

  private final EventWriter out;
  private long kernel;
  private long retired;
  private int process;
  private int space;
  private long image;
  private long physical;

  private SharedAddressesTrace(EventWriter out) {
    this.out = out;
  }

  /**
   * The code of a program.
   *
   * @param number 1, 2 or 3: what its own instructions load
   */
  public static byte[] code(int number) {
    ByteBuffer code = ByteBuffer.allocate(0x80).order(ByteOrder.LITTLE_ENDIAN);
    code.putInt(RandomGuest.jal(1, WORK));
    for (int i = 0; i < OWN; i++) {
      code.putShort((short) own(number, i));
    }
    code.position(WORK);
    for (int i = 1; i < WORK_INSTRUCTIONS; i++) {
      code.putShort((short) NOP);
    }
    return code.putShort((short) RET).array();
  }

  /**
   * A program of the same layout as the first one, which differs in one instruction of the function
   * alone.
   */
  public static byte[] changed() {
    byte[] code = code(1);
    ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN).putShort(WORK + 2 * CHANGED, (short) MOVE);
    return code;
  }

  /** {@code c.li} to one register after the other. */
  private static int own(int number, int index) {
    return 0x4001 | (10 + index) << 7 | number << 2;
  }

  /** Writes it. */
  public static void write(Path file) throws IOException {
    write(
        file,
        trace -> {
          trace.process(1, 5, FIXED, 0x8060_0000L, "one");
          trace.process(2, 6, FIXED, 0x8070_0000L, "two");
          trace.process(3, 7, LOADED, 0x8080_0000L, "three");
          trace.process(2, 5, FIXED, 0x8070_0000L, "two"); // the first one's tables, used again
          trace.process(1, 6, FIXED, 0x8060_0000L, "one");
        });
  }

  /**
   * Writes one of the first program and the {@linkplain #changed changed} one; one after the other
   * also in the same address space.
   */
  public static void writeChanged(Path file) throws IOException {
    write(
        file,
        trace -> {
          trace.process(1, 5, FIXED, 0x8060_0000L, "one");
          trace.isChanged = true;
          trace.process(1, 6, FIXED, 0x8070_0000L, "changed");
          trace.process(1, 5, FIXED, 0x8070_0000L, "changed");
        });
  }

  /**
   * Writes the same two programs, each in the page that the one before had: first the changed one,
   * the first one twice, and the changed one again.
   */
  public static void writeOneFrame(Path file) throws IOException {
    write(
        file,
        trace -> {
          trace.isChanged = true;
          trace.process(1, 5, FIXED, 0x8060_0000L, "changed");
          trace.isChanged = false;
          trace.process(1, 6, FIXED, 0x8060_0000L, "one");
          trace.process(1, 7, FIXED, 0x8060_0000L, "one");
          trace.isChanged = true;
          trace.process(1, 8, FIXED, 0x8060_0000L, "changed");
        });
  }

  /**
   * Writes processes of the first program, which is one file and has many names: those of the
   * processes, and one that the second one gives itself.
   */
  public static void writeLinks(Path file, String program) throws IOException {
    write(
        file,
        trace -> {
          trace.program = program;
          trace.process(1, 5, FIXED, 0x8060_0000L, "awk");
          trace.ownName = "renamed";
          trace.process(1, 6, FIXED, 0x8060_0000L, "ls");
        });
  }

  /** Writes one process of the first program, in which a debugger sets and removes a breakpoint. */
  public static void writeBreakpoint(Path file) throws IOException {
    write(
        file,
        trace -> {
          trace.hasBreakpoint = true;
          trace.process(1, 5, FIXED, 0x8060_0000L, "one");
        });
  }

  /**
   * Writes the first program without address translation, as it is or {@linkplain #changed
   * changed}.
   */
  public static void writeUntranslated(Path file, boolean changed) throws IOException {
    write(
        file,
        KERNEL_PHYSICAL,
        trace -> {
          trace.isChanged = changed;
          trace.execute(trace.kernel, SRET, 4);
          trace.out.trapReturn(FIXED, 0);
          trace.program(1, FIXED);
        });
  }

  private static void write(Path file, Consumer<SharedAddressesTrace> processes)
      throws IOException {
    write(file, KERNEL, processes);
  }

  private static void write(Path file, long kernel, Consumer<SharedAddressesTrace> processes)
      throws IOException {
    TraceHeader header = new TraceHeader(Map.of("trace.mode", "compact", "trace.verify", "false"));
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      MachineWriter machine = new MachineWriter(writer);
      SharedAddressesTrace trace = new SharedAddressesTrace(machine.current());
      trace.kernel = kernel;
      trace.out.reset(kernel, 1, 0);
      processes.accept(trace);
      machine.finish(List.of(), new long[1], 0, "poweroff", 10);
    }
  }

  private void process(int number, int addressSpace, long where, long page, String name) {
    process++;
    out.contextSwitch(kernel, addressSpace, 0x8000_0000_0000_1234L, 0x500 + process, 7, 0);
    space = addressSpace;
    image = where;
    physical = page;
    execute(kernel, SRET, 4);
    out.trapReturn(where, 0);
    out.sideband().task(retired, 0x500 + process, process, name);
    out.sideband().note(retired, NoteKeys.USER_IMAGES, process + " " + Long.toHexString(where));
    trap(ExceptionKind.MMU, 12, where); // not yet mapped
    if (program != null) {
      out.sideband().note(retired, NoteKeys.USER_PROGRAM, process + " " + program);
    }
    if (ownName != null) {
      out.sideband().task(retired, 0x500 + process, process, ownName);
      trap(ExceptionKind.MMU, 12, where);
    }
    program(number, where);
  }

  private void program(int number, long where) {
    execute(where, RandomGuest.jal(1, WORK), 4);
    out.call(where + 4);
    for (int i = 1; i < WORK_INSTRUCTIONS; i++) {
      if (i == 4) {
        trap(ExceptionKind.INTERRUPT, 5 << 1 | 1, where + WORK + 2L * (i - 1));
      }
      if (i == 6 && hasBreakpoint) {
        long at = where + WORK + 2L * (i - 1);
        out.sideband().code(retired, at - image + physical, BREAK);
        trap(ExceptionKind.EXECUTION, BREAKPOINT << 1, at);
      }
      execute(where + WORK + 2L * (i - 1), isChanged && i == CHANGED + 1 ? MOVE : NOP, 2);
    }
    execute(where + WORK + 2L * (WORK_INSTRUCTIONS - 1), RET, 2);
    out.ret(where + WORK + 2L * (WORK_INSTRUCTIONS - 1), where + 4);
    for (int i = 0; i < OWN; i++) {
      execute(where + 4 + 2L * i, own(number, i), 2);
    }
    out.exception(ExceptionKind.SYSTEM_CALL, kernel + 0x200, 1, 8 << 1, where + 4 + 2 * OWN, 0, 0);
    execute(kernel + 0x200, RandomGuest.jal(0, -0x200), 4);
  }

  private void trap(ExceptionKind kind, long cause, long epc) {
    out.exception(kind, kernel + 0x100, 1, cause, epc, 0, 0);
    execute(kernel + 0x100, NOP, 2);
    execute(kernel + 0x102, SRET, 4);
    out.trapReturn(epc, 0);
  }

  private void execute(long pc, int bits, int length) {
    long there = pc;
    if (space != 0) {
      boolean global = pc < 0;
      there = global ? pc - kernel + KERNEL_PHYSICAL : pc - image + physical;
      out.sideband().mapping(retired, space, pc & -4096, there & -4096, global);
    }
    for (int i = 0; i < length; i += 2) {
      out.sideband().code(retired, there + i, bits >>> (8 * i) & 0xFFFF);
    }
    retired++;
    out.retire(1);
  }
}
