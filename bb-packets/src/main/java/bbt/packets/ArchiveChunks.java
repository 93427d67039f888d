package bbt.packets;

import bbt.packets.bytes.ArchiveCodec;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The chunks of an archive, each of which needs those before it in its group. Read in the order of
 * the file each is decoded once; elsewhere the group is decoded from its beginning. The contents of
 * the group that was read last are kept, of each family: whoever goes back in it pays nothing.
 */
final class ArchiveChunks {
  private final TraceReader reader;
  private final Family[] families = new Family[PacketFormat.FAMILIES];

  ArchiveChunks(TraceReader reader) {
    this.reader = reader;
  }

  /** The known chunks of a family. */
  private static final class Family {
    final ArchiveCodec codec = new ArchiveCodec();

    /** Contents of a group, from its beginning on, by offset; the last one's offset, or -1. */
    final Map<Long, byte[]> contents = new HashMap<>();

    long last = -1;

    /** Chunks that cannot be decoded: whoever needs one cannot be, either. */
    final Set<Long> lost = new HashSet<>();

    void restart() {
      codec.restart();
      contents.clear();
      last = -1;
    }
  }

  /** Where a chunk's code begins in its stored bytes, and the chunk that it needs, or -1. */
  private record Link(int from, long before) {}

  private static Link link(TraceReader.RawChunk chunk) {
    try {
      ByteSource in = new ByteSource(chunk.stored, 0, chunk.stored.length, chunk.offset);
      long back = in.upTo(chunk.offset, "distance to the chunk before");
      int from = chunk.stored.length - in.remaining();
      return new Link(from, back == 0 ? -1 : chunk.offset - back);
    } catch (TraceFormatException e) {
      return null;
    }
  }

  /**
   * Decodes a chunk.
   *
   * @param chunk with its stored bytes, whose checksum is right
   * @return its content; null if it cannot be had: then the chunk's damage says why
   */
  byte[] content(TraceReader.RawChunk chunk) throws IOException {
    int number = PacketFormat.family(chunk.type);
    Link link = number < 0 ? null : link(chunk);
    if (link == null) {
      chunk.damage = "cannot decompress the chunk at offset " + chunk.offset + " (codec 4)";
      return null;
    }
    if (families[number] == null) {
      families[number] = new Family();
    }
    Family family = families[number];
    byte[] known = family.contents.get(chunk.offset);
    if (known != null) {
      return known;
    }
    String missing = missing(family, number, chunk.offset, link.before);
    if (missing != null) {
      family.lost.add(chunk.offset);
      chunk.damage = "the chunk at offset " + chunk.offset + " needs " + missing;
      return null;
    }
    byte[] content = decode(family, chunk, link);
    if (content == null) {
      chunk.damage = "cannot decompress the chunk at offset " + chunk.offset + " (codec 4)";
    }
    return content;
  }

  /** Brings a family to where the chunk behind another one can be decoded; else says why not. */
  private String missing(Family family, int number, long offset, long before) throws IOException {
    if (before < 0 || family.last == before) {
      return null;
    }
    if (family.contents.containsKey(before) || before < family.last && family.last < offset) {
      return "the one at offset " + before + ", and there is another one of its kind between them";
    }
    List<Long> chain = new ArrayList<>();
    long at = before;
    for (long size = 0; at >= 0; ) {
      TraceReader.RawChunk chunk = family.lost.contains(at) ? null : reader.stored(at);
      Link link = chunk == null || !isOf(chunk, number) ? null : link(chunk);
      size += link == null ? 0 : chunk.contentLength;
      if (link == null || size > PacketFormat.MAX_CONTENT) {
        return "the one at offset " + at + ", which is lost";
      }
      chain.add(at);
      at = link.before;
    }
    for (long each : chain.reversed()) {
      TraceReader.RawChunk chunk = reader.stored(each);
      if (decode(family, chunk, link(chunk)) == null) {
        return "the one at offset " + each + ", which is lost";
      }
    }
    return null;
  }

  private static boolean isOf(TraceReader.RawChunk chunk, int number) {
    return chunk.damage == null
        && (chunk.head[9] & 0xFF) == PacketFormat.ARCHIVE
        && PacketFormat.family(chunk.type) == number;
  }

  private byte[] decode(Family family, TraceReader.RawChunk chunk, Link link) {
    if (link.before < 0) {
      family.restart();
    }
    byte[] content = family.codec.decode(chunk.stored, link.from, chunk.contentLength);
    if (content == null || !reader.isHashed(chunk, content)) {
      family.restart();
      family.lost.add(chunk.offset);
      return null;
    }
    family.contents.put(chunk.offset, content);
    family.last = chunk.offset;
    return content;
  }
}
