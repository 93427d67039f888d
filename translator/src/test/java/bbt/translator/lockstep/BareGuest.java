package bbt.translator.lockstep;

import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.Tiering;
import bbt.translator.device.Device;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.machine.Instruments;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.board.RiscvVirt;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.run.MachineHart;
import bbt.translator.testing.BareMachine;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A hart with little memory and one device, which shows the retired count and whose stores may end
 * the budget.
 *
 * @param limit instructions after which it stops
 * @param load puts the program there
 * @param trace where the leader records, or null
 * @param fault added to what the leader reads from the device's second page
 */
record BareGuest(long limit, Consumer<BareMachine> load, Path trace, long fault) implements Guest {
  @Override
  public GuestArchitecture architecture() {
    return new RiscvVirt();
  }

  static final long MEMORY = 1 << 16;
  static final long DEVICE = 0x1000_0000;
  static final long SECOND_PAGE = 0x1000;

  @Override
  public Running start(Instruments instruments, boolean leader) throws IOException {
    Ram ram = new Ram(MEMORY);
    Recorder recorder = leader && trace != null ? recorder(ram) : null;
    Tiering tiering = instruments.tiering(recorder, recorder != null);
    BareMachine machine = new BareMachine(ram, tiering, recorder);
    machine.bus.map(DEVICE, 2 * SECOND_PAGE, new Counter(machine.cpu, leader ? fault : 0));
    load.accept(machine);
    machine.cpu.platform = instruments.platform(machine);
    instruments.start(
        new MachineHart(machine.cpu, machine.cpu.mmu, MachineHart.State.RUNNING),
        ram,
        machine.fetchTlb);
    return new Running() {
      @Override
      public String run() throws IOException {
        machine.runTo(limit);
        if (recorder != null) {
          recorder.end(machine.cpu, 0, "limit");
        }
        return machine.happenings.stream().filter(h -> h.cause() != -1).toList().toString();
      }

      @Override
      public long output() {
        return 0;
      }

      @Override
      public void close() {
        machine.cpu.mmu.release();
        ram.release();
      }
    };
  }

  private Recorder recorder(Ram ram) throws IOException {
    Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
    return new Recorder(
        RiscvIsa.RV64,
        () ->
            new Recorder.Opened(
                TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY),
        new PageTableRoots(ram),
        List.of(),
        ContextRule.STACK,
        TraceScope.ALL,
        List.of());
  }

  private record Counter(Cpu cpu, long fault) implements Device {
    @Override
    public String name() {
      return "counter";
    }

    @Override
    public long load(long offset, int size) {
      long value = cpu.retired() + (offset >= SECOND_PAGE ? fault : 0);
      return value & (size == 8 ? -1L : (1L << 8 * size) - 1);
    }

    @Override
    public void store(long offset, int size, long value) {
      if ((value & 1) != 0) {
        cpu.expire();
      }
    }
  }
}
