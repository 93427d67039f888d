package bbt.translator.region;

import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.device.Bus;
import bbt.translator.device.Device;
import bbt.translator.engine.Engine;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.riscv.interp.Interpreters;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A hart with memory, one device and no firmware, which notes its state at each event. */
final class TestMachine implements Platform {
  static final long RAM_SIZE = 1 << 16;

  final Ram ram = new Ram(RAM_SIZE);
  final CodeMemory code = new CodeMemory(ram);
  final Cpu cpu;
  final Engine engine;
  private final Recorder recorder;

  /** One line per event, and per trap. */
  final List<String> log = new ArrayList<>();

  private final long limit;
  private final LongSupplier steps;

  /**
   * Makes a machine.
   *
   * @param limit instructions after which it stops, at the next node end
   * @param steps gives the numbers of instructions from event to event
   * @param trace where to record, or null
   * @param verify whether to record verify hashes
   * @param rule what it records as context switches
   * @param tierings makes the policy from the recorder (null when not recording)
   */
  TestMachine(
      long limit,
      LongSupplier steps,
      Path trace,
      boolean verify,
      ContextRule rule,
      Function<Recorder, Tiering> tierings) {
    recorder = trace == null ? null : recorder(trace, verify, rule);
    Tiering tiering = tierings.apply(recorder);
    this.limit = limit;
    this.steps = steps;
    code.tiering(tiering);
    Bus bus = new Bus();
    cpu = Cpu.create(0, ram, code, bus, this);
    bus.map(0x1000_0000, 0x1000, new Counter());
    TrapEntry traps = new TrapEntry(recorder);
    FetchTlb fetchTlb = new FetchTlb(code, cpu.mmu);
    cpu.mmu.fetchTlb(fetchTlb);
    NodeInterpreter interpreter;
    if (recorder == null) {
      interpreter = Interpreters.plain(fetchTlb, tiering, traps);
    } else {
      fetchTlb.listen(recorder::map);
      interpreter = Interpreters.recording(fetchTlb, tiering, traps, recorder, code, verify, null);
    }
    engine = new Engine(cpu, tiering, traps, interpreter);
  }

  private Recorder recorder(Path trace, boolean verify, ContextRule rule) {
    Map<String, String> facts =
        Map.of("trace.mode", "compact", "trace.verify", Boolean.toString(verify));
    return new Recorder(
        RiscvIsa.RV64,
        () ->
            new Recorder.Opened(
                TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY),
        new PageTableRoots(ram),
        List.of(),
        rule,
        TraceScope.ALL,
        List.of());
  }

  /** Runs to the limit and completes the trace. */
  void run() {
    if (recorder != null) {
      recorder.reset(cpu);
    }
    engine.run();
    if (recorder != null) {
      try {
        recorder.end(cpu, 0, "limit");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A device register that shows the exact retired count, and may end the budget. */
  private final class Counter implements Device {
    @Override
    public String name() {
      return "counter";
    }

    @Override
    public long load(long offset, int size) {
      log.add("load " + offset + " at " + cpu.retired());
      return cpu.retired() & (size == 8 ? -1L : (1L << 8 * size) - 1);
    }

    @Override
    public void store(long offset, int size, long value) {
      log.add("store " + offset + " " + value + " at " + cpu.retired());
      if ((value & 1) != 0) {
        cpu.expire();
      }
    }
  }

  /** Loads a random program to a page, and its handler. */
  void load(RandomProgram program, long page, long seed) {
    program.load(ram, cpu, page, seed);
    cpu.pc = page;
  }

  /** Loads a program, whose traps begin it anew, to a page. */
  void load(byte[] program, long page) {
    ram.write(page, program, 0, program.length);
    cpu.csrs.write(0x305, page);
  }

  /** All registers and a hash of memory. */
  String state() {
    StringBuilder out = new StringBuilder();
    out.append("pc=%x retired=%d verify=%x".formatted(cpu.pc, cpu.retired(), cpu.verifyHash));
    out.append(" fflags=%x frm=%x fs=%d".formatted(cpu.fflags, cpu.frm, cpu.fs));
    try {
      for (int r = 0; r < 32; r++) {
        out.append(" x%d=%x".formatted(r, Cpu.class.getField("x" + r).getLong(cpu)));
      }
      for (int r = 0; r < 32; r++) {
        out.append(" f%d=%x".formatted(r, Cpu.class.getField("f" + r).getLong(cpu)));
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
    return out.toString();
  }

  /** The whole memory. */
  byte[] memory() {
    byte[] bytes = new byte[(int) RAM_SIZE];
    ram.read(Ram.BASE, bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public boolean event(Hart hart) {
    log.add("event " + state());
    if (cpu.retired() >= limit) {
      return false;
    }
    long step = steps.getAsLong();
    cpu.eventAt = cpu.retired() + step;
    cpu.budget = step;
    return true;
  }

  @Override
  public void waitForInterrupt(Hart hart) {}

  @Override
  public boolean firmwareCall(Hart hart) {
    return false;
  }

  @Override
  public boolean inputWaits() {
    return false;
  }

  @Override
  public long time(Hart hart) {
    return cpu.retired() / 100;
  }

  @Override
  public void trapTaken(Hart hart, long cause) {
    log.add("trap " + cause + " at " + cpu.retired());
  }
}
