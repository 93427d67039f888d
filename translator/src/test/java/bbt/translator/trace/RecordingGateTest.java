package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.SidebandRecord;
import bbt.ptg.guest.PrivilegeMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each condition of a filter covers, at its edges; what it says of names that never came. */
final class RecordingGateTest {
  private static final long TASK = 0x8000;

  private static RecordingGate gate(String filter) {
    TraceScope scope =
        new TraceScope(List.of(TraceScope.Filter.parse(filter)), List.of(), List.of());
    return new RecordingGate(scope, 1, new RecordingSwitch(scope, List.of()));
  }

  private static SidebandRecord.Task task(int pid, String name) {
    return new SidebandRecord.Task(0, TASK, pid, name);
  }

  private static SidebandRecord.Symbols symbols(String... names) {
    long[] addresses = new long[names.length];
    for (int i = 0; i < names.length; i++) {
      addresses[i] = 0x8000_0000L + 16L * i;
    }
    return new SidebandRecord.Symbols(0, "kernel", SidebandRecord.GLOBAL, addresses, names);
  }

  private static boolean covers(String filter, int privilege, int space, int pid, long pc) {
    RecordingGate gate = gate(filter);
    gate.learn(task(pid, "sh"));
    RecordingGate.HartView hart = gate.hart(0);
    hart.privilege = privilege;
    hart.space = space;
    hart.task = TASK;
    gate.moved(hart);
    return gate.covers(hart, gate.places(pc));
  }

  /** The end is not included; addresses are unsigned, and the end 0 is behind the last one. */
  @ParameterizedTest
  @CsvSource({
    "1000-1004, fff, false",
    "1000-1004, 1000, true",
    "1000-1004, 1003, true",
    "1000-1004, 1004, false",
    "ffffffff80000000-ffffffff80001000, ffffffff80000fff, true",
    "ffffffff80000000-ffffffff80001000, ffffffff80001000, false",
    "ffffffff80000000-ffffffff80001000, 80000fff, false",
    "7000000000000000-9000000000000000, 8000000000000000, true"
  })
  void aRangeEndsBeforeItsEnd(String range, String pc, boolean covered) {
    assertEquals(covered, covers("range=" + range, 1, 0, 0, Long.parseUnsignedLong(pc, 16)));
  }

  @ParameterizedTest
  @CsvSource({
    "space=2, 1, 2, 7, true",
    "space=2, 1, 3, 7, false",
    "pid=7, 1, 2, 7, true",
    "pid=7, 1, 2, 8, false",
    "pid=7, 0, 2, 7, true",
    "task=sh, 1, 2, 7, true",
    "task=sho, 1, 2, 7, false",
    "kernel, 1, 2, 7, true",
    "kernel, 0, 2, 7, false",
    "user, 0, 2, 7, true",
    "user, 1, 2, 7, false",
    "'pid=7,space=2', 1, 2, 7, true",
    "'pid=7,space=3', 1, 2, 7, false",
    "'pid=8,space=2', 1, 2, 7, false"
  })
  void theStateDecides(String filter, int level, int space, int pid, boolean covered) {
    int privilege = level == 0 ? PrivilegeMode.USER : level;
    assertEquals(covered, covers(filter, privilege, space, pid, 0x1000));
  }

  @Test
  void aTaskIsMetByItsNameAndNumberEvenIfItHasOthersLater() {
    RecordingGate gate = gate("task=awk,pid=7");
    assertEquals(
        List.of("task=awk: no task had that name", "pid=7: no task had that process id"),
        gate.missing());
    gate.learn(task(7, "sh"));
    assertEquals(List.of("task=awk: no task had that name"), gate.missing());
    gate.learn(task(8, "awk"));
    gate.learn(task(9, "sed"));
    assertEquals(List.of(), gate.missing());
  }

  @Test
  void aFunctionIsMetByItsName() {
    RecordingGate gate = gate("symbol=panic");
    gate.learn(symbols("start", "panics"));
    assertEquals(List.of("symbol=panic: nothing that was executed has that name"), gate.missing());
    gate.learn(symbols("start", "panic"));
    gate.learn(symbols("start", "other"));
    assertEquals(List.of(), gate.missing());
  }
}
