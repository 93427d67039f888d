package bbt.translator.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** NOR flash by its commands, as a driver gives them. */
final class CfiFlashTest {
  private static final int BOTH = 0x0001_0001; // a command for both chips
  private static final long READY = 0x0080_0080;

  private final CfiFlash flash = new CfiFlash();

  private void command(long offset, int command) {
    flash.store(offset, 4, (long) command * BOTH & 0xFFFF_FFFFL);
  }

  private long word(long offset) {
    return flash.load(offset, 4);
  }

  private void ready() {
    assertEquals(READY, word(0));
    command(0, 0xFF);
  }

  @Test
  void erasedAtReset() {
    assertEquals(0xFFFF_FFFFL, word(0));
    assertEquals(-1, flash.load(CfiFlash.SIZE - 8, 8));
  }

  @Test
  void theQueryTellsTheGeometry() {
    command(0x55 * 4, 0x98);
    assertEquals((long) 'Q' * BOTH, word(0x10 * 4));
    assertEquals((long) 'R' * BOTH, word(0x11 * 4));
    assertEquals((long) 'Y' * BOTH, word(0x12 * 4));
    assertEquals(BOTH, word(0x13 * 4)); // the Intel set
    assertEquals('Q', flash.load(0x10 * 4, 1));
    assertEquals('Q', flash.load(0x10 * 4 + 2, 2));
    assertEquals(0, flash.load(0x10 * 4 + 1, 1));
    long chip = 1L << (word(0x27 * 4) & 0xFF);
    assertEquals(CfiFlash.SIZE, 2 * chip);
    long blocks = (word(0x2D * 4) & 0xFF | (word(0x2E * 4) & 0xFF) << 8) + 1;
    long blockBytes = ((word(0x2F * 4) & 0xFF) | (word(0x30 * 4) & 0xFF) << 8) * 256;
    assertEquals(chip, blocks * blockBytes);
    assertEquals(CfiFlash.BLOCK, 2 * blockBytes);
    assertEquals(CfiFlash.BUFFER, 2L << (word(0x2A * 4) & 0xFF));
    assertEquals(0, word(0x200 * 4));
    command(0, 0xFF);
    assertEquals(0xFFFF_FFFFL, word(0x10 * 4));
  }

  @Test
  void makerAndDevice() {
    command(0, 0x90);
    assertEquals(0x89L * BOTH, word(0));
    assertEquals(0x18L * BOTH, word(4));
    assertEquals(0, word(8)); // unlocked
  }

  @Test
  void programmingOnlyClearsBits() {
    command(0x1000, 0x40);
    flash.store(0x1000, 4, 0x1234_F0F0L);
    ready();
    assertEquals(0x1234_F0F0L, word(0x1000));
    command(0x1000, 0x10);
    flash.store(0x1000, 4, 0xFFFF_0FF0L);
    ready();
    assertEquals(0x1234_00F0L, word(0x1000));
    assertEquals(0xFFFF_FFFFL, word(0x1004));
  }

  @Test
  void anEraseIsOfOneBlock() {
    for (long at : new long[] {CfiFlash.BLOCK - 4, CfiFlash.BLOCK, 2 * CfiFlash.BLOCK}) {
      command(at, 0x40);
      flash.store(at, 4, 0);
    }
    command(CfiFlash.BLOCK + 0x100, 0x20);
    command(CfiFlash.BLOCK + 0x100, 0xD0);
    ready();
    assertEquals(0, word(CfiFlash.BLOCK - 4));
    assertEquals(0xFFFF_FFFFL, word(CfiFlash.BLOCK));
    assertEquals(0, word(2 * CfiFlash.BLOCK));
  }

  @Test
  void anEraseThatIsNotConfirmedErasesNothing() {
    command(0, 0x40);
    flash.store(0, 4, 0);
    command(0, 0x20);
    command(0, 0xFF);
    assertEquals(0x00B0_00B0L, word(0));
    command(0, 0x50);
    assertEquals(READY, word(0));
    command(0, 0xFF);
    assertEquals(0, word(0));
  }

  @Test
  void bufferedProgramming() {
    long at = 0x2_0000;
    command(at, 0xE8);
    assertEquals(READY, word(at));
    command(at, 3); // four words of each chip
    for (int i = 0; i < 4; i++) {
      flash.store(at + 4 * i, 4, 0x1111_1111L * i);
    }
    command(at, 0xD0);
    ready();
    for (int i = 0; i < 4; i++) {
      assertEquals(0x1111_1111L * i, word(at + 4 * i));
    }
    assertEquals(0xFFFF_FFFFL, word(at + 16));
  }

  @Test
  void aBufferThatIsTooLongOrLeftIsAnError() {
    command(0, 0xE8);
    command(0, CfiFlash.BUFFER / 4);
    assertEquals(0x0090_0090L, word(0));
    command(0, 0x50);
    command(0, 0xE8);
    command(0, 1);
    flash.store(0, 4, 0);
    flash.store(CfiFlash.BUFFER, 4, 0);
    assertEquals(0x0090_0090L, word(0));
    command(0, 0xFF);
    assertEquals(0xFFFF_FFFFL, word(0));
  }
}
