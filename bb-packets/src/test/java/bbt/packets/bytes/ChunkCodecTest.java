package bbt.packets.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.zip.CRC32;
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
    ChunkCodec codecs = new ChunkCodec(old ? 4 : PacketFormat.VERSION);
    int codec = codecs.compress(sink(content));
    byte[] stored =
        codec == PacketFormat.STORED ? content : Arrays.copyOf(codecs.stored(), codecs.length());
    if (codec != PacketFormat.STORED) {
      assertTrue(stored.length < size);
      boolean tooSmall =
          size > 100L * stored.length; // for Zstandard; see noContentIsLongerThanAReaderTakes
      assertTrue(codec == PacketFormat.LZ4 ? old || tooSmall : codec == PacketFormat.ZSTD && !old);
    }
    assertArrayEquals(content, ChunkCodec.decompress(codec, stored, size));
    assertNull(ChunkCodec.decompress(codec, stored, size + 1));
    if (size > 0) {
      assertNull(ChunkCodec.decompress(codec, stored, size - 1));
    }
  }

  /**
   * A frame's content: paths that were taken before, at any bit, between bits of chance and long
   * rows of one value, with other bytes before and behind.
   */
  private static byte[] frame(long seed, int before, int words, int behind) {
    Random random = new Random(seed);
    byte[] content = content(~seed, before + 8 * words + behind);
    BitSet bits = new BitSet();
    for (int at = 0; at < 64 * words; ) {
      int length = 1 + random.nextInt(1 + random.nextInt(1 + random.nextInt(100_000)));
      int back = at == 0 ? 0 : 1 + random.nextInt(at);
      int kind = random.nextInt(at == 0 ? 2 : 8);
      boolean value = random.nextBoolean();
      for (int end = Math.min(64 * words, at + length); at < end; at++) {
        bits.set(at, kind == 0 ? value : kind == 1 ? random.nextBoolean() : bits.get(at - back));
      }
    }
    byte[] row = Arrays.copyOf(bits.toByteArray(), 8 * words);
    System.arraycopy(row, 0, content, before, row.length);
    return content;
  }

  @Property(tries = 300)
  void branchBitsComeBack(
      @ForAll long seed,
      @ForAll @IntRange(max = 3_000) int before,
      @ForAll @IntRange(min = 1, max = 5_000) int words,
      @ForAll @IntRange(max = 3_000) int behind,
      @ForAll @IntRange(max = 4_000_000) int instructions) {
    byte[] content = frame(seed, before, words, behind);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    for (int again = 0; again < 2; again++) { // what it packed before does not matter
      int codec = codecs.compress(sink(content), before, words, instructions);
      byte[] stored =
          codec == PacketFormat.STORED ? content : Arrays.copyOf(codecs.stored(), codecs.length());
      assertArrayEquals(content, ChunkCodec.decompress(codec, stored, content.length));
      if (codec == PacketFormat.RUNS) {
        assertNull(ChunkCodec.decompress(codec, stored, content.length + 1));
        // What is left can be as long as its stored bytes when a byte is taken away.
        byte[] shorter = ChunkCodec.decompress(codec, stored, content.length - 1);
        assertTrue(shorter == null || shorter.length == content.length - 1);
        assertNull(
            ChunkCodec.decompress(codec, Arrays.copyOf(stored, stored.length + 1), content.length));
      }
    }
    int old =
        new ChunkCodec(PacketFormat.RUNS_VERSION - 1)
            .compress(sink(content), before, words, instructions);
    assertNotEquals(PacketFormat.RUNS, old);
  }

  /** Two patterns of five words take turns by chance, as a loop's paths do. */
  @Test
  void pathsTakeAFewBitsEach() {
    Random random = new Random(5);
    long[] one = random.longs(5).toArray();
    long[] other = random.longs(5).toArray();
    ByteSink content = new ByteSink(1 << 16);
    content.u8(random.nextInt(8));
    for (int i = 0; i < 1_000; i++) {
      content.words(random.nextBoolean() ? one : other, 5);
    }
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    assertEquals(PacketFormat.RUNS, codecs.compress(content, 1, 5_000, 1_000_000));
    assertTrue(codecs.length() < 700, codecs.length() + " bytes");
  }

  /** Its runs would be as many as its bits, and the writer would wait for them. */
  @Test
  void chanceIsNotCodedAsRuns() {
    ByteSink content = new ByteSink(1 << 16);
    content.words(
        new Random(5).longs(5_000).map(bits -> bits & 0x5555_5555_5555_5555L).toArray(), 5_000);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    assertEquals(PacketFormat.ZSTD, codecs.compress(content, 0, 5_000, 1_000_000));
  }

  /** Paths of one or two words by chance: some 20,000 runs, each behind some 70 bits. */
  @Test
  void rowIsCodedAsRunsOnlyWhereItsInstructionsTakeAsLong() {
    Random random = new Random(5);
    long[] words = random.longs(3).toArray();
    ByteSink content = new ByteSink(1 << 18);
    int count = 0;
    for (; count < 25_000; count++) {
      int word = random.nextInt(3);
      content.words(new long[] {words[word]}, 1);
    }
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    assertEquals(PacketFormat.RUNS, codecs.compress(content, 0, count, 4_000_000));
    int runs = codecs.length();
    assertEquals(PacketFormat.ZSTD, codecs.compress(content, 0, count, 1_000_000));
    assertTrue(codecs.length() > runs, codecs.length() + " bytes, " + runs + " as runs");
  }

  /** Bits that repeat, as the frozen files' random packets do not. */
  @Test
  void runsAreCodedAsTheyWere() {
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    CRC32 crc = new CRC32();
    for (int seed = 0; seed < 20; seed++) {
      byte[] content = frame(seed, 10, 500, 10);
      if (codecs.compress(sink(content), 10, 500, 1L << 40) == PacketFormat.RUNS) {
        crc.update(codecs.stored(), 0, codecs.length());
      }
    }
    assertEquals(312_333_038L, crc.getValue());
  }

  /** Some 2,500 runs in its first hundredth: more than its share, yet not too many. */
  @Test
  void rowWhoseBeginningIsNewIsCodedAsRuns() {
    ByteSink content = new ByteSink(1 << 16);
    content.words(new Random(5).longs(100).toArray(), 100);
    content.words(new Random(6).longs(9_900).map(bits -> 0x1234_5678_9ABC_DEF0L).toArray(), 9_900);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    assertEquals(PacketFormat.RUNS, codecs.compress(content, 0, 10_000, 1_000_000));
  }

  @Property(tries = 200)
  void damagedRunsAreNoContentOrAnother(
      @ForAll long seed, @ForAll @IntRange(min = 100, max = 2_000) int words) {
    byte[] content = frame(seed, 50, words, 50);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    Random random = new Random(~seed);
    boolean runs = codecs.compress(sink(content), 50, words, 1_000_000) == PacketFormat.RUNS;
    for (int round = 0; round < 20 && runs; round++) {
      byte[] stored = Arrays.copyOf(codecs.stored(), codecs.length());
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(random.nextBoolean() ? stored.length : 12);
        stored[at] ^= (byte) (1 << random.nextInt(8));
      }
      if (random.nextInt(4) == 0) {
        stored = Arrays.copyOf(stored, random.nextInt(stored.length));
      }
      byte[] answer = ChunkCodec.decompress(PacketFormat.RUNS, stored, content.length);
      assertTrue(answer == null || answer.length == content.length);
    }
  }

  @Test
  void noContentIsLongerThanAReaderTakes() {
    byte[] same = new byte[1 << 20];
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
    assertEquals(PacketFormat.LZ4, codecs.compress(sink(same)));
    assertTrue(same.length <= PacketFormat.MOST_PER_BYTE * codecs.length());
    byte[] stored = Arrays.copyOf(codecs.stored(), codecs.length());
    assertArrayEquals(same, ChunkCodec.decompress(PacketFormat.LZ4, stored, same.length));
    assertEquals(PacketFormat.LZ4, codecs.compress(sink(same), 0, same.length / 8, 1_000_000));
  }

  /** Whoever made the file can make its checksums right: the decompressor has no other guard. */
  @Property
  void damageIsNoContentOrAnother(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20_000) int size) {
    byte[] content = content(seed, size);
    ChunkCodec codecs = new ChunkCodec(PacketFormat.VERSION);
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
    assertNull(ChunkCodec.decompress(5, new byte[10], 10));
    assertNull(ChunkCodec.decompress(PacketFormat.ARCHIVE, new byte[10], 10)); // not alone
  }
}
