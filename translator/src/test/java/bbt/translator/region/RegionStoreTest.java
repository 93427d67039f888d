package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.CodePage;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiled code that outlives its machine: what it is found by, what it holds, and how much of it.
 */
class RegionStoreTest {
  private final RegionStore store = new RegionStore(1 << 20);

  private RegionCompiler compiler() {
    return new RegionCompiler(RiscvCode.RV64, null, false, CompileLog.NONE, store);
  }

  private static Assembler loop(int step) {
    Assembler a = new Assembler().i(Insn.ADDI, 7, 0, 100);
    a.label("loop").i(Insn.ADDI, 10, 10, step).i(Insn.ADDI, 7, 7, -1);
    a.branch(Insn.BNE, 7, 0, "loop");
    return a.label("end").jal(0, "end");
  }

  private static BareMachine machine(Assembler program) {
    return new BareMachine(1 << 20).load(program);
  }

  private static CodePage page(BareMachine machine) {
    return machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
  }

  /** Compiles and installs what begins at a machine's first instruction. */
  private Region compiled(BareMachine machine) {
    CodePage page = page(machine);
    assertTrue(Installation.install(compiler().compile(PageSnapshot.of(page, null), 0)));
    return page.region(0);
  }

  @Test
  void theNextMachineHasTheSameClassAndItsOwnRegion() {
    Region first = compiled(machine(loop(1)));
    BareMachine next = machine(loop(1));
    assertTrue(compiler().installKept(page(next), 0));
    Region second = page(next).region(0);
    assertSame(first.getClass(), second.getClass());
    assertNotSame(first, second);
    next.runTo(1000);
    assertEquals(100, next.cpu.x10);
    assertSame(first.getClass(), compiled(machine(loop(1))).getClass());
    assertEquals(1, store.count());
  }

  /** Addresses that the code computes, links and exits are those of where it is. */
  @Test
  void theSameBytesAtAnotherPageHaveTheSameClass() {
    Assembler a = new Assembler().i(Insn.AUIPC, 5, 0, 0x1000).i(Insn.ADDI, 5, 5, 8);
    a.jal(1, "called");
    a.padTo(64).label("called").jal(0, "out");
    a.padTo(4096 + 64).label("out").jal(0, "out");
    BareMachine machine = new BareMachine(1 << 20);
    for (long page = Ram.BASE; page < Ram.BASE + 0x8000; page += 0x3000) {
      machine.load(page, a.bytes());
      machine.cpu.pc = page;
      CodePage seen = machine.fetchTlb.lookup(machine.cpu, page);
      if (!compiler().installKept(seen, 0)) {
        assertEquals(Ram.BASE, page);
        Installation.install(compiler().compile(PageSnapshot.of(seen, null), 0));
      }
      machine.runTo(machine.cpu.retired() + 100);
      assertEquals(page + 0x1008, machine.cpu.x5);
      assertEquals(page + 12, machine.cpu.x1);
      assertEquals(page + 4096 + 64, machine.cpu.pc);
    }
    assertEquals(1, store.count());
    assertEquals(2, store.given());
  }

  /** The numbers that the verify hash is made of are addresses. */
  @Test
  void withTheVerifyHashTheyHaveNot() {
    RegionCompiler verifying =
        new RegionCompiler(RiscvCode.RV64, null, true, CompileLog.NONE, store);
    for (long page = Ram.BASE; page < Ram.BASE + 0x8000; page += 0x3000) {
      BareMachine machine = new BareMachine(1 << 20).load(page, loop(1).bytes());
      CodePage seen = machine.fetchTlb.lookup(machine.cpu, page);
      assertFalse(verifying.installKept(seen, 0));
      Installation.install(verifying.compile(PageSnapshot.of(seen, null), 0));
      assertTrue(verifying.installKept(seen, 0));
    }
  }

  @Test
  void otherBytesAreOtherCode() {
    Region first = compiled(machine(loop(1)));
    BareMachine next = machine(loop(2));
    assertFalse(compiler().installKept(page(next), 0));
    assertNotSame(first.getClass(), compiled(next).getClass());
    BareMachine patched = machine(loop(1));
    patched.ram.write32(Ram.BASE + 8, 0x13); // the last instruction but two of the loop
    assertFalse(compiler().installKept(page(patched), 0));
    assertEquals(2, store.count());
  }

  /** A store drops a region of kept code as it does any other. */
  @Test
  void bytesThatChangeDropIt() {
    compiled(machine(loop(1)));
    BareMachine next = machine(loop(1));
    assertTrue(compiler().installKept(page(next), 0));
    next.ram.write32(Ram.BASE + 4, 0x13);
    assertNull(page(next).region(0));
    assertFalse(compiler().installKept(page(next), 0));
  }

  /**
   * Whether the page's last halfword begins an instruction of two pages decides where a node ends.
   */
  @Test
  void theInstructionBehindANodeCounts() {
    BareMachine straddled = machine(new Assembler());
    BareMachine whole = machine(new Assembler());
    for (BareMachine each : new BareMachine[] {straddled, whole}) {
      for (int at = 4096 - 10; at < 4096 - 2; at += 4) {
        each.ram.write32(Ram.BASE + at, 0x00150513); // addi a0, a0, 1
      }
    }
    straddled.ram.write16(Ram.BASE + 4094, 0x0513); // the first half of another
    whole.ram.write16(Ram.BASE + 4094, 0x0505); // c.addi a0, 1
    int slot = (4096 - 10) / 2;
    assertTrue(
        Installation.install(compiler().compile(PageSnapshot.of(page(straddled), null), slot)));
    assertFalse(compiler().installKept(page(whole), slot));
  }

  @Test
  void aRunThatIsRecordedHasCodeOfItsOwn(@TempDir Path directory) {
    compiled(machine(loop(1)));
    Path trace = directory.resolve("run.bbt");
    List<Recorder> recorders = new ArrayList<>();
    Function<Recorder, Tiering> none =
        recorder -> {
          recorders.add(recorder);
          return Tiering.NONE;
        };
    TestMachine recorded = new TestMachine(1, () -> 1, trace, false, ContextRule.NONE, none);
    recorded.load(loop(1).bytes(), Ram.BASE);
    recorded.run();
    RegionCompiler recording =
        new RegionCompiler(RiscvCode.RV64, recorders.getFirst(), false, CompileLog.NONE, store);
    assertFalse(recording.installKept(page(machine(loop(1))), 0));
  }

  /** A breakpoint is no part of what code is found by. */
  @Test
  void whereSomebodyStopsNothingIsKept() {
    compiled(machine(loop(1)));
    CodePage page = page(machine(loop(1)));
    page.stops = new long[page.asked.length];
    page.stops[0] = 1L << 8; // the jump to itself
    assertFalse(compiler().installKept(page, 0));
    Installation.install(compiler().compile(PageSnapshot.of(page, null), 0));
    assertEquals(1, store.count());
  }

  @Test
  void whatWasNotUsedForTheLongestTimeGoes() {
    compiled(machine(loop(1)));
    RegionStore small = new RegionStore(store.size() * 5 / 2);
    RegionCompiler compiler =
        new RegionCompiler(RiscvCode.RV64, null, false, CompileLog.NONE, small);
    for (int step : new int[] {1, 2, 1, 3}) {
      CodePage page = page(machine(loop(step)));
      if (!compiler.installKept(page, 0)) {
        Installation.install(compiler.compile(PageSnapshot.of(page, null), 0));
      }
      assertTrue(small.size() <= store.size() * 5 / 2);
    }
    assertTrue(compiler.installKept(page(machine(loop(1))), 0));
    assertFalse(compiler.installKept(page(machine(loop(2))), 0));
    assertTrue(compiler.installKept(page(machine(loop(3))), 0));
  }

  @Test
  void nothingRefersToAMachine() throws InterruptedException {
    WeakReference<?>[] gone = {used(), used()};
    for (int i = 0; i < 100 && Arrays.stream(gone).anyMatch(r -> r.get() != null); i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(1, store.count());
    for (WeakReference<?> each : gone) {
      assertNull(each.get());
    }
  }

  private WeakReference<CodePage> used() {
    BareMachine machine = machine(loop(1));
    compiled(machine);
    machine.runTo(1000);
    return new WeakReference<>(page(machine));
  }
}
