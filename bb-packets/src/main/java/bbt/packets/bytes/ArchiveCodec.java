package bbt.packets.bytes;

/**
 * The codec of an archive: it codes each content with what it knows of those before it in its
 * group. docs/trace-format.md, "Archive", specifies every step; all of it is integer arithmetic, so
 * that it comes out alike everywhere. Takes some 60 MB; for one thread at a time.
 */
public final class ArchiveCodec {
  /** Bits that may be decided one by one for each stored byte, and in any chunk: they take time. */
  private static final long SINGLES_PER_BYTE = 512;

  private static final long FREE_SINGLES = 1 << 16;

  private ByteModel bytes;
  private BranchModel bits;
  private long size;

  /** Creates a codec at the beginning of a group. */
  public ArchiveCodec() {}

  /** Begins another group. */
  public void restart() {
    size = 0;
    if (bytes != null) {
      bytes.restart();
    }
    if (bits != null) {
      bits.restart();
    }
  }

  /** Bytes of the contents of the group so far. */
  public long size() {
    return size;
  }

  private void open(int words) {
    bytes = bytes == null ? new ByteModel() : bytes;
    bits = bits == null && words > 0 ? new BranchModel() : bits;
  }

  /**
   * Codes the next content of the group.
   *
   * @param place where the words of branch bits begin, if there are any
   * @param words how many they are
   * @param out gets the result
   */
  public void encode(ByteSink content, int place, int words, ByteSink out) {
    open(words);
    int start = out.size();
    int length = content.size();
    int behind = place + Long.BYTES * words;
    out.varint(place);
    out.varint(words);
    RangeCoder.Encoder coder = new RangeCoder.Encoder(out);
    bytes.pass(coder, content.array(), 0, place, true);
    bytes.pass(coder, content.array(), behind, length - behind, true);
    long singles = 8L * (length - Long.BYTES * words);
    if (words > 0) {
      singles += bits.pass(coder, content.array(), place, words, true, Long.MAX_VALUE - 1);
    }
    coder.finish();
    size += length;
    // A reader takes no more of it for each stored byte.
    while (length > PacketFormat.MOST_PER_BYTE * out.size() || singles > most(out.size() - start)) {
      out.u8(0);
    }
  }

  private static long most(int stored) {
    return FREE_SINGLES + SINGLES_PER_BYTE * stored;
  }

  /**
   * Decodes the next content of the group. If it cannot, the group is of no use any more.
   *
   * @param stored what {@link #encode} wrote, from {@code from} on; it may be damaged
   * @param contentLength what it comes to
   * @return null if it is no content of that length
   */
  public byte[] decode(byte[] stored, int from, int contentLength) {
    ByteSource in = new ByteSource(stored, from, stored.length, 0);
    int place;
    int words;
    try {
      place = (int) in.upTo(contentLength, "place of the bits");
      words = (int) in.upTo((contentLength - place) / Long.BYTES, "words of bits");
    } catch (TraceFormatException e) {
      return null;
    }
    int rest = contentLength - Long.BYTES * words;
    long most = most(stored.length - from) - 8L * rest;
    size += contentLength;
    if (most < 0 || size > PacketFormat.MAX_CONTENT) {
      return null;
    }
    open(words);
    byte[] content = new byte[contentLength];
    RangeCoder.Decoder coder = new RangeCoder.Decoder(stored, stored.length - in.remaining());
    bytes.pass(coder, content, 0, place, false);
    bytes.pass(coder, content, place + Long.BYTES * words, rest - place, false);
    if (words > 0 && bits.pass(coder, content, place, words, false, most) > most) {
      return null;
    }
    return coder.onlyZerosAreLeft() ? content : null;
  }
}
