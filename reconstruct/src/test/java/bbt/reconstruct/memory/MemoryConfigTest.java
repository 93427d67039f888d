package bbt.reconstruct.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.memory.MemoryConfig.Part;
import bbt.reconstruct.memory.MemoryConfig.Penalty;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryConfigTest {
  private static MemoryConfig config(String... lines) throws MemoryConfigException {
    return MemoryConfig.parse("m.txt", List.of(lines));
  }

  @Test
  void everyPartIsRead() throws IOException {
    MemoryConfig c =
        config(
            "name  my core # here",
            "l1i 16K 2 32 fifo",
            "l1d 8192 4 64 write-through plru",
            "l2 1M 16 64 random",
            "itlb 16 full",
            "l2tlb 128 4",
            "predictor gshare 1024 8",
            "returns 4",
            "targets 64",
            "cycles-walk 30");
    assertEquals("my core", c.name());
    assertEquals(new CacheShape(512, 2, 32, Replacement.FIFO, false), c.part(Part.L1I));
    assertEquals(new CacheShape(128, 4, 64, Replacement.PLRU, true), c.part(Part.L1D));
    assertEquals(new CacheShape(16384, 16, 64, Replacement.RANDOM, false), c.part(Part.L2));
    assertEquals(new CacheShape(16, 16, 4096, Replacement.LRU, false), c.part(Part.ITLB));
    assertNull(c.part(Part.DTLB));
    assertEquals(new PredictorShape(PredictorShape.Kind.GSHARE, 1024, 8, 4, 64), c.predictor());
    assertEquals(30, c.cycles(Penalty.WALK));
    assertEquals(30, c.cycles(MemoryEvent.READ_WALK));
    assertEquals(0, c.cycles(Penalty.L2));
    assertEquals("8 KiB, 4 ways, lines of 64, plru, write-through", c.text(Part.L1D));
    assertEquals("16 entries, full, lru", c.text(Part.ITLB));
    assertEquals("none", c.text(Part.DTLB));
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "medium", "large"})
  void presetsAreSystems(String preset) throws IOException {
    MemoryConfig c = MemoryConfig.read(preset);
    assertTrue(c.name().contains("core"));
    assertTrue(c.part(Part.L1D) != null && c.predictor() != null);
    assertTrue(c.cycles(Penalty.L2) > 0 && c.cycles(Penalty.WALK) > 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "l3 1M 8 64|'l3' is no part of a memory system; there are name, l1i, l1d, l2,",
        "l1d|says nothing of it; write: l1d 32K 8 64",
        "l1d 32K 8|a cache needs bytes, ways and bytes of a line",
        "l1d 32K 8 48|no whole number of lines",
        "l1d 48K 8 64|768 lines in 8 ways are 96 sets, no power of two",
        "l1d 32K 0 64|'0' is no number of ways",
        "l1d 96 2 24|a line of 24 bytes is no power of two",
        "l1d 192 2 64|3 lines cannot stand in sets of 2 ways",
        "l1d 32K 8 64 mru|'mru' is no replacement; there are lru, fifo, random, plru",
        "l1i 32K 8 64 write-back|only l1d can be write-back",
        "l1d 36K 9 64 plru|plru needs ways that are a power of two, not 9",
        "dtlb 16 full plru x|a TLB has entries and ways",
        "dtlb -1 full|'-1' is no number of entries",
        "predictor best|a predictor is: static",
        "predictor bimodal 12|12 counters are no power of two",
        "predictor gshare 64 31|'31' is no number of bits",
        "returns 4|'returns' needs a predictor",
        "l2 1M 8 64|an l2 without l1i and l1d is never asked",
        "cycles-l2 1 2|'cycles-l2' has one number, not 2 words",
        "cycles-l2 99999999|is no number of cycles; give one from 0 to 1000000"
      })
  void wrongLinesAreNamed(String line, String message) {
    MemoryConfigException e =
        assertThrows(MemoryConfigException.class, () -> config("name x", line));
    assertTrue(e.getMessage().startsWith("m.txt: line 2: "), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertTrue(e.getMessage().lines().count() == 1);
  }

  @Test
  void nothingIsSaidTwice() {
    MemoryConfigException e =
        assertThrows(MemoryConfigException.class, () -> config("itlb 4 full", "ITLB 8 full"));
    assertEquals("m.txt: line 2: 'itlb' is given twice", e.getMessage());
  }

  @Test
  void aFileThatIsNotThere() {
    MemoryConfigException e =
        assertThrows(MemoryConfigException.class, () -> MemoryConfig.read("/nowhere/m.txt"));
    assertTrue(e.getMessage().contains("small, medium, large"), e.getMessage());
  }
}
