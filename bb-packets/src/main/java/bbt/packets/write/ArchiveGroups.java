package bbt.packets.write;

import bbt.packets.FrameDecoder;
import bbt.packets.bytes.ArchiveCodec;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;

/** Codes the chunks of an archive, and decides where groups begin. */
final class ArchiveGroups {
  /** Bytes of the contents of a group of frames, at most, but of one that is a single frame. */
  static final long USUAL = 1 << 22;

  private final long most;

  private final ArchiveCodec[] codecs = new ArchiveCodec[PacketFormat.FAMILIES];

  /** Where the last chunk of each family stands. */
  private final long[] last = new long[PacketFormat.FAMILIES];

  private final ByteSink stored = new ByteSink(1 << 14);

  /**
   * Creates groups of a size.
   *
   * @param most bytes of the contents of a group of frames; of another family twice as many, as a
   *     checkpoint repeats much of what is in its group
   */
  ArchiveGroups(long most) {
    this.most = most;
  }

  /**
   * Codes a chunk.
   *
   * @param offset where it stands in the file
   * @return its stored bytes, until the next call; null if chunks of its type are not for groups
   */
  ByteSink encode(int type, long offset, ByteSink content) {
    int family = PacketFormat.family(type);
    if (family < 0) {
      return null;
    }
    ArchiveCodec codec = codecs[family];
    boolean begins = codec == null;
    if (begins) {
      codec = new ArchiveCodec();
      codecs[family] = codec;
    } else if (codec.size() + content.size() > (type == PacketFormat.FRAME ? most : 2 * most)) {
      codec.restart();
      begins = true;
    }
    stored.clear();
    stored.varint(begins ? 0 : offset - last[family]);
    last[family] = offset;
    boolean isFrame = type == PacketFormat.FRAME;
    FrameDecoder.BitStream bits =
        isFrame ? FrameDecoder.bits(content) : new FrameDecoder.BitStream(0, 0);
    codec.encode(content, bits.at(), bits.words(), stored);
    return stored;
  }
}
