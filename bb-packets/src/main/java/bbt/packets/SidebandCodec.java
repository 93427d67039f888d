package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Encodes and decodes the contents of all chunks but frames. */
public final class SidebandCodec {
  private SidebandCodec() {}

  public static void writeHeader(ByteSink out, TraceHeader header) {
    out.varint(header.entries().size());
    for (Map.Entry<String, String> e : header.entries().entrySet()) {
      out.text(e.getKey());
      out.text(e.getValue());
    }
  }

  static TraceHeader readHeader(ByteSource in, int version) throws TraceFormatException {
    SortedMap<String, String> entries = new TreeMap<>();
    int count = in.count(16);
    for (int i = 0; i < count; i++) {
      String key = in.text();
      entries.put(key, in.text());
    }
    try {
      return new TraceHeader(entries, version);
    } catch (IllegalArgumentException e) {
      throw in.bad(e.getMessage());
    }
  }

  /**
   * Appends a record.
   *
   * @param lastRetired count of the record before it in the chunk, or of the chunk
   */
  public static void writeRecord(ByteSink out, SidebandRecord item, long lastRetired) {
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

  /** Begins the content of a SIDEBAND or CHECKPOINT chunk. */
  public static void writeNumber(ByteSink out, long number) {
    out.u8(PacketFormat.NUMBER);
    out.varint(0);
    out.varint(number);
  }

  /** The content of a SIDEBAND or CHECKPOINT chunk. */
  public static Chunk.Sideband readSideband(
      ByteSource in, long offset, boolean checkpoint, int hart, long retired)
      throws TraceFormatException {
    long number = -1;
    if (in.peek() == PacketFormat.NUMBER) {
      in.u8();
      in.varint();
      number = in.varint();
    }
    return new Chunk.Sideband(offset, checkpoint, hart, retired, number, readRecords(in, retired));
  }

  private static List<SidebandRecord> readRecords(ByteSource in, long chunkRetired)
      throws TraceFormatException {
    List<SidebandRecord> records = new ArrayList<>();
    long retired = chunkRetired;
    long items = 0;
    while (in.remaining() > 0) {
      int kind = in.u8();
      retired = in.retired(retired);
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
              int addressSpace = addressSpace(in);
              long virtual = in.signed() << 12;
              yield new SidebandRecord.Mapping(retired, addressSpace, virtual, in.varint() << 12);
            }
            case PacketFormat.TASK -> {
              long task = in.u64();
              int pid = (int) in.upTo(Integer.MAX_VALUE, "process") - 1;
              yield new SidebandRecord.Task(retired, task, pid, in.name());
            }
            case PacketFormat.TIME -> new SidebandRecord.Time(retired, ticks(in));
            case PacketFormat.SYMBOLS -> readSymbols(in, retired);
            case PacketFormat.NOTE -> {
              String key = in.text();
              yield new SidebandRecord.Note(retired, key, in.text());
            }
            default -> throw in.bad("unknown sideband record kind " + kind);
          });
      items += records.getLast().items();
      if (items > PacketFormat.MAX_ITEMS) {
        throw in.bad("more than " + PacketFormat.MAX_ITEMS + " records and symbols");
      }
    }
    return records;
  }

  /** Reads the number of an address space, or {@link SidebandRecord#GLOBAL}. */
  private static int addressSpace(ByteSource in) throws TraceFormatException {
    return (int) in.upTo(Integer.MAX_VALUE, "address space") - 1;
  }

  private static long ticks(ByteSource in) throws TraceFormatException {
    return in.upTo(PacketFormat.MAX_COUNT, "ticks");
  }

  private static SidebandRecord readSymbols(ByteSource in, long retired)
      throws TraceFormatException {
    String image = in.name();
    int addressSpace = addressSpace(in);
    int count = in.items(16);
    long[] addresses = new long[count];
    String[] names = new String[count];
    long last = 0;
    for (int i = 0; i < count; i++) {
      last += in.signed();
      addresses[i] = last;
      names[i] = in.name();
    }
    return new SidebandRecord.Symbols(retired, image, addressSpace, addresses, names);
  }

  public static void writeEpoch(ByteSink out, Chunk.Epoch epoch) {
    out.varint(epoch.ticks());
    writeCounts(out, epoch.retired());
  }

  static Chunk.Epoch readEpoch(ByteSource in, long offset, long clock) throws TraceFormatException {
    long ticks = ticks(in);
    return new Chunk.Epoch(offset, clock, ticks, readCounts(in, clock));
  }

  private static void writeCounts(ByteSink out, long[] retired) {
    out.varint(retired.length);
    for (long each : retired) {
      out.varint(each);
    }
  }

  private static long[] readCounts(ByteSource in, long clock) throws TraceFormatException {
    int harts = in.count(8);
    if (harts < 1 || harts > PacketFormat.MAX_HARTS) {
      throw in.bad("a machine of " + harts + " harts");
    }
    long[] retired = new long[harts];
    long sum = 0;
    for (int i = 0; i < harts; i++) {
      // At most what is left of the clock, so that the sum does not overflow.
      retired[i] = in.upTo(clock - sum, "a hart's count");
      sum += retired[i];
    }
    if (sum != clock) {
      throw in.bad("the harts' counts add up to " + sum + ", the clock is " + clock);
    }
    return retired;
  }

  /**
   * Appends a piece of the schedule.
   *
   * @param quantum length of a usual turn
   */
  public static void writeSchedule(ByteSink out, Chunk.Schedule schedule, long quantum) {
    out.u8(schedule.open() ? PacketFormat.FLAG_OPEN : 0);
    writeCounts(out, schedule.retired());
    int harts = schedule.retired().length;
    out.varint(quantum);
    out.varint(schedule.quanta().size());
    // Two streams: the first repeats itself, the second does not.
    int last = -1;
    for (Chunk.Quantum q : schedule.quanta()) {
      out.varint((long) Math.floorMod(q.hart() - last - 1, harts) << 1 | (q.packets() > 0 ? 1 : 0));
      if (q.packets() > 0) {
        out.varint(q.packets());
      }
      last = q.hart();
    }
    for (Chunk.Quantum q : schedule.quanta()) {
      out.signed(q.instructions() - quantum);
    }
  }

  static Chunk.Schedule readSchedule(ByteSource in, long offset, long clock)
      throws TraceFormatException {
    boolean open = (in.u8() & PacketFormat.FLAG_OPEN) != 0;
    long[] retired = readCounts(in, clock);
    int harts = retired.length;
    long quantum = in.upTo(PacketFormat.MAX_COUNT, "quantum");
    int count = in.items(16);
    long left = PacketFormat.MAX_COUNT - clock;
    int[] hart = new int[count];
    int[] packets = new int[count];
    int last = -1;
    for (int i = 0; i < count; i++) {
      long control = in.varint();
      last = (int) ((last + 1 + (control >>> 1) % harts) % harts);
      hart[i] = last;
      packets[i] = (control & 1) != 0 ? (int) in.upTo(Integer.MAX_VALUE, "packets") : 0;
    }
    List<Chunk.Quantum> quanta = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long instructions = quantum + in.signed();
      if (instructions < 0 || instructions > left) {
        throw in.bad("a quantum of " + instructions + " instructions");
      }
      left -= instructions;
      quanta.add(new Chunk.Quantum(hart[i], instructions, packets[i]));
    }
    return new Chunk.Schedule(offset, open, clock, retired, List.copyOf(quanta));
  }

  public static void writeEnd(ByteSink out, Chunk.End end) {
    out.signed(end.exitCode());
    out.text(end.reason());
    out.varint(end.frames());
    out.varint(end.packets());
    out.varint(end.bits());
    out.varint(end.targets());
    out.u64(end.contentHash());
    out.varint(end.ticks());
    out.varint(end.harts().size());
    for (Chunk.HartEnd hart : end.harts()) {
      out.varint(hart.retired());
      out.u64(hart.verifyHash());
    }
  }

  /**
   * Reads an end record.
   *
   * @param version version of the file
   * @param retired from the chunk's header
   */
  static Chunk.End readEnd(ByteSource in, int version, long offset, long retired)
      throws TraceFormatException {
    long onlyHash = version == 1 ? in.u64() : 0;
    int exitCode = (int) in.signed();
    String reason = in.name();
    long frames = in.varint();
    long packets = in.varint();
    long bits = in.varint();
    long targets = in.varint();
    long contentHash = in.u64();
    List<Chunk.HartEnd> harts = new ArrayList<>();
    long ticks = -1;
    if (version == 1) {
      harts.add(new Chunk.HartEnd(retired, onlyHash));
    } else {
      ticks = ticks(in);
      int count = in.count(72);
      long left = PacketFormat.MAX_COUNT;
      for (int i = 0; i < count; i++) {
        long its = in.upTo(left, "a hart's count");
        left -= its;
        harts.add(new Chunk.HartEnd(its, in.u64()));
      }
    }
    return new Chunk.End(
        offset,
        List.copyOf(harts),
        exitCode,
        reason,
        frames,
        packets,
        bits,
        targets,
        contentHash,
        ticks);
  }

  public static void writeIndex(ByteSink out, TraceIndex index) {
    out.u64(index.hash());
    out.u64(index.endOffset());
    for (TraceIndex.Entry e : index.entries()) {
      out.u16(
          switch (e.kind()) {
            case FRAME -> PacketFormat.INDEX_FRAME;
            case CHECKPOINT -> PacketFormat.INDEX_CHECKPOINT;
            case EPOCH -> PacketFormat.INDEX_EPOCH;
          });
      out.u16(e.hart());
      out.u32(0);
      out.u64(e.retired());
      out.u64(e.clock());
      out.u64(e.offset());
      out.u64(e.hash());
    }
  }

  /**
   * Reads an index.
   *
   * @param version version of the file
   */
  static TraceIndex readIndex(ByteSource in, int version) throws TraceFormatException {
    if (version < PacketFormat.HASHED_INDEX_VERSION) {
      return readOldIndex(in, version);
    }
    long hash = in.u64();
    long end = in.u64();
    List<TraceIndex.Entry> entries = new ArrayList<>();
    while (in.remaining() > 0) {
      entries.add(readIndexEntry(in));
    }
    return new TraceIndex(entries, hash, end);
  }

  static TraceIndex.Entry readIndexEntry(ByteSource in) throws TraceFormatException {
    int kind = in.u16();
    int hart = in.u16();
    in.u32();
    return new TraceIndex.Entry(
        switch (kind) {
          case PacketFormat.INDEX_FRAME -> TraceIndex.Kind.FRAME;
          case PacketFormat.INDEX_CHECKPOINT -> TraceIndex.Kind.CHECKPOINT;
          case PacketFormat.INDEX_EPOCH -> TraceIndex.Kind.EPOCH;
          default -> throw in.bad("unknown kind of index entry " + kind);
        },
        hart,
        in.u64(),
        in.u64(),
        in.u64(),
        in.u64());
  }

  /** Before version 0.3 an index was compressed, its numbers were varints, and it had no hashes. */
  private static TraceIndex readOldIndex(ByteSource in, int version) throws TraceFormatException {
    int count = in.count(32);
    List<TraceIndex.Entry> entries = new ArrayList<>(count);
    long retired = 0;
    long offset = 0;
    long clock = 0;
    for (int i = 0; i < count; i++) {
      int kind = in.u8();
      int hart = (int) in.varint();
      retired += version == 1 ? in.varint() : in.signed();
      offset += in.varint();
      if (kind == PacketFormat.INDEX_CLOCKED_FRAME) {
        clock += in.signed();
      }
      entries.add(
          switch (kind) {
            case PacketFormat.INDEX_FRAME ->
                new TraceIndex.Entry(TraceIndex.Kind.FRAME, hart, retired, retired, offset, 0);
            case PacketFormat.INDEX_CLOCKED_FRAME ->
                new TraceIndex.Entry(TraceIndex.Kind.FRAME, hart, retired, clock, offset, 0);
            case PacketFormat.INDEX_CHECKPOINT ->
                new TraceIndex.Entry(TraceIndex.Kind.CHECKPOINT, hart, retired, -1, offset, 0);
            case PacketFormat.INDEX_EPOCH ->
                new TraceIndex.Entry(TraceIndex.Kind.EPOCH, 0, retired, retired, offset, 0);
            default -> throw in.bad("unknown kind of index entry " + kind);
          });
    }
    return new TraceIndex(entries, 0, -1);
  }
}
