package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Keeps what stood in a page. */
class PageContentsTest {
  @Test
  void whatWasWrittenOverHasNotGrown() {
    assertTrue(PageContents.hasGrown(new int[] {-1, 0x1234, -1}, new int[] {7, 0x1234, -1}));
    assertFalse(PageContents.hasGrown(new int[] {-1, 0x1234, -1}, new int[] {7, 0x1235, -1}));
  }
}
