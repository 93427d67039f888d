package bbt.translator.lockstep;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.machine.Architectures;
import bbt.translator.machine.Instruments;
import bbt.translator.machine.Machine;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.util.TreeMap;

/**
 * A guest of the whole machine, without input.
 *
 * @param leader the translated machine's configuration; only {@code trace} may differ from the
 *     other's
 * @param follower the interpreted machine's, not traced
 */
public record MachineGuest(MachineConfig leader, MachineConfig follower) implements Guest {
  @Override
  public GuestArchitecture architecture() {
    return Architectures.of(leader);
  }

  @Override
  public Running start(Instruments instruments, boolean isLeader) throws IOException {
    Output output = new Output();
    Machine machine =
        Machine.create(isLeader ? leader : follower, ConsolePort.outputOnly(output::write));
    machine.instrument(instruments);
    return new Running() {
      @Override
      public String run() throws IOException {
        RunResult result = machine.run();
        return "%s, code %d, instructions %s, %d ticks skipped, exceptions %s"
            .formatted(
                result.reason(),
                result.guestCode(),
                result.hartRetired(),
                result.skippedTicks(),
                new TreeMap<>(result.causes()));
      }

      @Override
      public long output() {
        return output.hash;
      }

      @Override
      public void close() {
        machine.release();
      }
    };
  }

  /** Hash of the console's bytes. */
  private static final class Output {
    private long hash = 1;

    void write(int octet) {
      hash = hash * 0x5851F42D4C957F2DL + octet + 1;
    }
  }
}
