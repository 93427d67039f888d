package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds the index of a trace from its chunks, told in the order of the file. */
public final class IndexBuilder {
  private final List<TraceIndex.Entry> entries = new ArrayList<>();

  /** The first sideband chunk of each hart since its last frame. */
  private final Map<Integer, Long> sidebands = new HashMap<>();

  private long hash;
  private long end = -1;

  /**
   * The next chunk.
   *
   * @param clock of a frame: the common clock at its start
   * @param contentHash of its content
   */
  public void add(int type, int hart, long retired, long clock, long offset, long contentHash) {
    if (type == PacketFormat.HEADER || type == PacketFormat.PARITY || end >= 0) {
      return;
    }
    if (type == PacketFormat.END) {
      end = offset; // its content hash covers the header, too
      return;
    }
    hash = addChunk(hash, contentHash, retired, hart, type);
    switch (type) {
      case PacketFormat.SIDEBAND -> sidebands.putIfAbsent(hart, offset);
      case PacketFormat.FRAME -> {
        Long sideband = sidebands.remove(hart);
        entry(TraceIndex.Kind.FRAME, hart, retired, clock, sideband != null ? sideband : offset);
      }
      case PacketFormat.CHECKPOINT -> {
        entry(TraceIndex.Kind.CHECKPOINT, hart, retired, -1, offset);
        sidebands.remove(hart);
      }
      case PacketFormat.EPOCH -> entry(TraceIndex.Kind.EPOCH, 0, retired, retired, offset);
      default -> {}
    }
  }

  private void entry(TraceIndex.Kind kind, int hart, long retired, long clock, long offset) {
    entries.add(new TraceIndex.Entry(kind, hart, retired, clock, offset, hash));
  }

  /** A hash over chunks, with one more. */
  public static long addChunk(long hash, long contentHash, long retired, int hart, int type) {
    return (hash ^ contentHash ^ Long.rotateLeft(retired, 32) ^ type ^ (long) hart << 8)
        * PacketFormat.MIX;
  }

  /** Bytes are lost: what comes next may have lost its sideband. */
  void gap() {
    sidebands.clear();
  }

  /** Returns the index of the chunks told so far. */
  public TraceIndex index() {
    return new TraceIndex(entries, hash, end);
  }
}
