package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes hostile variants of an archive: other stored bytes, lengths and distances to the chunk
 * before in its coded chunks, whose checks of header and stored bytes are right.
 */
public final class ArchiveMutator {
  private final byte[] archive;

  /** Offsets of the coded chunks. */
  private final List<Integer> coded = new ArrayList<>();

  /** Reads a whole, sound archive. */
  public ArchiveMutator(Path file) throws IOException {
    archive = Files.readAllBytes(file);
    try (TraceReader reader = TraceReader.open(file)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (archive[(int) chunk.offset() + 9] == PacketFormat.ARCHIVE) {
          coded.add((int) chunk.offset());
        }
      }
    }
    if (coded.isEmpty()) {
      throw new IllegalArgumentException(file + " is no archive");
    }
  }

  /** Writes the variant of a number. */
  public void write(long seed, Path to) throws IOException {
    Random random = new Random(seed);
    byte[] all = archive.clone();
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      change(all, coded.get(random.nextInt(coded.size())), random);
    }
    Files.write(to, all);
  }

  private static void change(byte[] all, int chunk, Random random) {
    int body = chunk + PacketFormat.CHUNK_HEADER;
    int stored = (int) ByteSink.INT.get(all, chunk + 12);
    switch (random.nextInt(5)) {
      case 0 -> { // the distance, the place and number of words of bits
        int at = body + random.nextInt(Math.min(stored, 8));
        all[at] = (byte) random.nextInt(256);
      }
      case 1 -> ByteSink.INT.set(all, chunk + 16, random.nextInt(1 << 5 + random.nextInt(22)));
      case 2 -> all[body + random.nextInt(stored)] ^= (byte) (1 << random.nextInt(8));
      case 3 -> {
        int from = random.nextInt(stored);
        for (int at = body + from; at < body + stored; at++) {
          all[at] = 0;
        }
      }
      default -> {
        for (int at = body + random.nextInt(stored); at < body + stored; at++) {
          all[at] = (byte) random.nextInt(256);
        }
      }
    }
    byte[] head = new byte[PacketFormat.CHUNK_HEADER];
    System.arraycopy(all, chunk, head, 0, head.length);
    all[chunk + 11] = PacketFormat.headCheck(head);
    head[11] = all[chunk + 11];
    byte[] bytes = new byte[stored];
    System.arraycopy(all, body, bytes, 0, stored);
    ByteSink.INT.set(all, chunk + 20, TraceReader.crc(head, bytes, stored));
  }
}
