package bbt.reconstruct.testing;

import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.machine.Instruments;
import bbt.translator.memory.Ram;
import bbt.translator.run.MachineHart;
import bbt.translator.trace.Recorder;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes down what the interpreter executes, on all harts, in order: stops it behind each node. It
 * knows nothing of the recorder, and the guest nothing of it.
 */
public final class ExecutionLog implements Instruments {
  private static final int HARTS = 32;

  /** An executed straight line: by whom, from where, how long. */
  public record Piece(int hart, long pc, long count) {}

  public final List<Piece> pieces = new ArrayList<>();

  /** Where each hart goes on, and its count there. */
  private final long[] at = new long[HARTS];

  private final long[] since = new long[HARTS];

  private void stopped(Hart cpu) {
    int hart = cpu.hartId;
    if (cpu.retired() > since[hart]) {
      pieces.add(new Piece(hart, at[hart], cpu.retired() - since[hart]));
      since[hart] = cpu.retired();
    }
  }

  private void goesOn(Hart cpu) {
    at[cpu.hartId] = cpu.pc;
  }

  @Override
  public Platform platform(Platform machine) {
    return new Between(machine);
  }

  @Override
  public Tiering tiering(Recorder recorder, boolean verify) {
    return Tiering.NONE;
  }

  @Override
  public void start(MachineHart hart, Ram ram, FetchTlb fetchTlb) {
    goesOn(hart.cpu);
  }

  private final class Between implements Platform {
    private final Platform machine;

    /** Where the machine wants its next event, and where the log stops. */
    private final long[] wanted = new long[HARTS];

    private final long[] mine = new long[HARTS];

    Between(Platform machine) {
      this.machine = machine;
    }

    @Override
    public boolean event(Hart cpu) {
      int hart = cpu.hartId;
      stopped(cpu);
      // A device or a CSR write may have asked for an event at once: then the stop has moved.
      if (cpu.eventAt != mine[hart] || cpu.retired() >= wanted[hart]) {
        if (!machine.event(cpu)) {
          goesOn(cpu);
          return false;
        }
        wanted[hart] = cpu.eventAt;
      }
      mine[hart] = cpu.retired() + 1;
      cpu.eventAt = mine[hart];
      cpu.budget = 1;
      goesOn(cpu);
      return true;
    }

    @Override
    public void waitForInterrupt(Hart cpu) {
      machine.waitForInterrupt(cpu);
      wanted[cpu.hartId] = 0;
    }

    @Override
    public void pause(Hart cpu) {
      machine.pause(cpu);
    }

    @Override
    public boolean firmwareCall(Hart cpu) {
      return machine.firmwareCall(cpu);
    }

    @Override
    public boolean inputWaits() {
      return machine.inputWaits();
    }

    @Override
    public long time(Hart cpu) {
      return machine.time(cpu);
    }

    @Override
    public void trapTaken(Hart cpu, long cause) {
      stopped(cpu);
      machine.trapTaken(cpu, cause);
      // pc is the handler's a moment later: stop there, without asking the machine.
      cpu.expire();
      mine[cpu.hartId] = cpu.eventAt;
    }
  }
}
