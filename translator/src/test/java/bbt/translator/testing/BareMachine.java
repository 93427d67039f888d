package bbt.translator.testing;

import bbt.ptg.asm.Assembler;
import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.device.Bus;
import bbt.translator.engine.Engine;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.hart.Hart;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.interp.Interpreters;
import bbt.translator.trace.Recorder;
import java.util.ArrayList;
import java.util.List;

/**
 * A hart in M-mode with RAM and nothing else, that stops at given retired counts. Notes the pc and
 * count of every event and trap.
 */
public final class BareMachine implements Platform {
  /** Something that happened, at a retired count; cause -1 is a stop. */
  public record Happening(long retired, long pc, long cause) {}

  public final Ram ram;
  public final CodeMemory code;
  public final Bus bus = new Bus();
  public final Cpu cpu;
  public final FetchTlb fetchTlb;
  public final Engine engine;
  public final List<Happening> happenings = new ArrayList<>();

  /** Asked at each event, after the count was noted; the default never interrupts. */
  public Runnable atEvent = () -> {};

  private long limit;
  private long step = Long.MAX_VALUE;
  private boolean waiting;

  public BareMachine() {
    this(16 << 20);
  }

  public BareMachine(long memory) {
    this(memory, Tiering.NONE);
  }

  public BareMachine(long memory, Tiering tiering) {
    this(new Ram(memory), tiering, null);
  }

  /**
   * A machine that is traced, with verify hashes.
   *
   * @param recorder over the same memory, or null
   */
  public BareMachine(Ram memory, Tiering tiering, Recorder recorder) {
    ram = memory;
    code = new CodeMemory(ram);
    code.tiering(tiering);
    cpu = Cpu.create(0, ram, code, bus, this);
    fetchTlb = new FetchTlb(code, cpu.mmu);
    cpu.mmu.fetchTlb(fetchTlb);
    cpu.pc = Ram.BASE;
    TrapEntry traps = new TrapEntry(recorder);
    NodeInterpreter interpreter;
    if (recorder == null) {
      interpreter = Interpreters.plain(fetchTlb, tiering, traps);
    } else {
      fetchTlb.listen(recorder::map);
      interpreter = Interpreters.recording(fetchTlb, tiering, traps, recorder, code, true, null);
      recorder.reset(cpu);
    }
    engine = new Engine(cpu, tiering, traps, interpreter);
  }

  public BareMachine load(long physical, byte[] image) {
    ram.write(physical, image, 0, image.length);
    return this;
  }

  public BareMachine load(Assembler program) {
    return load(Ram.BASE, program.bytes());
  }

  /** Forgets a wfi, and what was noted. */
  public BareMachine resume() {
    waiting = false;
    happenings.clear();
    return this;
  }

  /** Executes until at least this many instructions have retired since reset. */
  public BareMachine runTo(long retired) {
    return runTo(retired, Long.MAX_VALUE);
  }

  /**
   * Executes until at least this many instructions have retired since reset, with an event every
   * {@code step} instructions.
   */
  public BareMachine runTo(long retired, long eventStep) {
    limit = retired;
    step = eventStep;
    long now = cpu.retired();
    cpu.eventAt = now;
    cpu.budget = 0;
    engine.run();
    return this;
  }

  @Override
  public boolean event(Hart hart) {
    long now = hart.retired();
    happenings.add(new Happening(now, hart.pc, -1));
    if (now >= limit || waiting) {
      return false;
    }
    long next = Math.min(limit, step > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + step);
    hart.eventAt = next;
    hart.budget = next - now;
    atEvent.run();
    return true;
  }

  /** Ends the run at the node's end: nothing would wake the hart. */
  @Override
  public void waitForInterrupt(Hart hart) {
    waiting = true;
    hart.expire();
  }

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
    return hart.retired() / 100;
  }

  @Override
  public void trapTaken(Hart hart, long cause) {
    happenings.add(new Happening(hart.retired(), hart.pc, cause));
    if (happenings.size() > 100_000) {
      throw new IllegalStateException("endless traps, cause " + cause + " at " + hart.pc);
    }
  }
}
