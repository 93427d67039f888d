package bbt.reconstruct.replay;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.TraceReader;
import bbt.translator.machine.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a trace's chunk headers say of the run.
 *
 * @param key tells runs apart: a hash over the header and the content hashes of all chunks
 * @param retired instructions that the trace holds, by hart
 * @param end null if the trace was cut
 * @param input what reached the guest, as lines of an input log
 */
record TraceFacts(
    TraceHeader header, String key, long[] retired, Chunk.End end, List<String> input) {
  static TraceFacts read(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      long hash = 0x9E3779B97F4A7C15L;
      for (Map.Entry<String, String> e : reader.header().entries().entrySet()) {
        hash = mix(mix(hash, e.getKey().hashCode()), e.getValue().hashCode());
      }
      long[] retired = new long[reader.harts()];
      Chunk.End end = null;
      List<String> input = new ArrayList<>();
      boolean noted = reader.header().get("trace.input", "").equals("notes");
      while (true) {
        ChunkHeader h = reader.peek();
        if (h == null) {
          if (reader.next() == null) { // else damage, which it has passed over
            break;
          }
          continue;
        }
        hash =
            mix(mix(mix(hash, h.contentHash()), h.retired()), h.hart() << 8 | h.kind().ordinal());
        if (h.kind() == ChunkHeader.Kind.FRAME && h.hart() < retired.length) {
          retired[h.hart()] = Math.max(retired[h.hart()], h.endRetired());
        }
        if (h.kind() == ChunkHeader.Kind.END && reader.next() instanceof Chunk.End e) {
          end = e;
          for (int i = 0; i < retired.length && i < e.harts().size(); i++) {
            retired[i] = e.harts().get(i).retired();
          }
        }
        if (noted
            && h.kind() == ChunkHeader.Kind.SIDEBAND
            && reader.next() instanceof Chunk.Sideband s) {
          for (SidebandRecord item : s.records()) {
            if (item instanceof SidebandRecord.Note n && n.key().equals(Machine.INPUT_NOTE)) {
              input.add(n.value());
            }
          }
        }
        reader.seek(h.offset() + h.bytes());
      }
      return new TraceFacts(reader.header(), String.format("%016x", hash), retired, end, input);
    }
  }

  private static long mix(long hash, long value) {
    long z = (hash ^ value) * 0xD6E8FEB86659FD93L;
    return z ^ z >>> 32;
  }

  /** Instructions of all harts. */
  long total() {
    long sum = 0;
    for (long each : retired) {
      sum += each;
    }
    return sum;
  }
}
