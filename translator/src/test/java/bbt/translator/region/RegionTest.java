package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.CodePage;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.hart.Hart;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code that changes under a region, limits of a region, background compiles. */
class RegionTest {
  private static final Operands INCREMENT = new Operands(10, 10, 0, 0, 1, 0);
  private static final Operands ADD_TWO = new Operands(10, 10, 0, 0, 2, 0);

  private static RegionCompiler compiler() {
    return new RegionCompiler(RiscvCode.RV64, null, true, false, CompileLog.NONE);
  }

  /** A loop of 100 rounds that stores the next but one instruction anew in each round. */
  private static Assembler patchingLoop() {
    int one = Encoder.encode(Insn.ADDI, INCREMENT);
    int two = Encoder.encode(Insn.ADDI, ADD_TWO);
    Assembler a = new Assembler();
    a.emit(Insn.AUIPC, new Operands(6, 0, 0, 0, 0, 0));
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

  /** What the event does may be what makes the next fetch possible, or another one. */
  @Test
  void anEventThatIsDueComesBeforeTheFetchWhereARegionLed() {
    int nowhere = 0x100;
    Assembler a = new Assembler().i(Insn.ADDI, 6, 0, nowhere);
    a.emit(Insn.ADDI, INCREMENT);
    a.i(Insn.JALR, 0, 6, 0);
    for (Tiering tiering : new Tiering[] {Tiering.NONE, SynchronousTiering.atFirst(compiler())}) {
      BareMachine machine = new BareMachine(1 << 20, tiering).load(a);
      machine.runTo(3);
      assertEquals(3, machine.cpu.retired());
      assertEquals(nowhere, machine.cpu.pc);
    }
  }

  /** Where an indirect call leads is not known; it is no callee at the page's beginning. */
  @Test
  void anIndirectCallHasNoCalleeInItsRegion() {
    Assembler a = new Assembler().emit(Insn.ADDI, INCREMENT).i(Insn.JALR, 0, 1, 0);
    a.label("caller").emit(Insn.ADDI, ADD_TWO).i(Insn.JALR, 1, 6, 0).jal(0, "caller");
    BareMachine machine = new BareMachine(1 << 20).load(a);
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    assertTrue(Installation.install(compiler().compile(PageSnapshot.of(page, null), 8 / 2)));
    assertNotNull(page.region(8 / 2));
    assertNull(page.region(0));
  }

  /** Fused multiply-adds, the longest code of all, and loops. */
  private static Assembler longCode() {
    Assembler a = new Assembler().label("start");
    for (int i = 0; i < 100; i++) {
      a.emit(Insn.FMADD_D, new Operands(1, 2, 3, 4, 0, 7));
      a.branch(Insn.BEQ, 1, 2, "start");
    }
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return a;
  }

  @Test
  void aRegionTooLargeForHotSpotIsMadeSmaller() {
    BareMachine machine = new BareMachine(1 << 20).load(longCode());
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    RegionCompiler verifying =
        new RegionCompiler(RiscvCode.RV64, null, true, true, CompileLog.NONE);
    RegionCompiler.Compiled compiled = verifying.compile(PageSnapshot.of(page, null), 0);
    assertNotNull(compiled);
    assertTrue(compiled.plan().size() <= RegionCompiler.MAX_INSTRUCTIONS / 2);
    assertTrue(compiled.plan().size() > 10);
  }

  @Test
  void aNodeTooLargeForHotSpotIsCutIntoMethods() {
    Assembler a = new Assembler();
    for (int i = 0; i < 500; i++) {
      a.emit(Insn.FMADD_D, new Operands(1, 2, 3, 4, 0, 7));
    }
    a.i(Insn.JALR, 1, 1, 0); // the target is a temporary
    BareMachine machine = new BareMachine(1 << 20).load(a);
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    PageSnapshot snapshot = PageSnapshot.of(page, null);
    Region region = assertDoesNotThrow(() -> compiler().compile(snapshot, 0)).region();
    assertTrue(region.getClass().getDeclaredMethods().length > 2);
  }

  /** The last part, which needs the jump's temporary, has what the parts before it computed. */
  @Test
  void partsOfALongNodeHandOverTheFloatingPointRegisters() {
    Assembler a = new Assembler();
    a.li(7, 0x6000).i(Insn.CSRRS, 0, 7, 0x300).i(Insn.ADDI, 5, 0, 3);
    a.emit(Insn.FCVT_D_L, new Operands(2, 5, 0, 0, 0, 7)).to(Insn.JAL, 1, 0, 0, "node");
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    a.label("node");
    for (int i = 0; i < 400; i++) {
      a.emit(Insn.FADD_D, new Operands(2, 2, 2, 0, 0, 7));
    }
    a.i(Insn.JALR, 1, 1, 0);
    long[] results =
        Stream.of(Tiering.NONE, SynchronousTiering.atFirst(compiler()))
            .mapToLong(
                tiering -> {
                  BareMachine machine = new BareMachine(1 << 20, tiering).load(a);
                  machine.runTo(500);
                  return machine.cpu.f2;
                })
            .toArray();
    assertEquals(3 * Math.pow(2, 400), Double.longBitsToDouble(results[0]));
    assertEquals(results[0], results[1]);
  }

  @Test
  void aBackgroundCompileOfBytesThatChangedIsNotInstalled() {
    BareMachine machine = new BareMachine(1 << 20).load(patchingLoop());
    CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
    RegionCompiler.Compiled compiled = compiler().compile(PageSnapshot.of(page, null), 0);
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

  @Test
  void aQueuedNodeThatAnotherRegionContainsIsCompiledWhenItIsHotAgain() throws Exception {
    Assembler a = new Assembler();
    a.label("a").i(Insn.ADDI, 10, 10, 1).to(Insn.JAL, 0, 0, 0, "b");
    a.label("b").i(Insn.ADDI, 10, 10, 1).to(Insn.JAL, 0, 0, 0, "b");
    a.padTo(0x100);
    a.label("c").i(Insn.ADDI, 10, 10, 1).to(Insn.JAL, 0, 0, 0, "c");
    int slotOfB = 4;
    int slotOfC = 0x80;
    List<Long> compiled = new CopyOnWriteArrayList<>();
    CountDownLatch queued = new CountDownLatch(1);
    CompileLog log =
        (phase, pc, text) -> {
          if (phase == CompileLog.Phase.BYTECODE) {
            compiled.add(pc - Ram.BASE);
            assertDoesNotThrow(() -> queued.await());
          }
        };
    RegionCompiler compiler = new RegionCompiler(RiscvCode.RV64, null, true, false, log);
    try (BackgroundTiering tiering = new BackgroundTiering(compiler, 2)) {
      BareMachine machine = new BareMachine(1 << 20).load(a);
      CodePage page = machine.fetchTlb.lookup(machine.cpu, Ram.BASE);
      Arrays.fill(page.asked, -1); // all of it was executed
      Arrays.fill(page.askedAgain, -1); // more than once
      tiering.hot(page, 0);
      until(() -> compiled.size() == 1);
      tiering.hot(page, slotOfB); // while the region of a, which contains b, is compiled
      queued.countDown();
      until(tiering::finished);
      tiering.hot(page, slotOfC);
      until(() -> compiled.size() == 2);
      tiering.hot(page, slotOfB);
      until(() -> compiled.size() == 3);
      assertEquals(List.of(0L, 0x100L, 8L), compiled);
    }
  }

  private static void until(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 10_000 && !condition.getAsBoolean(); i++) {
      Thread.sleep(1);
    }
    assertTrue(condition.getAsBoolean());
  }

  private static final int MTVEC = 0x305;
  private static final int MTVAL = 0x343;
  private static final int MENVCFG = 0x30A;

  /**
   * In U-mode a region ends in a cbo.zero; the handler leaves mcause in x10, mtval in x11, the
   * count in x12.
   */
  private static Assembler zeroInUserMode(int menvcfg, int senvcfg) {
    Assembler a = new Assembler();
    a.emit(Insn.AUIPC, new Operands(6, 0, 0, 0, 0, 0));
    a.i(Insn.ADDI, 7, 6, 0x200).i(Insn.CSRRW, 0, 7, MTVEC);
    a.li(7, menvcfg).i(Insn.CSRRW, 0, 7, MENVCFG);
    a.li(7, senvcfg).i(Insn.CSRRW, 0, 7, 0x10A);
    a.li(7, -1).i(Insn.CSRRW, 0, 7, 0x3B0).i(Insn.ADDI, 7, 0, 0x1F).i(Insn.CSRRW, 0, 7, 0x3A0);
    a.i(Insn.ADDI, 7, 6, 0x100).i(Insn.CSRRW, 0, 7, 0x341).op(Insn.MRET);
    a.padTo(0x100);
    a.i(Insn.ADDI, 13, 6, 0x300).i(Insn.ADDI, 14, 0, 1).s(Insn.SD, 14, 13, 0);
    // A node that ends in a jump: one that ends in ecall would be the interpreter's.
    a.i(Insn.CBO_ZERO, 0, 13, 0).i(Insn.LD, 15, 13, 0).to(Insn.JAL, 0, 0, 0, "call");
    a.label("call").op(Insn.ECALL);
    a.padTo(0x200);
    a.i(Insn.CSRRS, 10, 0, 0x342).i(Insn.CSRRS, 11, 0, MTVAL).i(Insn.CSRRS, 12, 0, 0x341);
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return a;
  }

  /** Legal, and illegal with its own encoding as mtval: in every engine. */
  @Test
  void cacheBlockOperationsAskTheEnvironmentInARegionToo() {
    for (boolean regions : new boolean[] {false, true}) {
      Tiering tiering = regions ? SynchronousTiering.atFirst(compiler()) : Tiering.NONE;
      BareMachine legal = new BareMachine(1 << 20, tiering).load(zeroInUserMode(0x80, 0x80));
      legal.runTo(100);
      assertEquals(8, legal.cpu.x10, "ecall from U");
      assertEquals(0, legal.cpu.x15, "zeroed");
      assertEquals(Ram.BASE + 0x118, legal.cpu.x12);
      tiering = regions ? SynchronousTiering.atFirst(compiler()) : Tiering.NONE;
      BareMachine illegal = new BareMachine(1 << 20, tiering).load(zeroInUserMode(0x80, 0x70));
      illegal.runTo(100);
      assertEquals(2, illegal.cpu.x10);
      assertEquals(0x0046A00F, illegal.cpu.x11);
      assertEquals(Ram.BASE + 0x10C, illegal.cpu.x12);
    }
  }

  /**
   * The second round's cbo.zero wipes the line that it stands in: the instruction behind it, which
   * was executed before, is all zeroes now.
   */
  @Test
  void cacheBlockZeroOfTheRunningCodeIsSeenByTheNextInstruction() {
    for (boolean regions : new boolean[] {false, true}) {
      Tiering tiering = regions ? SynchronousTiering.atFirst(compiler()) : Tiering.NONE;
      Assembler a = new Assembler();
      a.emit(Insn.AUIPC, new Operands(6, 0, 0, 0, 0, 0));
      a.i(Insn.ADDI, 7, 6, 0x200).i(Insn.CSRRW, 0, 7, MTVEC);
      a.i(Insn.ADDI, 13, 6, 0x400).i(Insn.ADDI, 15, 6, 0x84).to(Insn.JAL, 0, 0, 0, "wipe");
      a.padTo(0x80).label("wipe");
      a.i(Insn.CBO_ZERO, 0, 13, 0).i(Insn.ADDI, 14, 14, 1).i(Insn.ADDI, 13, 15, 0);
      a.to(Insn.JAL, 0, 0, 0, "wipe");
      a.padTo(0x200);
      a.i(Insn.CSRRS, 10, 0, 0x342).i(Insn.CSRRS, 11, 0, MTVAL).i(Insn.CSRRS, 12, 0, 0x341);
      a.label("end").to(Insn.JAL, 0, 0, 0, "end");
      BareMachine machine = new BareMachine(1 << 20, tiering).load(a);
      machine.runTo(100);
      assertEquals(2, machine.cpu.x10);
      assertEquals(0, machine.cpu.x11);
      assertEquals(Ram.BASE + 0x84, machine.cpu.x12);
      assertEquals(1, machine.cpu.x14);
    }
  }

  /** The target is read before the link is written. */
  @Test
  void aJumpMayLinkTheRegisterThatItGoesTo() {
    for (boolean regions : new boolean[] {false, true}) {
      Tiering tiering = regions ? SynchronousTiering.atFirst(compiler()) : Tiering.NONE;
      Assembler a = new Assembler();
      a.emit(Insn.AUIPC, new Operands(5, 0, 0, 0, 0, 0));
      a.i(Insn.ADDI, 5, 5, 0x40).i(Insn.JALR, 5, 5, 0).i(Insn.ADDI, 10, 0, 1);
      a.label("wrong").to(Insn.JAL, 0, 0, 0, "wrong");
      a.padTo(0x40).i(Insn.ADDI, 11, 0, 1);
      a.label("end").to(Insn.JAL, 0, 0, 0, "end");
      BareMachine machine = new BareMachine(1 << 20, tiering).load(a);
      machine.runTo(100);
      assertEquals(Ram.BASE + 12, machine.cpu.x5);
      assertEquals(0, machine.cpu.x10);
      assertEquals(1, machine.cpu.x11);
    }
  }

  /** 100 calls of a function in the same page; then an endless loop. */
  private static Assembler calls(int lengthOfFunction) {
    Assembler a = new Assembler();
    a.i(Insn.ADDI, 7, 0, 100).label("loop").to(Insn.JAL, 1, 0, 0, "function");
    a.i(Insn.ADDI, 7, 7, -1).branch(Insn.BNE, 7, 0, "loop");
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    a.label("function");
    for (int i = 0; i < lengthOfFunction; i++) {
      a.emit(Insn.ADDI, INCREMENT);
    }
    return a.i(Insn.JALR, 0, 1, 0);
  }

  /**
   * How often a region is entered until the machine has retired so much.
   *
   * @param expected x10 then
   * @param at offset of the pc then
   */
  private static int entered(Assembler program, long retired, long expected, long at) {
    int[] runs = new int[1];
    UnaryOperator<Region> counting =
        region ->
            new Region(region.longestPath()) {
              @Override
              public void run(Hart cpu, int slot) {
                runs[0]++;
                region.run(cpu, slot);
              }
            };
    RegionCompiler compiler =
        new RegionCompiler(
            RiscvCode.RV64,
            null,
            true,
            false,
            CompileLog.NONE,
            new RegionCompiler.Choices(() -> RegionCompiler.MAX_INSTRUCTIONS, counting));
    BareMachine machine =
        new BareMachine(1 << 20, SynchronousTiering.atFirst(compiler)).load(program);
    machine.runTo(retired);
    assertEquals(retired, machine.cpu.retired());
    assertEquals(expected, machine.cpu.x10);
    assertEquals(Ram.BASE + at, machine.cpu.pc);
    return runs[0];
  }

  @Test
  void aCallOfASmallFunctionInThePageAndItsReturnStayInTheRegion() {
    assertTrue(entered(calls(3), 1 + 100 * 7, 300, 16) < 10);
    assertTrue(
        entered(calls(100), 1 + 100 * 104, 10_000, 16) >= 200, "a long one is its own region");
  }

  @Test
  void theBudgetIsTestedWhereACallReturns() {
    // Calls in a row without a loop: only calls and returns can end the region in time.
    Assembler a = new Assembler();
    for (int i = 0; i < 60; i++) {
      a.to(Insn.JAL, 1, 0, 0, "function");
    }
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    a.label("function").emit(Insn.ADDI, INCREMENT);
    a.i(Insn.JALR, 0, 1, 0);
    for (int rounds = 0; rounds < 60; rounds++) {
      // The ends of nodes, where a machine may stop.
      entered(a, 3 * rounds + 1, rounds, 4 * 61);
      entered(a, 3 * rounds + 3, rounds + 1, 4 * (rounds + 1));
    }
  }
}
