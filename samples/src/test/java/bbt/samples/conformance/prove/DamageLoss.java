package bbt.samples.conformance.prove;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures what one flipped bit costs a trace of one hart: in each chunk one at random, then as
 * many anywhere. A program, since a Linux trace takes a minute: {@code java -cp ...
 * bbt.samples.conformance.prove.DamageLoss TRACE}.
 *
 * <p>What is lost follows from what can be read: a frame costs its instructions; sideband, all up
 * to the next checkpoint (a walk may use less of what it forgets, never more).
 */
final class DamageLoss {
  private final Path bad;
  private final List<ChunkHeader> chunks = new ArrayList<>();
  private final long instructions;

  private DamageLoss(Path trace) throws IOException {
    bad = Files.createTempFile("damaged", ".bbt");
    Files.copy(trace, bad, StandardCopyOption.REPLACE_EXISTING);
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.seek(TraceReader.FILE_HEADER_BYTES);
      for (ChunkHeader h = reader.peek(); h != null; h = reader.peek()) {
        chunks.add(h);
        reader.seek(h.offset() + h.bytes());
      }
    }
    instructions =
        chunks.stream()
            .filter(h -> h.kind() == ChunkHeader.Kind.FRAME)
            .mapToLong(ChunkHeader::endRetired)
            .max()
            .orElse(0);
  }

  public static void main(String[] args) throws IOException {
    Path trace = Path.of(args[0]);
    DamageLoss loss = new DamageLoss(trace);
    Random random = new Random(1);
    try (RandomAccessFile file = new RandomAccessFile(loss.bad.toFile(), "rw")) {
      Map<ChunkHeader.Kind, long[]> worst = new EnumMap<>(ChunkHeader.Kind.class);
      for (ChunkHeader each : loss.chunks) {
        long at = each.offset() + random.nextLong(each.bytes());
        long lost = loss.lost(file, at, random.nextInt(8));
        long[] its = worst.computeIfAbsent(each.kind(), k -> new long[2]);
        its[0]++;
        its[1] = Math.max(its[1], lost);
      }
      worst.forEach(
          (kind, its) ->
              System.out.printf(
                  "%-10s %5d tried, at most %,d instructions lost (%.3f %%)%n",
                  kind, its[0], its[1], 100.0 * its[1] / loss.instructions));
      long most = 0;
      for (long at = 0; at < TraceReader.FILE_HEADER_BYTES; at++) {
        most = Math.max(most, loss.lost(file, at, random.nextInt(8)));
      }
      for (int i = 0; i < loss.chunks.size(); i++) {
        most = Math.max(most, loss.lost(file, random.nextLong(file.length()), random.nextInt(8)));
      }
      System.out.printf(
          "anywhere   %5d tried, at most %,d instructions lost (%.3f %%)%n",
          loss.chunks.size() + TraceReader.FILE_HEADER_BYTES,
          most,
          100.0 * most / loss.instructions);
    } finally {
      Files.delete(loss.bad);
    }
  }

  private static void flip(RandomAccessFile file, long at, int bit) throws IOException {
    file.seek(at);
    int old = file.read();
    file.seek(at);
    file.write(old ^ 1 << bit);
  }

  /** Instructions lost by a flipped bit, which is then put back. */
  private long lost(RandomAccessFile file, long at, int bit) throws IOException {
    flip(file, at, bit);
    try (TraceReader reader = TraceReader.open(bad)) {
      ChunkHeader hit =
          chunks.stream()
              .filter(h -> h.offset() <= at)
              .max(Comparator.comparingLong(ChunkHeader::offset))
              .orElse(chunks.getFirst());
      reader.seek(hit.offset());
      Chunk read = reader.next();
      boolean same =
          switch (hit.kind()) {
            case FRAME -> read instanceof Frame f && f.endRetired() == hit.endRetired();
            case SIDEBAND -> read instanceof Chunk.Sideband s && !s.checkpoint();
            default -> true; // no instruction and no code is in it
          };
      if (same && (read == null || read instanceof Chunk.Damage || read.offset() >= hit.offset())) {
        return 0;
      }
      return hit.kind() == ChunkHeader.Kind.FRAME
          ? hit.endRetired() - hit.retired()
          : nextCheckpoint(hit) - hit.retired();
    } catch (IOException e) {
      return instructions; // it is not even opened
    } finally {
      flip(file, at, bit);
    }
  }

  private long nextCheckpoint(ChunkHeader from) {
    return chunks.stream()
        .filter(h -> h.kind() == ChunkHeader.Kind.CHECKPOINT && h.offset() > from.offset())
        .mapToLong(ChunkHeader::retired)
        .min()
        .orElse(instructions);
  }
}
