package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.util.Arrays;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;

/** Makes the checksums of a damaged trace right: a fuzzer would never guess them. */
public final class TraceRepair {
  private static final XXHash64 HASH = XXHashFactory.fastestJavaInstance().hash64();

  private TraceRepair() {}

  /** Returns the bytes with right checksums in each chunk that can be recognised. */
  public static byte[] repaired(byte[] trace) {
    byte[] b = trace.clone();
    boolean guarded =
        b.length > 10 && (b[8] | b[9]) != 0
            || b.length > 10 && b[10] >= PacketFormat.GUARDED_VERSION;
    int at = PacketFormat.FILE_HEADER;
    while (at + PacketFormat.CHUNK_HEADER <= b.length) {
      if ((long) ByteSink.LONG.get(b, at) != PacketFormat.SYNC) {
        at++;
        continue;
      }
      int room = b.length - at - PacketFormat.CHUNK_HEADER;
      int stored = (int) ByteSink.INT.get(b, at + 12);
      if (stored < 0 || stored > room) {
        at++;
        continue;
      }
      int from = at + PacketFormat.CHUNK_HEADER;
      byte[] payload = Arrays.copyOfRange(b, from, from + stored);
      if (b[at + 9] == PacketFormat.STORED) {
        ByteSink.INT.set(b, at + 16, stored);
        long retired = (long) ByteSink.LONG.get(b, at + 32);
        long end = (long) ByteSink.LONG.get(b, at + 40);
        long seed = guarded ? PacketFormat.hashSeed(b[at + 8], b[at + 10] & 0xFF, retired, end) : 0;
        ByteSink.LONG.set(b, at + 24, HASH.hash(payload, 0, stored, seed));
      }
      byte[] head = Arrays.copyOfRange(b, at, from);
      if (guarded) {
        b[at + 11] = head[11] = PacketFormat.headCheck(head);
      }
      ByteSink.INT.set(b, at + 20, TraceReader.crc(head, payload, stored));
      at = from + stored;
    }
    return b;
  }
}
