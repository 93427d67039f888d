package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Compiled regions do what the interpreter does, and record what it records, exactly. */
class RegionEquivalenceTest {
  private static final long INSTRUCTIONS = 5000;

  /** Regions compiled in a test. */
  private final AtomicInteger compiled = new AtomicInteger();

  /** Those of several methods. */
  private final AtomicInteger inParts = new AtomicInteger();

  private boolean straight;

  /** Runs instead of a random program if it is not null. */
  private byte[] fixed;

  /** Where the program is. */
  private long page = RandomProgram.CODE_PAGE;

  /** Whether traces have verify hashes. */
  private boolean verify = true;

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void translatingEveryNodeAtOnceChangesNothing(@ForAll long seed) throws IOException {
    compare(seed, false, r -> SynchronousTiering.atFirst(compiler(null, true)));
    assertTrue(compiled.get() > 0);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void translatingAtRandomTimesChangesNothing(@ForAll long seed) throws IOException {
    Random random = new Random(seed ^ 17);
    compare(
        seed,
        false,
        r -> SynchronousTiering.after(compiler(null, true), () -> 1 + random.nextInt(30)));
  }

  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void pathNumbersLeaveTheSameTrace(@ForAll long seed) throws IOException {
    Random random = new Random(seed ^ 23);
    compare(
        seed, true, r -> SynchronousTiering.after(compiler(r, true), () -> 1 + random.nextInt(10)));
  }

  /** Small: what is kept goes, too. But more than the code of one program. */
  private static final long LIMIT = 1 << 22;

  private static final RegionStore STORE = new RegionStore(LIMIT);

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void aRecordForEachNodeLeavesTheSameTrace(@ForAll long seed) throws IOException {
    compare(seed, true, r -> SynchronousTiering.atFirst(compiler(r, false)));
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void aNodeThatIsTooLongForOneMethodChangesNothing(@ForAll long seed) throws IOException {
    straight = true;
    compare(seed, false, r -> SynchronousTiering.atFirst(compiler(null, true)));
    assertTrue(inParts.get() > 0);
    compare(seed, true, r -> SynchronousTiering.atFirst(compiler(r, true)));
  }

  /**
   * A trap before the first instruction of a later round: the rounds before it were not recorded.
   */
  @Property(tries = 10, shrinking = ShrinkingMode.OFF)
  void loopsThatEndWithAFaultLeaveTheSameTrace(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    Assembler a = new Assembler();
    a.li(6, Ram.BASE + TestMachine.RAM_SIZE - 8 * (1 + random.nextInt(30)));
    a.label("loop").i(Insn.LD, 5, 6, 0).i(Insn.ADDI, 6, 6, 8);
    if (random.nextBoolean()) {
      a.branch(Insn.BLT, 5, 0, "loop");
    }
    a.branch(Insn.BNE, 6, 0, "loop");
    fixed = a.bytes();
    compare(seed, true, r -> SynchronousTiering.atFirst(compiler(r, true)));
  }

  /**
   * Each program runs at several pages on one store, which holds the regions of those before, too.
   */
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void codeOfEarlierMachinesChangesNothing(@ForAll long seed) throws IOException {
    Random places = new Random(seed);
    for (boolean record : new boolean[] {false, true, false, true, true}) {
      page = Ram.BASE + (2 + places.nextInt(6)) * 4096L;
      verify = places.nextInt(3) == 0;
      Random random = new Random(seed);
      compare(
          seed,
          record,
          r ->
              SynchronousTiering.after(
                  new RegionCompiler(
                      RiscvCode.RV64, r, r != null && verify, CompileLog.NONE, STORE),
                  () -> 1 + random.nextInt(3)));
    }
    assertTrue(STORE.size() <= LIMIT);
  }

  /** A return is predicted from where the call was. */
  @Example
  void callsInCodeOfEarlierMachinesLeaveTheSameTrace() throws IOException {
    Assembler a = new Assembler().li(5, 200);
    a.label("loop").jal(1, "callee").i(Insn.ADDI, 5, 5, -1).branch(Insn.BNE, 5, 0, "loop");
    a.op(Insn.EBREAK).padTo(256).label("callee").i(Insn.ADDI, 6, 6, 1).i(Insn.JALR, 0, 1, 0);
    fixed = a.bytes();
    verify = false;
    RegionStore store = new RegionStore(LIMIT);
    for (page = Ram.BASE + 0x2000; page < Ram.BASE + 0x5000; page += 0x1000) {
      compare(
          1,
          true,
          r ->
              SynchronousTiering.atFirst(
                  new RegionCompiler(RiscvCode.RV64, r, false, CompileLog.NONE, store)));
    }
    assertTrue(store.given() > 0);
  }

  /** There are random programs of which nothing is compiled; not these. */
  @Example
  void codeOfEarlierMachinesIsUsed() throws IOException {
    for (long seed = 1; seed <= 3; seed++) {
      long given = STORE.given();
      codeOfEarlierMachinesChangesNothing(seed);
      assertTrue(STORE.given() > given);
    }
  }

  /** In this one a jalr from x0 is executed, whose target does not move with the page. */
  @Example
  void anAbsoluteJumpLeadsWhereItSays() throws IOException {
    translatingEveryNodeAtOnceChangesNothing(12629598287142L);
  }

  /** One of these: each of its nodes traps. */
  @Example
  void aProgramOfWhichNothingIsCompiledChangesNothing() throws IOException {
    codeOfEarlierMachinesChangesNothing(-402);
  }

  private RegionCompiler compiler(Recorder recorder, boolean mergePaths) {
    return new RegionCompiler(
        RiscvCode.RV64,
        recorder,
        mergePaths,
        recorder != null,
        (phase, pc, text) -> {
          compiled.incrementAndGet();
          if (straight && phase == CompileLog.Phase.BYTECODE && text.get().contains("part1")) {
            inParts.incrementAndGet();
          }
        });
  }

  private void compare(long seed, boolean record, Function<Recorder, Tiering> tiering)
      throws IOException {
    Path expectedTrace = record ? Files.createTempFile("interpreted", ".bbt") : null;
    Path actualTrace = record ? Files.createTempFile("translated", ".bbt") : null;
    TestMachine interpreted = run(seed, expectedTrace, r -> Tiering.NONE);
    TestMachine translated = run(seed, actualTrace, tiering);
    List<String> expected = interpreted.log;
    List<String> actual = translated.log;
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      assertEquals(expected.get(i), actual.get(i), "seed " + seed + ", entry " + i);
    }
    assertEquals(expected.size(), actual.size());
    assertArrayEquals(interpreted.memory(), translated.memory());
    if (record) {
      assertArrayEquals(Files.readAllBytes(expectedTrace), Files.readAllBytes(actualTrace));
      Files.delete(expectedTrace);
      Files.delete(actualTrace);
    }
  }

  private TestMachine run(long seed, Path trace, Function<Recorder, Tiering> tiering) {
    Random random = new Random(seed);
    TestMachine machine =
        new TestMachine(
            INSTRUCTIONS,
            () -> RandomProgram.step(random),
            trace,
            verify,
            ContextRule.STACK,
            tiering);
    machine.load(new RandomProgram(seed, straight), page, seed);
    if (fixed != null) {
      machine.load(fixed, page);
    }
    assertDoesNotThrow(machine::run, "seed " + seed);
    return machine;
  }
}
