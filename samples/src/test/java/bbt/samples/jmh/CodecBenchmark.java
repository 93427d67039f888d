package bbt.samples.jmh;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ChunkCodec;
import bbt.packets.bytes.PacketFormat;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time to pack and to unpack 1 MiB of branch bits. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CodecBenchmark {
  private static final int SIZE = 1 << 20;

  /** Traces up to 0.4 are packed with LZ4, later ones with Zstandard, then with runs. */
  public enum Codec {
    LZ4(PacketFormat.ZSTD_VERSION - 1, PacketFormat.LZ4),
    ZSTD(PacketFormat.RUNS_VERSION - 1, PacketFormat.ZSTD),
    RUNS(PacketFormat.VERSION, PacketFormat.RUNS);

    private final int version;
    private final int number;

    Codec(int version, int number) {
      this.version = version;
      this.number = number;
    }
  }

  @Param public Codec codec;

  private final ByteSink content = new ByteSink(SIZE);
  private ChunkCodec packer;
  private byte[] stored;

  /**
   * Like branch bits of loops: patterns of some bytes, some more often than others, with a byte of
   * chance between them now and then. LZ4 makes a seventh of it, Zstandard an eighth.
   */
  @Setup(Level.Trial)
  public void fill() {
    Random random = new Random(1);
    byte[][] patterns = new byte[64][];
    for (int i = 0; i < patterns.length; i++) {
      patterns[i] = new byte[1 + random.nextInt(40)];
      random.nextBytes(patterns[i]);
    }
    content.clear();
    while (content.size() < SIZE) {
      byte[] pattern = patterns[random.nextInt(1 + random.nextInt(patterns.length))];
      content.bytes(pattern, 0, Math.min(pattern.length, SIZE - content.size()));
      if (random.nextInt(4) == 0 && content.size() < SIZE) {
        content.u8(random.nextInt(256));
      }
    }
    packer = new ChunkCodec(codec.version);
    if (pack() != codec.number) {
      throw new IllegalStateException("not packed with " + codec);
    }
    stored = Arrays.copyOf(packer.stored(), packer.length());
  }

  @Benchmark
  public int pack() {
    return packer.compress(content, 0, SIZE / Long.BYTES, 1L << 40);
  }

  @Benchmark
  public byte[] unpack() {
    return ChunkCodec.decompress(codec.number, stored, SIZE);
  }
}
