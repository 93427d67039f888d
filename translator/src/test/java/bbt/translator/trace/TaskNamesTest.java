package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.translator.mmu.Ram;
import bbt.translator.runtime.HartFixture;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Finds comm and pid in task structures of unknown layout. */
class TaskNamesTest {
  private static final int COMM = 0x620;
  private static final int PID = 0x4a8;
  private static final long INIT = Ram.BASE + 0x10000;
  private static final long ONE = Ram.BASE + 0x20000;
  private static final long TWO = Ram.BASE + 0x30000;
  private static final long LATER = Ram.BASE + 0x40000;

  private final HartFixture hart = new HartFixture();
  private final TaskNames names = new TaskNames(hart.ram);

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
    int index = names.read(hart.cpu, task);
    return index < 0 ? "-" : names.get(index).toString();
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
