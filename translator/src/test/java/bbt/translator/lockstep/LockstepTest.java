package bbt.translator.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.translator.memory.Ram;
import bbt.translator.region.RandomProgram;
import bbt.translator.testing.BareMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Runs the engines in lockstep on random programs; and the comparison itself finds differences. */
class LockstepTest {
  private static final long INSTRUCTIONS = 5000;

  private static void loadRandom(BareMachine machine, long seed) {
    Assembler start = new Assembler();
    start.i(Insn.JALR, 0, 31, 0); // to the program's page
    machine.load(start);
    new RandomProgram(seed).load(machine.ram, machine.cpu, seed);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void randomProgramsRunAlike(@ForAll long seed) throws IOException {
    BareGuest guest = new BareGuest(INSTRUCTIONS, m -> loadRandom(m, seed), null, 0);
    assertAgrees(guest, Choices.ofShort(seed));
  }

  /** It ends between two places where an engine is left. */
  @Example
  void aRunThatEndsAtNoPlaceIsComparedAtItsEnd() throws IOException {
    randomProgramsRunAlike(-590);
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void randomProgramsRunAlikeTraced(@ForAll long seed) throws IOException {
    Path trace = Files.createTempFile("lockstep", ".bbt");
    try {
      BareGuest guest = new BareGuest(INSTRUCTIONS, m -> loadRandom(m, seed), trace, 0);
      assertAgrees(guest, Choices.ofShort(seed));
    } finally {
      Files.delete(trace);
    }
  }

  private static void assertAgrees(Guest guest, Choices choices) throws IOException {
    Lockstep.Result result = Lockstep.compare(guest, choices, line -> {});
    assertNull(result.difference(), () -> choices + "\n" + result.difference());
    assertTrue(result.instructions() >= INSTRUCTIONS);
    assertTrue(result.places() >= result.pauses());
    assertTrue(result.memories() > 0);
  }

  /** A loop that reads the device's first page 1000 times, then its second page. */
  private static Consumer<BareMachine> faultyRead() {
    Assembler a = new Assembler();
    a.li(8, (int) BareGuest.DEVICE).li(9, (int) (BareGuest.DEVICE + BareGuest.SECOND_PAGE));
    a.i(Insn.ADDI, 7, 0, 1000);
    a.label("loop").i(Insn.ADDI, 5, 5, 3).i(Insn.LW, 6, 8, 8).i(Insn.ADDI, 7, 7, -1);
    a.branch(Insn.BNE, 7, 0, "loop");
    a.i(Insn.ADDI, 5, 5, 1).i(Insn.LW, 10, 9, 8).i(Insn.ADDI, 11, 10, 1);
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    return machine -> machine.load(a);
  }

  @Test
  void whatOneEngineReadsDifferentlyIsNamed() throws IOException {
    Choices choices = new Choices(1, 3, 200, 1000, 300, true, false);
    Lockstep.Result result =
        Lockstep.compare(new BareGuest(10_000, faultyRead(), null, 5), choices, line -> {});
    assertFalse(result.agrees());
    String text = result.difference().toString();
    assertTrue(text.contains("x10 was last written by"), text);
    assertTrue(text.contains("lw a0,8(s1)"), text);
    assertEquals(4003, result.difference().agreed(), text);
  }

  /** Stores, where the two memories differ from the start. */
  @Test
  void memoryThatDiffersIsFound() throws IOException {
    Assembler a = new Assembler();
    a.label("loop").i(Insn.ADDI, 5, 5, 3).to(Insn.JAL, 0, 0, 0, "loop");
    boolean[] second = {false};
    Consumer<BareMachine> load =
        machine -> {
          machine.load(a);
          machine.ram.write8(Ram.BASE + 0x8123, second[0] ? 1 : 0);
          second[0] = !second[0];
        };
    Choices choices = new Choices(1, 3, 200, 1000, 300, true, false);
    Lockstep.Result result =
        Lockstep.compare(new BareGuest(10_000, load, null, 0), choices, line -> {});
    assertFalse(result.agrees());
    assertTrue(result.difference().what().getFirst().contains("memory at 0x80008120"));
  }

  @Test
  void aCountThatDiffersIsFound() throws IOException {
    // What the device shows differs, and a jump by it goes elsewhere in one engine.
    Assembler a = new Assembler();
    a.li(9, (int) (BareGuest.DEVICE + BareGuest.SECOND_PAGE)).i(Insn.LW, 10, 9, 8);
    a.i(Insn.ANDI, 10, 10, 1).branch(Insn.BNE, 10, 0, "odd").i(Insn.ADDI, 5, 5, 1);
    a.label("odd").i(Insn.ADDI, 10, 0, 0).label("end").to(Insn.JAL, 0, 0, 0, "end");
    Choices choices = new Choices(4, 1, 200, 1000, 300, true, false);
    Lockstep.Result result =
        Lockstep.compare(
            new BareGuest(5_000, machine -> machine.load(a), null, 1), choices, line -> {});
    assertFalse(result.agrees());
    assertTrue(result.difference().toString().contains("lw a0,8(s1)"));
  }
}
