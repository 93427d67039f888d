package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.NoteKeys;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A trace written by hand: a process begins on hart 1 and goes on on hart 0, where it loads a
 * library and then executes another program, all in one epoch. So what is said of it stands in the
 * file in another order than it happened.
 */
public final class TwoHartsTrace {
  private static final long KERNEL = 0xFFFF_FFFF_8000_0000L;
  private static final long OLD = 0x1_0000;
  private static final long NEW = 0x2_0000;
  private static final long LIBRARY = 0x4_0000;
  private static final long TASK = 0x500;
  private static final long IDLE = 0x600;
  private static final int PROCESS = 7;

  private static final int NOP = 0x0001;
  private static final int RET = 0x8082;
  private static final int SRET = 0x1020_0073;

  private final MachineWriter machine;
  private final long[] retired = new long[2];
  private int hart;

  /** The process's address space. */
  private int space = 1;

  private EventWriter out;

  private TwoHartsTrace(MachineWriter machine) {
    this.machine = machine;
    this.out = machine.current();
  }

  /** Writes it. */
  public static void write(Path file) throws IOException {
    TraceHeader header =
        new TraceHeader(
            Map.of(
                "trace.mode",
                "compact",
                "trace.verify",
                "false",
                "machine.harts",
                "2",
                "machine.quantum",
                "30"));
    try (TraceWriter writer = TraceWriter.create(file, header)) {
      new TwoHartsTrace(new MachineWriter(writer)).all();
    }
  }

  private void all() {
    start(IDLE);
    idle(5);
    turn(1);
    start(TASK);
    nop(KERNEL);
    user(KERNEL + 2, OLD);
    out.sideband().task(retired[hart], TASK, PROCESS, "old");
    note(PROCESS + " 10000");
    call(OLD, OLD + 0x40);
    trap(OLD + 4);
    switchTo(IDLE);
    idle(40);
    turn(0);
    switchTo(TASK);
    nop(KERNEL + 0x80);
    user(KERNEL + 0x82, OLD + 8);
    note(PROCESS + " +40000-41000");
    call(OLD + 8, LIBRARY + 0x10);
    trap(OLD + 12);
    nop(KERNEL + 0x100);
    space = 2;
    switchTo(TASK);
    user(KERNEL + 0x102, NEW);
    out.sideband().task(retired[hart], TASK, PROCESS, "new");
    note(PROCESS + " 20000");
    call(NEW, NEW + 0x60);
    trap(NEW + 4);
    machine.finish(List.of(), new long[2], 0, "poweroff", 10);
  }

  private void start(long task) {
    out.reset(KERNEL, 1, 0);
    pc = KERNEL;
    switchTo(task);
  }

  private long pc;

  private final long[] elsewhere = {KERNEL, KERNEL};

  private void turn(int next) {
    elsewhere[hart] = pc;
    out = machine.turn(next, pc, 1);
    hart = next;
    pc = elsewhere[next];
  }

  private void switchTo(long task) {
    out.contextSwitch(pc, space, 0x8000_0000_0000_1234L, task, 7, 0);
  }

  /** Instructions of the kernel, one behind the other. */
  private void idle(int count) {
    for (int i = 0; i < count; i++) {
      nop(pc);
    }
  }

  private void nop(long at) {
    if (at != pc) {
      jump(at);
    }
    execute(at, NOP, 2);
    pc = at + 2;
  }

  /** To another place of the kernel. */
  private void jump(long to) {
    execute(pc, jal(0, to - pc), 4);
    pc = to;
  }

  private void user(long at, long to) {
    execute(at, SRET, 4);
    out.trapReturn(to, 0);
    pc = to;
  }

  private void trap(long at) {
    long handler = KERNEL + 0x200;
    out.exception(ExceptionKind.SYSTEM_CALL, handler, 1, 8, at, 0, 0);
    pc = handler;
    nop(handler);
  }

  /** Calls a function of two instructions. */
  private void call(long at, long function) {
    execute(at, jal(1, function - at), 4);
    out.call(at + 4);
    execute(function, NOP, 2);
    execute(function + 2, RET, 2);
    out.ret(function + 2, at + 4);
    pc = at + 4;
  }

  private void note(String value) {
    out.sideband().note(retired[hart], NoteKeys.USER_IMAGES, value);
  }

  private void execute(long at, int bits, int length) {
    long physical = at < 0 ? at - KERNEL + 0x8020_0000L : at + 0x8060_0000L;
    out.sideband().mapping(retired[hart], space, at & -4096, physical & -4096, at < 0);
    for (int i = 0; i < length; i += 2) {
      out.sideband().code(retired[hart], physical + i, bits >>> (8 * i) & 0xFFFF);
    }
    retired[hart]++;
    out.retire(1);
  }

  private static int jal(int rd, long offset) {
    return RandomGuest.jal(rd, (int) offset);
  }
}
