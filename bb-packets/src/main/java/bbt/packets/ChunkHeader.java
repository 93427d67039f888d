package bbt.packets;

import bbt.packets.bytes.PacketFormat;

/**
 * The header of a chunk: enough to compare two traces without reading them.
 *
 * @param offset file offset of the chunk
 * @param bytes of the chunk in the file, its header included
 * @param contentHash of its uncompressed content: equal content, equal hash
 * @param retired count at its start: the hart's; the common clock in EPOCH, SCHEDULE, END, INDEX;
 *     the file offset in PARITY
 * @param endRetired the same at its end
 */
public record ChunkHeader(
    long offset, Kind kind, int hart, long bytes, long contentHash, long retired, long endRetired) {
  /** Types of chunks. */
  public enum Kind {
    HEADER,
    FRAME,
    SIDEBAND,
    CHECKPOINT,
    INDEX,
    END,
    EPOCH,
    SCHEDULE,
    PARITY,
    /** A type of a later version. */
    OTHER;

    static Kind of(int type) {
      return switch (type) {
        case PacketFormat.HEADER -> HEADER;
        case PacketFormat.FRAME -> FRAME;
        case PacketFormat.SIDEBAND -> SIDEBAND;
        case PacketFormat.CHECKPOINT -> CHECKPOINT;
        case PacketFormat.INDEX -> INDEX;
        case PacketFormat.END -> END;
        case PacketFormat.EPOCH -> EPOCH;
        case PacketFormat.SCHEDULE -> SCHEDULE;
        case PacketFormat.PARITY -> PARITY;
        default -> OTHER;
      };
    }
  }

  /** Whether two chunks hold the same, wherever they stand. */
  public boolean sameContent(ChunkHeader other) {
    return kind == other.kind
        && hart == other.hart
        && contentHash == other.contentHash
        && retired == other.retired
        && endRetired == other.endRetired;
  }
}
