package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.packets.SidebandRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the gate says of names that never came. */
final class RecordingGateTest {
  private static RecordingGate gate(String filter) {
    TraceScope scope =
        new TraceScope(List.of(TraceScope.Filter.parse(filter)), List.of(), List.of());
    return new RecordingGate(scope, 1, new RecordingSwitch(scope, List.of()));
  }

  private static SidebandRecord.Task task(int pid, String name) {
    return new SidebandRecord.Task(0, 0x1000, pid, name);
  }

  private static SidebandRecord.Symbols symbols(String... names) {
    long[] addresses = new long[names.length];
    for (int i = 0; i < names.length; i++) {
      addresses[i] = 0x8000_0000L + 16L * i;
    }
    return new SidebandRecord.Symbols(0, "kernel", SidebandRecord.GLOBAL, addresses, names);
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
