package bbt.samples.conformance.fuzz.user;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.kind.Batch;
import bbt.samples.conformance.fuzz.kind.Capabilities;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UserKindTest {
  private static final Capabilities ALL = new Capabilities(9999, EnumSet.allOf(Insn.class));

  /** Rows that user programs have no use for: the kind privileged executes them. */
  private static final Set<Insn> PRIVILEGED =
      EnumSet.of(
          Insn.SRET,
          Insn.MRET,
          Insn.WFI,
          Insn.SFENCE_VMA,
          Insn.SINVAL_VMA,
          Insn.SFENCE_W_INVAL,
          Insn.SFENCE_INVAL_IR);

  /** Hints to wait: nothing comes of them but time. */
  private static final Set<Insn> WAITING = EnumSet.of(Insn.PAUSE, Insn.WRS_NTO, Insn.WRS_STO);

  @Test
  void aSeedMakesTheSameBatchAgain() {
    byte[] once = new UserKind().batch(7, ALL).image().bytes();
    assertArrayEquals(once, new UserKind().batch(7, ALL).image().bytes());
    assertFalse(Arrays.equals(once, new UserKind().batch(8, ALL).image().bytes()));
  }

  /** A new row of the table is generated without anybody thinking of it, or this fails. */
  @Test
  void everyRowOfTheTableIsGenerated() {
    Map<Insn, Integer> seen = new EnumMap<>(Insn.class);
    int straddlers = 0;
    for (int seed = 0; seed < 20; seed++) {
      Batch batch = new UserKind().batch(seed, ALL);
      for (int number = 0; number < batch.cases(); number++) {
        for (SlotText.Place place : SlotText.of(Slot.of(batch.image(), number))) {
          Decoded d = Decoder.decode(place.bits());
          if (d != null) {
            seen.merge(d.insn(), 1, Integer::sum);
            if (d.compressed() != null) {
              seen.merge(d.compressed(), 1, Integer::sum);
            }
          }
          if (place.length() == 4 && place.second() != place.offset() + 2) {
            straddlers++;
          }
        }
      }
    }
    Set<Insn> missing = EnumSet.allOf(Insn.class);
    missing.removeAll(seen.keySet());
    missing.removeAll(PRIVILEGED);
    missing.removeAll(WAITING);
    assertEquals(Set.of(), missing);
    assertTrue(straddlers > 100, straddlers + " instructions straddle shuffled pages");
  }

  @Test
  void anOldQemuIsNotAskedWhatItGetsWrong() {
    Image image = new UserKind().batch(3, new Capabilities(702, ALL.insns())).image();
    for (int number = 0; number < 200; number++) {
      for (SlotText.Place place : SlotText.of(Slot.of(image, number))) {
        Decoded d = Decoder.decode(place.bits());
        assertFalse(d != null && d.insn() == Insn.CTZW);
      }
    }
  }
}
