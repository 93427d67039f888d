package bbt.translator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.config.TimeMode;
import bbt.translator.console.Arrivals;
import bbt.translator.console.ConsoleInput;
import bbt.translator.console.ConsolePort;
import bbt.translator.console.InputLog;
import bbt.translator.console.NetworkInput;
import bbt.translator.device.TimeBase;
import bbt.translator.riscv.cpu.HartFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleTest {
  private final Clock clock = new Clock(new HartFixture().cpu, TimeMode.VIRTUAL, 100);
  private final PowerState power = new PowerState(() -> {});

  private Idle idle(InputLog.Replay replay) {
    return idle(replay, false, true);
  }

  private Idle idle(InputLog.Replay replay, boolean listening, boolean empty) {
    ConsolePort port = ConsolePort.none();
    ConsoleInput.Receiver deaf =
        new ConsoleInput.Receiver() {
          @Override
          public boolean listening() {
            return listening;
          }

          @Override
          public boolean receiverEmpty() {
            return empty;
          }

          @Override
          public boolean canReceive() {
            return true;
          }

          @Override
          public void receive(int octet) {}
        };
    ConsoleInput input =
        new ConsoleInput(port, List.of(deaf), null, new Arrivals(null, false), replay);
    return new Idle(clock, port, input, NetworkInput.none(), power);
  }

  @Test
  void timeSkipsToTheDeadline() {
    Idle idle = idle(null);
    idle.pass(500);
    assertEquals(500, clock.ticks());
    assertFalse(power.over());
  }

  @Test
  void aDeadlineThatNeverPassesEndsTheRun() {
    Idle idle = idle(null);
    for (int i = 0; i < 10_000 && !power.over(); i++) {
      idle.pass(0);
    }
    assertTrue(power.over());
    assertEquals(ExitReason.IDLE_FOREVER, power.reason());
  }

  /** A byte has come, its interrupt wakes nobody, and nobody reads it. */
  @Test
  void inputThatNobodyReadsEndsTheRun() {
    Idle idle = idle(null, true, false);
    idle.pass(500);
    assertEquals(500, clock.ticks());
    idle.pass(TimeBase.NEVER);
    assertTrue(power.over());
    assertTrue(power.message().contains("does not read"), power.message());
  }

  /** The hart waits, and so never comes to the log's next input. */
  @Test
  void inputBehindInstructionsDoesNotKeepTimeFromPassing() {
    Idle idle = idle(InputLog.Replay.of(List.of("1000 0 61")));
    idle.pass(500);
    assertEquals(500, clock.ticks());
    idle.pass(TimeBase.NEVER);
    assertTrue(power.over());
    assertTrue(power.message().contains("the log is of another run"), power.message());
  }
}
