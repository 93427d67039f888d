package bbt.translator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.config.TimeMode;
import bbt.translator.riscv.cpu.HartFixture;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The virtual clock, whose rate follows the number of harts that share the time. */
class ClockTest {
  private static final int STEPS = 20;

  /** Steps may be small: harts may start within the first ticks. */
  @Property
  void aTickComesAtTheCountThatWasSaid(@ForAll long seed) {
    Random random = new Random(seed);
    var cpu = new HartFixture().cpu;
    Clock clock = new Clock(cpu, TimeMode.VIRTUAL, 1 + random.nextInt(200));
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(3)) {
        case 0 -> clock.share(1 + random.nextInt(32));
        case 1 -> clock.spin(random.nextInt(1000));
        default -> clock.skip(random.nextInt(10));
      }
      long tick = clock.ticks() + 1 + random.nextInt(100);
      long count = clock.retiredAt(tick);
      assertTrue(count > clock.retired());
      cpu.eventAt = count - 1;
      assertEquals(tick - 1, clock.ticks());
      cpu.eventAt = count;
      assertEquals(tick, clock.ticks());
      cpu.eventAt = count + random.nextInt(500);
    }
  }
}
