package bbt.packets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** A reader of a stream keeps a window of its bytes, however long the stream is. */
class StreamBytesTest {
  private static final int LENGTH = 64 << 20;

  /** Bytes that follow from their places. */
  private static final class Numbered extends InputStream {
    private volatile long at;

    private static byte value(long place) {
      return (byte) (place * 31 >> 3);
    }

    @Override
    public int read() {
      return at == LENGTH ? -1 : value(at++) & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      if (at == LENGTH) {
        return -1;
      }
      int n = (int) Math.min(length, LENGTH - at);
      for (int i = 0; i < n; i++) {
        into[from + i] = value(at + i);
      }
      at += n;
      return n;
    }
  }

  @Test
  void whatHasPassedIsGoneAndWhatComesWaits() throws Exception {
    Numbered in = new Numbered();
    try (StreamBytes bytes = new StreamBytes(in, () -> true)) {
      Thread.sleep(200);
      assertTrue(in.at < 4 << 20, "read ahead: " + in.at);
      int step = 100_003;
      for (int at = 0; at + step <= LENGTH; at += step) {
        assertTrue(bytes.await(at + step));
        ByteBuffer some = ByteBuffer.allocate(step);
        while (some.hasRemaining()) {
          assertTrue(bytes.read(some, at + some.position()) > 0);
        }
        assertEquals(Numbered.value(at), some.get(0));
        assertEquals(Numbered.value(at + step - 1), some.get(step - 1));
        bytes.release(at - (1L << 20));
        assertTrue(bytes.size() - bytes.first() < 8 << 20, "kept at " + at);
      }
      assertFalse(bytes.await(LENGTH + 1));
      assertEquals(LENGTH, bytes.size());
      assertThrows(IOException.class, () -> bytes.read(ByteBuffer.allocate(1), 0));
    }
  }
}
