package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.isa.Insn;
import bbt.translator.engine.CodePage;
import bbt.translator.engine.Tiering;
import bbt.translator.mmu.Ram;
import bbt.translator.testing.Assembler;
import bbt.translator.testing.BareMachine;
import org.junit.jupiter.api.Test;

/** Code that changes under a region, limits of a region, background compiles. */
class RegionTest {
  private static final Assembler.Operands INCREMENT = new Assembler.Operands(10, 10, 0, 0, 1, 0);
  private static final Assembler.Operands ADD_TWO = new Assembler.Operands(10, 10, 0, 0, 2, 0);

  private static RegionCompiler compiler() {
    return new RegionCompiler(null, true, false, CompileLog.NONE);
  }

  /** A loop of 100 rounds that stores the next but one instruction anew in each round. */
  private static Assembler patchingLoop() {
    int one = Assembler.encode(Insn.ADDI, INCREMENT);
    int two = Assembler.encode(Insn.ADDI, ADD_TWO);
    Assembler a = new Assembler();
    a.emit(Insn.AUIPC, new Assembler.Operands(6, 0, 0, 0, 0, 0));
    a.i(Insn.ADDI, 7, 0, 100).li(5, two).li(28, one ^ two);
    a.label("loop");
    int patched = a.offset() + 8;
    a.s(Insn.SW, 5, 6, patched).r(Insn.XOR, 5, 5, 28);
    a.emit(Insn.ADDI, INCREMENT);
    a.i(Insn.ADDI, 7, 7, -1).branch(Insn.BNE, 7, 0, "loop");
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return a;
  }

  @Test
  void aStoreIntoTheRunningRegionIsSeenByTheNextInstruction() {
    for (Tiering tiering :
        new Tiering[] {
          Tiering.NONE,
          SynchronousTiering.atFirst(compiler()),
          SynchronousTiering.after(compiler(), () -> 3)
        }) {
      BareMachine machine = new BareMachine(1 << 20, tiering).load(patchingLoop());
      machine.runTo(1000);
      assertEquals(150, machine.cpu.x10);
    }
  }

  /** Fused multiply-adds, the longest code of all, and loops. */
  private static Assembler longCode() {
    Assembler a = new Assembler().label("start");
    for (int i = 0; i < 100; i++) {
      a.emit(Insn.FMADD_D, new Assembler.Operands(1, 2, 3, 4, 0, 7));
      a.branch(Insn.BEQ, 1, 2, "start");
    }
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return a;
  }

  @Test
  void aRegionTooLargeForHotSpotIsMadeSmaller() {
    BareMachine machine = new BareMachine(1 << 20).load(longCode());
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    RegionCompiler verifying = new RegionCompiler(null, true, true, CompileLog.NONE);
    RegionCompiler.Compiled compiled = verifying.compile(PageSnapshot.of(page, Long.MAX_VALUE), 0);
    assertNotNull(compiled);
    assertTrue(compiled.plan().size() <= RegionCompiler.MAX_INSTRUCTIONS / 2);
    assertTrue(compiled.plan().size() > 10);
  }

  @Test
  void aNodeTooLargeForHotSpotIsLeftToTheInterpreter() {
    Assembler a = new Assembler();
    for (int i = 0; i < 500; i++) {
      a.emit(Insn.FMADD_D, new Assembler.Operands(1, 2, 3, 4, 0, 7));
    }
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    BareMachine machine = new BareMachine(1 << 20).load(a);
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    assertNull(compiler().compile(PageSnapshot.of(page, Long.MAX_VALUE), 0));
  }

  @Test
  void aBackgroundCompileOfBytesThatChangedIsNotInstalled() {
    BareMachine machine = new BareMachine(1 << 20).load(patchingLoop());
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    RegionCompiler.Compiled compiled = compiler().compile(PageSnapshot.of(page, Long.MAX_VALUE), 0);
    machine.ram.write32(Ram.BASE + 4, 0x13); // not yet decoded: no version moves
    assertTrue(!Installation.install(compiled));
    assertNull(page.region(0));
  }

  @Test
  void aHotLoopIsCompiledInTheBackground() throws InterruptedException {
    Assembler a = new Assembler();
    a.label("loop").i(Insn.ADDI, 10, 10, 1).to(Insn.JAL, 0, 0, 0, "loop");
    try (BackgroundTiering tiering = new BackgroundTiering(compiler(), 10)) {
      BareMachine machine = new BareMachine(1 << 20, tiering).load(a);
      CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
      long retired = 0;
      for (int i = 0; i < 1000 && page.region(0) == null; i++) {
        machine.runTo(retired += 1000);
        Thread.sleep(5);
      }
      assertNotNull(page.region(0));
      machine.runTo(retired += 1000);
      assertEquals(retired, machine.cpu.retired());
      assertEquals(retired / 2, machine.cpu.x10);
    }
  }
}
