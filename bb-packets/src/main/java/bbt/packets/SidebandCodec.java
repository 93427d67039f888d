package bbt.packets;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The contents of all chunks but frames, in both directions. */
final class SidebandCodec {
  private SidebandCodec() {}

  static void writeHeader(ByteSink out, TraceHeader header) {
    out.varint(header.entries().size());
    for (Map.Entry<String, String> e : header.entries().entrySet()) {
      out.text(e.getKey());
      out.text(e.getValue());
    }
  }

  static TraceHeader readHeader(ByteSource in) throws TraceFormatException {
    SortedMap<String, String> entries = new TreeMap<>();
    int count = in.count(16);
    for (int i = 0; i < count; i++) {
      String key = in.text();
      entries.put(key, in.text());
    }
    try {
      return new TraceHeader(entries);
    } catch (IllegalArgumentException e) {
      throw in.bad(e.getMessage());
    }
  }

  /**
   * Appends a record.
   *
   * @param lastRetired count of the record before it in the chunk, or of the chunk
   */
  static void writeRecord(ByteSink out, SidebandRecord item, long lastRetired) {
    switch (item) {
      case SidebandRecord.Code c -> {
        out.u8(PacketFormat.CODE);
        out.varint(c.retired() - lastRetired);
        out.varint(c.line() / SidebandRecord.Code.LINE);
        out.u32(c.mask());
        for (short halfword : c.halfwords()) {
          out.u16(halfword);
        }
      }
      case SidebandRecord.Mapping m -> {
        out.u8(PacketFormat.MAPPING);
        out.varint(m.retired() - lastRetired);
        out.varint(m.addressSpace() + 1);
        out.signed(m.virtualPage() >> 12);
        out.varint(m.physicalPage() >>> 12);
      }
      case SidebandRecord.Task t -> {
        out.u8(PacketFormat.TASK);
        out.varint(t.retired() - lastRetired);
        out.u64(t.task());
        out.varint(t.pid() + 1L);
        out.text(t.name());
      }
      case SidebandRecord.Time t -> {
        out.u8(PacketFormat.TIME);
        out.varint(t.retired() - lastRetired);
        out.varint(t.ticks());
      }
      case SidebandRecord.Symbols s -> {
        out.u8(PacketFormat.SYMBOLS);
        out.varint(s.retired() - lastRetired);
        out.text(s.image());
        out.varint(s.addressSpace() + 1);
        out.varint(s.addresses().length);
        long last = 0;
        for (int i = 0; i < s.addresses().length; i++) {
          out.signed(s.addresses()[i] - last);
          last = s.addresses()[i];
          out.text(s.names()[i]);
        }
      }
      case SidebandRecord.Note n -> {
        out.u8(PacketFormat.NOTE);
        out.varint(n.retired() - lastRetired);
        out.text(n.key());
        out.text(n.value());
      }
    }
  }

  static List<SidebandRecord> readRecords(ByteSource in, long chunkRetired)
      throws TraceFormatException {
    List<SidebandRecord> records = new ArrayList<>();
    long retired = chunkRetired;
    while (in.remaining() > 0) {
      int kind = in.u8();
      retired += in.varint();
      records.add(
          switch (kind) {
            case PacketFormat.CODE -> {
              long line = in.varint() * SidebandRecord.Code.LINE;
              int mask = in.u32();
              short[] halfwords = new short[Integer.bitCount(mask)];
              for (int i = 0; i < halfwords.length; i++) {
                halfwords[i] = (short) in.u16();
              }
              yield new SidebandRecord.Code(retired, line, mask, halfwords);
            }
            case PacketFormat.MAPPING -> {
              int addressSpace = (int) in.varint() - 1;
              long virtual = in.signed() << 12;
              yield new SidebandRecord.Mapping(retired, addressSpace, virtual, in.varint() << 12);
            }
            case PacketFormat.TASK -> {
              long task = in.u64();
              int pid = (int) (in.varint() - 1);
              yield new SidebandRecord.Task(retired, task, pid, in.text());
            }
            case PacketFormat.TIME -> new SidebandRecord.Time(retired, in.varint());
            case PacketFormat.SYMBOLS -> readSymbols(in, retired);
            case PacketFormat.NOTE -> {
              String key = in.text();
              yield new SidebandRecord.Note(retired, key, in.text());
            }
            default -> throw in.bad("unknown sideband record kind " + kind);
          });
    }
    return records;
  }

  private static SidebandRecord readSymbols(ByteSource in, long retired)
      throws TraceFormatException {
    String image = in.text();
    int addressSpace = (int) in.varint() - 1;
    int count = in.count(16);
    long[] addresses = new long[count];
    String[] names = new String[count];
    long last = 0;
    for (int i = 0; i < count; i++) {
      last += in.signed();
      addresses[i] = last;
      names[i] = in.text();
    }
    return new SidebandRecord.Symbols(retired, image, addressSpace, addresses, names);
  }

  static void writeEnd(ByteSink out, Chunk.End end) {
    out.u64(end.verifyHash());
    out.signed(end.exitCode());
    out.text(end.reason());
    out.varint(end.frames());
    out.varint(end.packets());
    out.varint(end.bits());
    out.varint(end.targets());
    out.u64(end.contentHash());
  }

  static Chunk.End readEnd(ByteSource in, long offset, long retired) throws TraceFormatException {
    long hash = in.u64();
    int exitCode = (int) in.signed();
    String reason = in.text();
    long frames = in.varint();
    long packets = in.varint();
    long bits = in.varint();
    long targets = in.varint();
    return new Chunk.End(
        offset, retired, hash, exitCode, reason, frames, packets, bits, targets, in.u64());
  }

  static void writeIndex(ByteSink out, TraceIndex index) {
    out.varint(index.entries().size());
    long retired = 0;
    long offset = 0;
    for (TraceIndex.Entry e : index.entries()) {
      out.u8(e.checkpoint() ? 1 : 0);
      out.varint(e.hart());
      out.varint(e.retired() - retired);
      out.varint(e.offset() - offset);
      retired = e.retired();
      offset = e.offset();
    }
  }

  static TraceIndex readIndex(ByteSource in) throws TraceFormatException {
    int count = in.count(32);
    List<TraceIndex.Entry> entries = new ArrayList<>(count);
    long retired = 0;
    long offset = 0;
    for (int i = 0; i < count; i++) {
      boolean checkpoint = in.u8() != 0;
      int hart = (int) in.varint();
      retired += in.varint();
      offset += in.varint();
      entries.add(new TraceIndex.Entry(checkpoint, hart, retired, offset));
    }
    return new TraceIndex(entries);
  }
}
