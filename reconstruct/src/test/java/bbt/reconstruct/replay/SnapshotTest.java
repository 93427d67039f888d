package bbt.reconstruct.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.config.MachineConfig;
import bbt.translator.console.ConsolePort;
import bbt.translator.engine.EngineMode;
import bbt.translator.machine.Machine;
import bbt.translator.run.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine that takes over another one's state goes on exactly as that one. */
@Timeout(300)
class SnapshotTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theContinuationIsTheSame(int harts) throws IOException {
    RecordedGuest guest = RecordedGuest.run(folder, harts, 1500, EngineMode.AUTO);
    Random random = new Random(harts);
    EngineMode[] engines = EngineMode.values();
    for (int i = 0; i < 12; i++) {
      Machine first = machine(guest, engines[random.nextInt(engines.length)]);
      Machine other = machine(guest, engines[random.nextInt(engines.length)]);
      TreeSet<Integer> pages = new TreeSet<>();
      // The other one has been elsewhere before; the first one goes on after it was saved.
      other.proceed(random.nextLong(guest.retired()));
      long at = random.nextLong(guest.retired());
      first.proceed(at / 2);
      first.save();
      add(pages, first.takeWrittenPages());
      first.proceed(at);
      byte[] state = first.save();
      add(pages, first.takeWrittenPages());
      add(pages, other.takeWrittenPages());
      byte[] page = new byte[4096];
      for (int number : pages) {
        first.readPage(number, page);
        other.restorePage(number, page.clone());
      }
      other.load(state);
      assertArrayEquals(state, other.save(), "saved again at " + first.clock());
      assertEquals(first.clock(), other.clock());
      long further = first.clock() + random.nextLong(guest.retired() - at);
      first.proceed(further);
      other.proceed(further);
      assertArrayEquals(first.save(), other.save(), "from " + at + " to " + further);
      assertSameMemory(first, other);
      first.proceed(Long.MAX_VALUE);
      other.proceed(Long.MAX_VALUE);
      RunResult one = first.finish();
      RunResult two = other.finish();
      assertEquals(guest.retired(), one.retired());
      assertEquals(one.hartRetired(), two.hartRetired());
      assertEquals(one.causes(), two.causes());
      assertEquals(one.skippedTicks(), two.skippedTicks());
      first.release();
      other.release();
    }
  }

  private static Machine machine(RecordedGuest guest, EngineMode engine) throws IOException {
    MachineConfig c = guest.config();
    Machine machine =
        Machine.create(
            MachineConfig.builder()
                .kernel(c.kernel())
                .memoryBytes(c.memoryBytes())
                .harts(c.harts())
                .quantum(c.quantum())
                .engine(engine)
                .threshold(20)
                .build(),
            ConsolePort.none());
    machine.begin();
    return machine;
  }

  private static void add(TreeSet<Integer> pages, int[] more) {
    assertTrue(more.length > 0, "something is always written");
    for (int page : more) {
      pages.add(page);
    }
  }

  private static void assertSameMemory(Machine first, Machine other) {
    byte[] one = new byte[4096];
    byte[] two = new byte[4096];
    for (int page = 0; page < first.memory().size() / 4096; page++) {
      first.readPage(page, one);
      other.readPage(page, two);
      assertArrayEquals(one, two, "page " + page);
    }
  }
}
