package bbt.packets.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ChunkCodecTest {
  private static ByteSink sink(byte[] content) {
    ByteSink sink = new ByteSink(1);
    sink.bytes(content, 0, content.length);
    return sink;
  }

  /** Stretches that repeat between stretches that do not: what compressors have cases for. */
  private static byte[] content(long seed, int size) {
    Random random = new Random(seed);
    byte[] content = new byte[size];
    for (int at = 0; at < size; ) {
      int length = Math.min(size - at, 1 + random.nextInt(1 + random.nextInt(3000)));
      int back = at == 0 ? 0 : 1 + random.nextInt(at);
      int alphabet = 1 << random.nextInt(9);
      boolean copies = at > 0 && random.nextBoolean();
      for (int i = at; i < at + length; i++) {
        content[i] = copies ? content[i - back] : (byte) random.nextInt(alphabet);
      }
      at += length;
    }
    return content;
  }

  @Property
  void aContentComesBack(
      @ForAll long seed, @ForAll @IntRange(max = 300_000) int size, @ForAll boolean old) {
    byte[] content = content(seed, size);
    ChunkCodec codecs = new ChunkCodec(old ? 4 : PacketFormat.MINOR);
    int codec = codecs.compress(sink(content));
    byte[] stored =
        codec == PacketFormat.STORED ? content : Arrays.copyOf(codecs.stored(), codecs.length());
    if (codec != PacketFormat.STORED) {
      assertTrue(stored.length < size);
      assertEquals(old ? PacketFormat.LZ4 : PacketFormat.ZSTD, codec);
    }
    assertArrayEquals(content, ChunkCodec.decompress(codec, stored, size));
    assertNull(ChunkCodec.decompress(codec, stored, size + 1));
    if (size > 0) {
      assertNull(ChunkCodec.decompress(codec, stored, size - 1));
    }
  }

  @Test
  void noContentIsLongerThanAReaderTakes() {
    byte[] same = new byte[1 << 20];
    ChunkCodec codecs = new ChunkCodec(PacketFormat.MINOR);
    assertEquals(PacketFormat.LZ4, codecs.compress(sink(same)));
    assertTrue(same.length <= PacketFormat.MOST_PER_BYTE * codecs.length());
    byte[] stored = Arrays.copyOf(codecs.stored(), codecs.length());
    assertArrayEquals(same, ChunkCodec.decompress(PacketFormat.LZ4, stored, same.length));
  }

  /** Whoever made the file can make its checksums right: the decompressor has no other guard. */
  @Property
  void damageIsNoContentOrAnother(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20_000) int size) {
    byte[] content = content(seed, size);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.MINOR);
    int codec = codecs.compress(sink(content));
    Random random = new Random(~seed);
    int length = codec == PacketFormat.STORED ? 0 : codecs.length();
    for (int round = 0; round < 50 && length > 0; round++) {
      byte[] stored = Arrays.copyOf(codecs.stored(), length);
      for (int i = random.nextInt(4); i >= 0; i--) {
        // Its headers are in front: damage these more often.
        int at = random.nextInt(random.nextBoolean() ? length : Math.min(length, 24));
        stored[at] ^= (byte) (1 << random.nextInt(8));
      }
      if (random.nextInt(4) == 0) {
        stored = Arrays.copyOf(stored, random.nextInt(length));
      }
      byte[] answer = ChunkCodec.decompress(codec, stored, size);
      assertTrue(answer == null || answer.length == size);
    }
    if (length > 0) {
      byte[] sound = Arrays.copyOf(codecs.stored(), length);
      assertArrayEquals(content, ChunkCodec.decompress(codec, sound, size));
    }
  }

  @Test
  void aCodecThatThereIsNotIsDamage() {
    assertNull(ChunkCodec.decompress(3, new byte[10], 10));
  }
}
