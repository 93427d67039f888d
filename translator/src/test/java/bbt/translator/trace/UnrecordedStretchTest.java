package bbt.translator.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.code.Tiering;
import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.region.CompileLog;
import bbt.translator.region.RegionCompiler;
import bbt.translator.region.SynchronousTiering;
import bbt.translator.riscv.cpu.PageTableRoots;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guest's thread records nothing where the trace would hold nothing; the trace is the same. */
final class UnrecordedStretchTest {
  private static final int STEP = 1000;

  @TempDir private Path folder;

  /** Names each task after its stack pointer. */
  private static final GuestSystem NAMES =
      new GuestSystem() {
        @Override
        public ContextRule contextRule() {
          return ContextRule.STACK;
        }

        @Override
        public void switched(Hart hart, long before, long now, Listener to) {
          to.named(hart, now, 1, "task" + hart.stackPointer());
        }
      };

  private final class Run {
    private final Path trace;
    private final Recorder recorder;
    private final BareMachine machine;

    Run(boolean regions, TraceScope scope) {
      trace = folder.resolve(regions ? "regions.bbt" : "interpreted.bbt");
      Ram ram = new Ram(1 << 20);
      Map<String, String> facts = Map.of("trace.mode", "compact", "trace.verify", "true");
      recorder =
          new Recorder(
              RiscvIsa.RV64,
              () ->
                  new Recorder.Opened(
                      TraceWriter.create(trace, new TraceHeader(facts)), SymbolTable.EMPTY),
              new PageTableRoots(ram),
              List.of(NAMES),
              ContextRule.STACK,
              scope,
              List.of());
      Tiering tiering =
          regions
              ? SynchronousTiering.atFirst(
                  new RegionCompiler(RiscvCode.RV64, recorder, true, true, CompileLog.NONE))
              : Tiering.NONE;
      machine = new BareMachine(ram, tiering, recorder);
      recorder.shows(machine.cpu, machine.code, machine.fetchTlb::quiet);
      machine.atEvent = () -> recorder.look(machine.cpu, machine.cpu.retired(), 0);
    }

    byte[] end() throws IOException {
      assertDoesNotThrow(() -> recorder.end(machine.cpu, 0, "end")); // counts must agree
      return Files.readAllBytes(trace);
    }

    /** Bytes of records, at most, for so many instructions more. */
    long records(long to) {
      long before = machine.cpu.recordPointer;
      machine.runTo(to, STEP);
      return machine.cpu.recordPointer - before;
    }
  }

  /** A loop whose branch goes either way, and stores into its own code now and then. */
  private static Assembler program() {
    Assembler a = new Assembler();
    a.li(10, Ram.BASE + 0x200);
    a.label("again").i(Insn.ADDI, 5, 5, 1).i(Insn.ANDI, 6, 5, 3).branch(Insn.BEQ, 6, 0, "skip");
    a.i(Insn.ADDI, 7, 7, 1);
    a.label("skip").i(Insn.ANDI, 6, 5, 1023).branch(Insn.BNE, 6, 0, "again");
    a.jal(1, "patched").jal(0, "again").padTo(0x200);
    a.label("patched").i(Insn.LW, 9, 10, 0).s(Insn.SW, 9, 10, 0);
    a.i(Insn.ADDI, 8, 8, 1).i(Insn.JALR, 0, 1, 0);
    return a;
  }

  private static TraceScope off() {
    return new TraceScope(List.of(), List.of(TraceScope.Trigger.parse("hand")), List.of());
  }

  @Test
  void regionsDoNotRecordWhatIsOff() throws IOException {
    Run run = new Run(true, off());
    run.machine.load(program());
    run.machine.runTo(2 * STEP, STEP);
    long silent = run.records(40 * STEP);
    assertTrue(silent < 1000, "records of " + silent + " bytes");
    run.recorder.switching().ask(true);
    long recorded = run.records(80 * STEP);
    assertTrue(recorded > 5000, "records of " + recorded + " bytes");
    run.recorder.switching().ask(false);
    run.machine.runTo(82 * STEP, STEP);
    assertTrue(run.records(120 * STEP) < 1000);
    byte[] trace = run.end();

    Run interpreted = new Run(false, off());
    interpreted.machine.load(program());
    interpreted.machine.runTo(2 * STEP, STEP).runTo(40 * STEP, STEP);
    interpreted.recorder.switching().ask(true);
    interpreted.machine.runTo(80 * STEP, STEP);
    interpreted.recorder.switching().ask(false);
    interpreted.machine.runTo(82 * STEP, STEP).runTo(120 * STEP, STEP);
    assertArrayEquals(interpreted.end(), trace);
  }

  /** Two tasks execute the same loop; one of them is recorded. */
  @Test
  void aTaskThatIsRecordedDoesNotRunRegionsOfOneThatIsNot() throws IOException {
    Assembler a = new Assembler();
    a.li(10, Ram.BASE + 0x200).li(11, Ram.BASE + 0x208);
    a.label("again").i(Insn.LD, 2, 10, 0).i(Insn.ADDI, 5, 0, 300);
    a.label("loop").i(Insn.ADDI, 5, 5, -1).branch(Insn.BNE, 5, 0, "loop");
    a.emit(Insn.ADD, new Operands(6, 10, 0, 0, 0, 0));
    a.emit(Insn.ADD, new Operands(10, 11, 0, 0, 0, 0));
    a.emit(Insn.ADD, new Operands(11, 6, 0, 0, 0, 0));
    a.jal(0, "again").padTo(0x200).raw32(0x100).raw32(0).raw32(0x900).raw32(0);
    byte[] nobody = twice(a, "nobody");
    for (String task : List.of("task256", "task2304")) {
      byte[] its = twice(a, task);
      assertTrue(its.length > nobody.length + 50, task + ": " + its.length);
    }
  }

  /** The trace of a task: the same from the interpreter and from regions. */
  private byte[] twice(Assembler program, String task) throws IOException {
    TraceScope one =
        new TraceScope(List.of(TraceScope.Filter.parse("task=" + task)), List.of(), List.of());
    byte[] first = null;
    for (boolean regions : new boolean[] {false, true}) {
      Run run = new Run(regions, one);
      run.machine.load(program);
      run.machine.runTo(60 * STEP, STEP / 10);
      byte[] trace = run.end();
      if (first != null) {
        assertArrayEquals(first, trace);
      }
      first = trace;
    }
    return first;
  }
}
