package bbt.translator.riscv.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.device.InterruptLine;
import bbt.translator.device.TestLine;
import org.junit.jupiter.api.Test;

class PlicTest {
  private static final int ENABLE_M = 0x2000;
  private static final int ENABLE_S = 0x2080;
  private static final int THRESHOLD_S = 0x20_1000;
  private static final int CLAIM_M = 0x20_0004;
  private static final int CLAIM_S = 0x20_1004;

  private final TestLine machine = new TestLine();
  private final TestLine supervisor = new TestLine();
  private final Plic plic = new Plic(machine, supervisor);

  private void set(long at, int value) {
    plic.store(at, 4, value);
  }

  private long get(long at) {
    return plic.load(at, 4);
  }

  private void enable(int source, int priority) {
    set(4L * source, priority);
    long word = ENABLE_S + 4L * (source / 32);
    set(word, (int) get(word) | 1 << source);
  }

  @Test
  void anEnabledSourceRaisesItsContextOnly() {
    enable(10, 1);
    plic.source(10).set(true);
    assertTrue(supervisor.level);
    assertFalse(machine.level);
    assertEquals(1 << 10, get(0x1000));
    assertEquals(0, get(CLAIM_M));
    assertEquals(10, get(CLAIM_S));
    assertFalse(supervisor.level);
    assertEquals(0, get(CLAIM_S));
  }

  @Test
  void anAssertionWhileTheGatewayIsClosedComesAtCompletion() {
    enable(10, 1);
    InterruptLine line = plic.source(10);
    for (boolean falls : new boolean[] {false, true}) {
      line.set(true);
      assertEquals(10, get(CLAIM_S));
      if (falls) {
        line.set(false);
      }
      line.set(true);
      assertFalse(supervisor.level, "the gateway is closed until completion");
      set(CLAIM_S, 10);
      assertTrue(supervisor.level);
      assertEquals(10, get(CLAIM_S));
      set(CLAIM_S, 10);
      assertFalse(supervisor.level, "asserted twice, taken twice");
    }
  }

  @Test
  void aLineThatHasFallenBeforeCompletionIsNoRequest() {
    enable(10, 1);
    InterruptLine line = plic.source(10);
    line.set(true);
    assertEquals(10, get(CLAIM_S));
    line.set(true);
    line.set(false);
    set(CLAIM_S, 10);
    assertFalse(supervisor.level);
  }

  /** QEMU's, which drivers rely on that leave their device's interrupt standing. */
  @Test
  void aLineThatMerelyStaysHighIsNoNewRequest() {
    enable(10, 1);
    InterruptLine line = plic.source(10);
    line.set(true);
    assertEquals(10, get(CLAIM_S));
    set(CLAIM_S, 10);
    assertFalse(supervisor.level);
    line.set(true);
    assertTrue(supervisor.level, "each assertion is one");
  }

  @Test
  void aRequestStaysWhenTheLineFalls() {
    enable(10, 1);
    plic.source(10).set(true);
    plic.source(10).set(false);
    assertTrue(supervisor.level);
    assertEquals(10, get(CLAIM_S));
  }

  @Test
  void highestPriorityFirstThenLowestNumber() {
    enable(70, 2);
    enable(3, 2);
    enable(5, 7);
    for (int s : new int[] {70, 3, 5}) {
      plic.source(s).set(true);
    }
    assertEquals(5, get(CLAIM_S));
    assertEquals(3, get(CLAIM_S));
    assertEquals(70, get(CLAIM_S));
  }

  @Test
  void thresholdMasksTheLineButNotTheClaim() {
    enable(4, 3);
    plic.source(4).set(true);
    set(THRESHOLD_S, 3);
    assertFalse(supervisor.level);
    set(THRESHOLD_S, 2);
    assertTrue(supervisor.level);
    set(THRESHOLD_S, 7);
    assertEquals(4, get(CLAIM_S));
  }

  @Test
  void priorityZeroNeverInterrupts() {
    enable(4, 0);
    plic.source(4).set(true);
    assertFalse(supervisor.level);
    assertEquals(0, get(CLAIM_S));
  }

  @Test
  void completionOfASourceThatIsMaskedCounts() {
    enable(4, 1);
    plic.source(4).set(true);
    assertEquals(4, get(CLAIM_S));
    set(ENABLE_S, 0);
    set(CLAIM_S, 4);
    set(ENABLE_S, 1 << 4);
    plic.source(4).set(false);
    plic.source(4).set(true);
    assertEquals(4, get(CLAIM_S));
  }

  @Test
  void completionOfASourceThatIsNotClaimedIsIgnored() {
    enable(4, 1);
    set(CLAIM_S, 4);
    plic.source(4).set(true);
    assertEquals(4, get(CLAIM_S));
    plic.source(4).set(true);
    set(CLAIM_S, 5);
    assertFalse(supervisor.level, "another source's completion");
    set(CLAIM_S, 4);
    assertTrue(supervisor.level);
  }

  @Test
  void registersHoldWhatTheyCan() {
    set(4 * 95, -1);
    assertEquals(7, get(4 * 95));
    set(0, 5);
    assertEquals(0, get(0));
    set(ENABLE_M, -1);
    assertEquals(0xFFFF_FFFEL, get(ENABLE_M));
    set(THRESHOLD_S, 0xFF);
    assertEquals(7, get(THRESHOLD_S));
    assertEquals(0, get(4 * 96));
    assertEquals(0, get(0x20_2000));
  }
}
