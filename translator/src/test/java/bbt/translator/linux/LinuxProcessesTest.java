package bbt.translator.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.SidebandRecord.Note;
import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.HartFixture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finds where programs were loaded, and which tasks are threads. */
class LinuxProcessesTest {
  private static final int COMM = 0x620;
  private static final int PID = 0x4a8;
  private static final long INIT = Ram.BASE + 0x10000;
  private static final long TASK = Ram.BASE + 0x20000;
  private static final long OTHER = Ram.BASE + 0x30000;
  private static final long CHILD = Ram.BASE + 0x40000;
  private static final long STACK = Ram.BASE + 0x50000;
  private static final long CLONE = 220;
  private static final long MMAP = 222;

  private final HartFixture hart = new HartFixture();
  private final LinuxTaskNames names = new LinuxTaskNames(hart.ram, new LinuxAbi(RiscvIsa.RV64));
  private final LinuxProcesses processes = new LinuxProcesses(names, new LinuxAbi(RiscvIsa.RV64));

  private void task(long at, int pid, int process, String comm) {
    hart.ram.write32(at + PID, pid);
    hart.ram.write32(at + PID + 4, process);
    byte[] bytes = (comm + "\0").getBytes(StandardCharsets.UTF_8);
    hart.ram.write(at + COMM, bytes, 0, bytes.length);
    names.read(hart.cpu, at);
  }

  private void linux() {
    task(INIT, 0, 0, "swapper/0");
    task(TASK, 1, 1, "swapper/0");
    task(OTHER, 2, 2, "kthreadd");
  }

  /** What a program finds on its stack that is executed at an address. */
  private void stack(long pc, long... vector) {
    hart.cpu.pc = pc;
    hart.cpu.x2 = STACK;
    long at = STACK;
    for (long value : new long[] {1, STACK + 0x800, 0, STACK + 0x810, STACK + 0x820, 0}) {
      hart.ram.write64(at, value); // one argument, two variables
      at += 8;
    }
    for (long value : vector) {
      hart.ram.write64(at, value);
      at += 8;
    }
    hart.ram.write64(at, 0);
  }

  private String returned(long task, boolean executed) {
    List<Note> notes = processes.returned(hart.cpu, task, executed);
    return notes.isEmpty() ? "" : notes.getFirst().key() + ": " + notes.getFirst().value();
  }

  private void dynamic() {
    stack(0x2000_0100L, 6, 4096, 3, 0x1_0040, 9, 0x1_1234, 7, 0x2000_0000L, 33, 0x3000_0000L);
  }

  @Test
  void aProgramSaysWhereItsImagesAre() {
    linux();
    dynamic();
    assertEquals("user.images: 1 10000,20000000,30000000", returned(TASK, true));
    assertEquals("", returned(TASK, false), "said once");
    stack(0x1_1234, 6, 4096, 3, 0x1_0040, 9, 0x1_1234, 7, 0, 33, 0x3000_0000L);
    assertEquals("user.images: 1 10000,30000000", returned(TASK, true), "a static one");
    stack(0x1_1238, 6, 4096, 3, 0x1_0040, 9, 0x1_1234, 7, 0, 33, 0x3000_0000L);
    assertEquals("", returned(TASK, true), "not at its entry: it is something else");
    stack(0x1_1234, 6, 16384, 3, 0x1_0040, 9, 0x1_1234);
    assertEquals("", returned(TASK, true), "no such page size: it is something else");
  }

  @Test
  void aForkedProcessHasItsParentsImages() {
    linux();
    dynamic();
    returned(TASK, true);
    task(OTHER, 7, 7, "sh");
    hart.cpu.x17 = CLONE;
    processes.called(hart.cpu, TASK, 0x1_2000);
    hart.cpu.x2 = STACK + 0x4000;
    hart.cpu.pc = 0x1_2004;
    assertEquals("user.images: 7 10000,20000000,30000000", returned(OTHER, false));
    task(OTHER, 8, 8, "sh");
    hart.cpu.pc = 0x1_3000;
    assertEquals("", returned(TASK, false));
    assertEquals("", returned(OTHER, false), "nobody forked there");
  }

  private void forks(long task, long pc) {
    hart.cpu.x17 = CLONE;
    processes.called(hart.cpu, task, pc);
  }

  /** A task that was forked, in user mode for the first time. */
  private String child(long at, int pid, long parent, int parentAt, long pc) {
    hart.cpu.pc = 0x1_9000;
    assertEquals("", returned(OTHER, false));
    task(at, pid, pid, "sh");
    hart.ram.write64(at + PID + 8, 0);
    hart.ram.write64(at + PID + parentAt, parent);
    hart.cpu.x2 = STACK + 0x4000;
    hart.cpu.pc = pc;
    return returned(at, false);
  }

  /** Two processes of one binary, which fork at the same place, one behind the other. */
  @Test
  void aForkedProcessHasTheImagesOfItsOwnParent() {
    linux();
    dynamic();
    returned(TASK, true);
    stack(0x6000_0100L, 6, 4096, 3, 0x1_0040, 9, 0x1_1234, 7, 0x6000_0000L);
    assertEquals("user.images: 2 10000,60000000", returned(OTHER, true));
    forks(TASK, 0x1_2000);
    forks(OTHER, 0x1_2000);
    assertEquals(
        "user.images: 7 10000,20000000,30000000", child(CHILD, 7, TASK, 8, 0x1_2004), "its own");
    assertEquals("user.images: 8 10000,60000000", child(CHILD, 8, OTHER, 16, 0x1_2004));
    assertEquals(
        "user.images: 9 10000,60000000",
        child(CHILD, 9, INIT, 8, 0x1_2004),
        "its parent is gone: who forked there last");
    task(TASK, 11, 11, "other");
    hart.cpu.pc = 0x1_8000;
    assertEquals("", returned(TASK, false));
    assertEquals(
        "user.images: 10 10000,60000000",
        child(CHILD, 10, TASK, 8, 0x1_2004),
        "the task_struct is another's now");
  }

  @Test
  void aTaskThatDiesInMmapIsForgotten() {
    linux();
    dynamic();
    returned(TASK, true);
    hart.cpu.x17 = MMAP;
    hart.cpu.x11 = 0x5_0000;
    hart.cpu.x12 = 5;
    hart.cpu.x13 = 2;
    hart.cpu.x15 = 0;
    processes.called(hart.cpu, TASK, 0x1_4000);
    hart.cpu.pc = 0x1_4004;
    hart.cpu.x10 = 0x4000_0000L;
    task(TASK, 12, 12, "other");
    assertEquals("", returned(OTHER, false));
    assertEquals("", returned(TASK, false), "another process did that");
    assertEquals("", returned(TASK, false));
  }

  @Test
  void aThreadIsOne() {
    linux();
    dynamic();
    returned(TASK, true);
    task(OTHER, 9, 1, "worker");
    hart.cpu.x2 = STACK + 0x4000;
    assertEquals("user.thread: 9 1", returned(OTHER, false));
    assertEquals("", returned(TASK, false));
    assertEquals("", returned(OTHER, false));
  }

  private String maps(long protection, long flags, long offset, long result) {
    hart.cpu.x17 = MMAP;
    hart.cpu.x11 = 0x5_0000;
    hart.cpu.x12 = protection;
    hart.cpu.x13 = flags;
    hart.cpu.x15 = offset;
    processes.called(hart.cpu, TASK, 0x1_4000);
    hart.cpu.pc = 0x1_5000;
    assertEquals("", returned(TASK, false), "a signal's handler");
    hart.cpu.pc = 0x1_4004;
    hart.cpu.x10 = result;
    return returned(TASK, false);
  }

  @Test
  void librariesThatAreLoadedAreImages() {
    linux();
    dynamic();
    returned(TASK, true);
    assertEquals("user.images: 1 +40000000-40050000", maps(5, 2, 0, 0x4000_0000L));
    assertEquals("user.images: 1 +50000000-50051000", maps(5, 0x12, 0x1000, 0x5000_1000L));
    assertEquals("", maps(3, 2, 0, 0x6000_0000L), "no code");
    assertEquals("", maps(7, 0x22, 0, 0x6000_0000L), "no file");
    assertEquals("", maps(5, 2, 0, -12), "it failed");
  }

  private static final long ENTRY = Ram.BASE + 0x60000;

  private void text(long at, String text) {
    byte[] bytes = (text + "\0").getBytes(StandardCharsets.UTF_8);
    hart.ram.write(at, bytes, 0, bytes.length);
  }

  /** A static program at its first instruction, with what was executed and its arguments. */
  private void executes(long entry, String path, String... arguments) {
    hart.cpu.pc = entry;
    hart.cpu.x2 = STACK;
    long at = STACK;
    long string = STACK + 0x800;
    hart.ram.write64(at, arguments.length);
    for (String each : arguments) {
      at += 8;
      hart.ram.write64(at, string);
      text(string, each);
      string += 0x80;
    }
    text(string, path);
    for (long value : new long[] {0, 0, 6, 4096, 3, 0x1_0040, 9, entry, 31, string, 0, 0}) {
      at += 8;
      hart.ram.write64(at, value);
    }
  }

  private List<String> all(long task, boolean executed) {
    return processes.returned(hart.cpu, task, executed).stream()
        .map(note -> note.key() + ": " + note.value())
        .toList();
  }

  /** One file is one program, by whatever names its processes are called. */
  @Test
  void processesOfOneFileAreOneProgram() {
    linux();
    hart.ram.write64(ENTRY, 0x1234_5678L);
    executes(ENTRY, "/init", "/bin/busybox", "sh", "/init");
    assertEquals(List.of("user.images: 1 10000", "user.program: 1 busybox"), all(TASK, true));
    executes(ENTRY, "/bin/awk", "awk", "{ print }");
    assertEquals(List.of("user.images: 2 10000", "user.program: 2 busybox"), all(OTHER, true));
    assertEquals(List.of(), all(OTHER, false), "said once");
    forks(OTHER, 0x1_2000);
    task(CHILD, 7, 7, "awk");
    hart.cpu.x2 = STACK + 0x4000;
    hart.cpu.pc = 0x1_2004;
    assertEquals(List.of("user.images: 7 10000", "user.program: 7 busybox"), all(CHILD, false));
    hart.ram.write64(ENTRY + 0x100, 1);
    executes(ENTRY, "/usr/bin/ls", "ls", "/usr/bin/ls");
    assertEquals(List.of("user.images: 7 10000", "user.program: 7 ls"), all(CHILD, true));
    executes(ENTRY + 0x1000, "/usr/bin/cat", "/usr/bin/cat", "/usr/bin/cat");
    assertEquals(
        List.of("user.images: 7 10000", "user.program: 7 cat"), all(CHILD, true), "another page");
    task(CHILD, 7, 7, "7");
    executes(ENTRY + 0x2000, "/proc/self/fd/7", "seven");
    assertEquals(
        List.of("user.images: 7 10000", "user.program: 7 7"),
        all(CHILD, true),
        "a link is no name");
  }

  /** What is executed is known when the page is there at which it is entered, and not before. */
  @Test
  void aProgramThatWasNotEnteredYetIsNotKnown() {
    linux();
    executes(0x1_1234, "/bin/true", "true");
    assertEquals(List.of("user.images: 1 10000"), all(TASK, true));
    executes(ENTRY, "/bin/false", "false");
    assertEquals(List.of("user.images: 2 10000", "user.program: 2 false"), all(OTHER, true));
    hart.cpu.pc = 0x1_1238;
    assertEquals(List.of(), all(TASK, false));
    executes(ENTRY, "/bin/false", "no");
    assertEquals(List.of("user.images: 1 10000", "user.program: 1 false"), all(TASK, true));
  }
}
