package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.translator.engine.Tiering;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Compiled regions do what the interpreter does, to the instruction. */
class RegionEquivalenceTest {
  private static final long INSTRUCTIONS = 5000;

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void translatingEveryNodeAtOnceChangesNothing(@ForAll long seed) {
    compare(seed, SynchronousTiering.atFirst(compiler()));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void translatingAtRandomTimesChangesNothing(@ForAll long seed) {
    Random random = new Random(seed ^ 17);
    compare(seed, SynchronousTiering.after(compiler(), () -> 1 + random.nextInt(30)));
  }

  private static RegionCompiler compiler() {
    return new RegionCompiler(null, true, false, CompileLog.NONE);
  }

  static void compare(long seed, Tiering tiering) {
    TestMachine interpreted = run(seed, Tiering.NONE);
    TestMachine translated = run(seed, tiering);
    List<String> expected = interpreted.log;
    List<String> actual = translated.log;
    for (int i = 0; i < Math.min(expected.size(), actual.size()); i++) {
      assertEquals(expected.get(i), actual.get(i), "seed " + seed + ", entry " + i);
    }
    assertEquals(expected.size(), actual.size());
    assertArrayEquals(interpreted.memory(), translated.memory());
  }

  private static TestMachine run(long seed, Tiering tiering) {
    Random random = new Random(seed);
    TestMachine machine =
        new TestMachine(tiering, INSTRUCTIONS, () -> RandomProgram.step(random));
    machine.load(new RandomProgram(seed), seed);
    machine.engine.run();
    return machine;
  }
}
