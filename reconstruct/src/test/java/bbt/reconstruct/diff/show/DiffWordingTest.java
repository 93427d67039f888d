package bbt.reconstruct.diff.show;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.diff.change.ChangeCause;
import bbt.reconstruct.diff.change.Fate;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffWordingTest {
  private static String what(ChangeCause.Callee... callees) {
    return DiffWording.what(
        new ChangeCause(
            ChangeCause.Kind.FUNCTION,
            "work",
            "kernel",
            Fate.CHANGED,
            78,
            78,
            100,
            100,
            1_000,
            List.of(callees),
            List.of("task", "work")));
  }

  @Test
  void callsAreMoreOrFewer() {
    assertEquals(
        "78 calls, calls f 3 times instead of 2, calls itself never instead of 1, takes [trap] 1"
            + " time instead of never",
        what(
            new ChangeCause.Callee("f", false, 2, 3, 900),
            new ChangeCause.Callee("work", false, 1, 0, -800),
            new ChangeCause.Callee("[trap]", true, 0, 1, 500)));
  }

  /** A function is called as often, but elsewhere: by another task, say, where it costs more. */
  @Test
  void asManyCallsCostMoreOrLess() {
    assertEquals(
        "78 calls, calls f 1 time for 1,715,650 instructions more",
        what(new ChangeCause.Callee("f", false, 1, 1, 1_715_650)));
    assertEquals(
        "78 calls, calls f 4 times for 9 instructions fewer",
        what(new ChangeCause.Callee("f", false, 4, 4, -9)));
  }
}
