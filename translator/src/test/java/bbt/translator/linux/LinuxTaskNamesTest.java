package bbt.translator.linux;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.HartFixture;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Finds comm and pid in task structures of unknown layout. */
class LinuxTaskNamesTest {
  private static final int COMM = 0x620;
  private static final int PID = 0x4a8;
  private static final long INIT = Ram.BASE + 0x10000;
  private static final long ONE = Ram.BASE + 0x20000;
  private static final long TWO = Ram.BASE + 0x30000;
  private static final long LATER = Ram.BASE + 0x40000;

  private final HartFixture hart = new HartFixture();
  private final LinuxTaskNames names = new LinuxTaskNames(hart.ram, new LinuxAbi(RiscvIsa.RV64));

  private void task(long at, int pid, String comm) {
    hart.ram.write32(at + PID, pid);
    hart.ram.write32(at + PID + 4, pid);
    // A decoy that is equal and nonzero too, but not the pid.
    hart.ram.write32(at + 0x100, pid == 0 ? 0 : 1);
    hart.ram.write32(at + 0x104, pid == 0 ? 0 : 1);
    byte[] bytes = new byte[16];
    byte[] text = comm.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(text, 0, bytes, 0, Math.min(16, text.length));
    hart.ram.write(at + COMM, bytes, 0, 16);
  }

  private String read(long task) {
    LinuxTaskNames.Name name = names.read(hart.cpu, task);
    return name == null ? "-" : name.toString();
  }

  @Test
  void linuxTasksAreNamedAndNumbered() {
    task(INIT, 0, "swapper/0");
    task(ONE, 1, "swapper/0");
    task(TWO, 2, "kthreadd");
    task(LATER, 1234, "a-name-of-16-byt");
    assertEquals("Name[pid=0, comm=swapper/0]", read(INIT));
    assertEquals("Name[pid=-1, comm=swapper/0]", read(ONE));
    assertEquals("Name[pid=2, comm=kthreadd]", read(TWO));
    assertEquals("Name[pid=1, comm=swapper/0]", read(ONE));
    assertEquals("Name[pid=1234, comm=a-name-of-16-byt]", read(LATER));
    assertEquals("-", read(LATER), "what has been said is not said again");
    task(ONE, 1, "init");
    assertEquals("Name[pid=1, comm=init]", read(ONE));
  }

  @Test
  void kthreaddMayBeMetBeforeItHasItsName() {
    task(INIT, 0, "swapper/0");
    task(ONE, 1, "swapper/0");
    task(TWO, 2, "swapper/0");
    read(INIT);
    read(ONE);
    assertEquals("Name[pid=-1, comm=swapper/0]", read(TWO));
    task(TWO, 2, "kthreadd");
    assertEquals("Name[pid=2, comm=kthreadd]", read(TWO));
    assertEquals("Name[pid=1, comm=swapper/0]", read(ONE));
  }

  /** Puts argc and argv[0] where a program's first instruction finds them. */
  private void arguments(String first) {
    hart.cpu.x2 = Ram.BASE + 0x50000;
    hart.ram.write64(hart.cpu.x2 + 8, Ram.BASE + 0x50100);
    byte[] text = (first + "\0").getBytes(StandardCharsets.UTF_8);
    hart.ram.write(Ram.BASE + 0x50100, text, 0, text.length);
  }

  /** A call of the task LATER, in address space 5, to return in another one. */
  private boolean call(long number, long argument, int returnsIn) {
    hart.cpu.x17 = number;
    hart.cpu.x10 = argument;
    renaming.called(hart.cpu, LATER, 5);
    return renaming.returned(hart.cpu, LATER, returnsIn, names);
  }

  private final Renaming renaming = new Renaming(new LinuxAbi(RiscvIsa.RV64));

  @Test
  void aProgramExecutedThroughProcSelfExeIsCalledByItsFirstArgument() {
    task(INIT, 0, "swapper/0");
    read(INIT);
    task(LATER, 7, "exe");
    assertEquals("Name[pid=-1, comm=exe]", read(LATER));
    arguments("/bin/sha256sum");
    assertTrue(call(221, 0, 6));
    assertEquals("Name[pid=-1, comm=sha256sum]", read(LATER));
    arguments("a-name-that-is-much-too-long");
    assertTrue(call(281, 0, 7));
    assertEquals("Name[pid=-1, comm=a-name-that-is-]", read(LATER));
    arguments("failed");
    assertTrue(call(221, 0, 5), "no other address space: the call failed");
    assertEquals("-", read(LATER));
    task(LATER, 7, "true");
    assertEquals("Name[pid=-1, comm=true]", read(LATER), "a name of its own goes before");
  }

  @Test
  void callsThatGiveANameAreNoticed() {
    assertTrue(renaming.returned(hart.cpu, LATER, 5, names), "the kernel has executed a program");
    assertFalse(renaming.returned(hart.cpu, LATER, 5, names), "an interrupt");
    assertTrue(call(167, 15, 5), "prctl(PR_SET_NAME)");
    assertFalse(call(167, 16, 5), "another option");
    assertFalse(call(64, 15, 6), "write");
    hart.cpu.x17 = 221;
    renaming.called(hart.cpu, LATER, 5);
    assertTrue(renaming.awaited(LATER) && !renaming.awaited(ONE));
    assertTrue(renaming.returned(hart.cpu, ONE, 6, names), "for the first time");
    assertFalse(renaming.returned(hart.cpu, ONE, 6, names), "another task's call");
    assertTrue(renaming.returned(hart.cpu, LATER, 6, names));
    assertFalse(renaming.awaited(LATER));
  }

  @Test
  void aGuestThatIsNotLinuxHasNoNames() {
    assertEquals("-", read(INIT));
    task(INIT, 0, "swapper/0");
    assertEquals("-", read(INIT), "the first task decides");
  }

  @Test
  void tasksOutsideOfMemoryHaveNoNames() {
    task(INIT, 0, "swapper");
    read(INIT);
    assertEquals("-", read(64));
    assertEquals("-", read(-4096));
  }
}
