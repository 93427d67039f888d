package bbt.packets.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ArchiveCodecTest {
  private static final ArchiveCodec WRITING = new ArchiveCodec();
  private static final ArchiveCodec READING = new ArchiveCodec();

  /** A content: bytes, and where words of branch bits stand in it. */
  private record Content(byte[] bytes, int place, int words) {}

  private static Content content(Random random, List<Content> before) {
    int words = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3_000);
    int place = random.nextInt(2_000);
    byte[] bytes = new byte[place + 8 * words + random.nextInt(2_000)];
    byte[] old = before.isEmpty() ? new byte[1] : before.getLast().bytes();
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(bytes.length - at, 1 + random.nextInt(1 + random.nextInt(4_000)));
      int kind = random.nextInt(at == 0 ? 3 : 6);
      int from = random.nextInt(kind < 3 ? 1 + old.length : at);
      int value = random.nextInt(256);
      for (int i = 0; i < length; i++, at++) {
        bytes[at] =
            switch (kind) {
              case 0 -> (byte) random.nextInt(256);
              case 1 -> (byte) value;
              case 2 -> old[(from + i) % old.length];
              default -> bytes[from + i];
            };
      }
    }
    return new Content(bytes, place, words);
  }

  private static byte[] encode(ArchiveCodec codec, Content content) {
    ByteSink sink = new ByteSink(1);
    sink.bytes(content.bytes, 0, content.bytes.length);
    ByteSink out = new ByteSink(1);
    codec.encode(sink, content.place, content.words, out);
    return Arrays.copyOf(out.array(), out.size());
  }

  @Property(tries = 30)
  void contentsComeBackInTheirOrder(@ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int n) {
    Random random = new Random(seed);
    List<Content> contents = new ArrayList<>();
    List<byte[]> stored = new ArrayList<>();
    WRITING.restart();
    for (int i = 0; i < n; i++) {
      contents.add(content(random, contents));
      stored.add(encode(WRITING, contents.getLast()));
    }
    READING.restart();
    for (int i = 0; i < n; i++) {
      byte[] content = contents.get(i).bytes;
      assertTrue(content.length <= PacketFormat.MOST_PER_BYTE * stored.get(i).length);
      assertArrayEquals(content, READING.decode(stored.get(i), 0, content.length));
    }
    assertEquals(WRITING.size(), READING.size());
  }

  /** What was there before is known: the second time it takes next to nothing. */
  @Test
  void aGroupKnowsWhatItHad() {
    Random random = new Random(7);
    byte[] bytes = new byte[20_000];
    random.nextBytes(bytes);
    Content content = new Content(bytes, 5_000, 1_250);
    WRITING.restart();
    int first = encode(WRITING, content).length;
    int second = encode(WRITING, content).length;
    assertTrue(first > 20_000 && second < 500, first + " " + second);
    WRITING.restart();
    assertEquals(first, encode(WRITING, content).length);
  }

  /** What repeats without end is padded: a reader takes only so much for each stored byte. */
  @Test
  void noContentIsLongerThanAReaderTakes() {
    for (int words : new int[] {0, 50_000}) {
      Content content = new Content(new byte[400_100], 100, words);
      WRITING.restart();
      byte[] stored = encode(WRITING, content);
      READING.restart();
      assertArrayEquals(content.bytes, READING.decode(stored, 0, content.bytes.length));
      READING.restart();
      byte[] shorter = Arrays.copyOf(stored, stored.length / 3);
      assertTrue(words > 0 || READING.decode(shorter, 0, content.bytes.length) == null);
      READING.restart();
      byte[] longer = Arrays.copyOf(stored, stored.length + 1);
      longer[stored.length] = 1;
      assertNull(READING.decode(longer, 0, content.bytes.length), "" + words);
    }
  }

  /** Bits decided one by one take time: stored bytes must be there for them. */
  @Test
  void bitsThatTakeTimeAreLimited() {
    ByteSink stored = new ByteSink(1);
    stored.varint(0);
    stored.varint(1 << 18);
    stored.bytes(new byte[4_000], 0, 4_000);
    READING.restart();
    long start = System.nanoTime();
    byte[] bytes = Arrays.copyOf(stored.array(), stored.size());
    for (int i = 8; i < bytes.length; i++) {
      bytes[i] = (byte) (i * i * 31);
    }
    assertNull(READING.decode(bytes, 0, 1 << 21));
    assertTrue(System.nanoTime() - start < 300_000_000_000L);
  }

  @Property(tries = 30)
  void damageIsNoContentOrAnother(@ForAll long seed) {
    Random random = new Random(seed);
    Content content = content(random, List.of());
    WRITING.restart();
    byte[] sound = encode(WRITING, content);
    for (int round = 0; round < 5; round++) {
      byte[] stored = sound.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(random.nextBoolean() ? stored.length : Math.min(stored.length, 12));
        stored[at] ^= (byte) (1 << random.nextInt(8));
      }
      if (random.nextInt(4) == 0) {
        stored = Arrays.copyOf(stored, random.nextInt(stored.length));
      }
      READING.restart();
      byte[] answer = READING.decode(stored, 0, content.bytes.length);
      assertTrue(answer == null || answer.length == content.bytes.length);
    }
    READING.restart();
    assertArrayEquals(content.bytes, READING.decode(sound, 0, content.bytes.length));
  }

  /** The bytes are the same on every host, and today what they were. */
  @Test
  void theBytesAreWhatTheyWere() {
    Random random = new Random(2026);
    List<Content> contents = new ArrayList<>();
    CRC32C crc = new CRC32C();
    WRITING.restart();
    for (int i = 0; i < 12; i++) {
      contents.add(content(random, contents));
      crc.update(encode(WRITING, contents.getLast()));
    }
    assertEquals("37da339e", Long.toHexString(crc.getValue()));
  }
}
