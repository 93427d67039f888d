package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import bbt.packets.write.TraceWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Makes hostile variants of a trace: other numbers in its fields, other chunks, another index, end
 * or header; all checksums and hashes are right, so that a reader gets to see what they say.
 */
public final class TraceMutator {
  private record Part(
      int type, int hart, long retired, long endRetired, long clock, byte[] content) {
    Part with(byte[] other) {
      return new Part(type, hart, retired, endRetired, clock, other);
    }
  }

  private static final long[] INTERESTING = {
    0,
    1,
    2,
    3,
    31,
    32,
    33,
    63,
    64,
    255,
    256,
    4095,
    4096,
    65535,
    1 << 20,
    1 << 26,
    Integer.MAX_VALUE,
    1L << 31,
    (1L << 32) - 1,
    1L << 32,
    1L << 40,
    1L << 61,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
    -2,
    -4096
  };

  private static final String[] TEXTS = {
    "",
    " ",
    "0",
    "-1",
    "99999999999999999999",
    "a b c",
    "\u0000",
    "%s%n",
    "7 10000,20000",
    "7 +1-0",
    "7 +ffffffffffffffff-1",
    "0 0 end",
    "-1 -1 00",
    "1 1 net x",
    "machine",
    "../../x",
    "x".repeat(5000)
  };

  private final TraceHeader header;
  private final List<Part> parts = new ArrayList<>();
  private final Chunk.End end;

  /** Reads a whole, sound trace. */
  public TraceMutator(Path file) throws IOException {
    try (TraceReader reader = TraceReader.open(file)) {
      header = reader.header();
      Chunk.End last = null;
      while (last == null) {
        Chunk chunk = reader.next();
        if (chunk instanceof Chunk.End found) {
          last = found;
        } else {
          TraceReader.RawChunk raw = reader.read(chunk.offset());
          long clock = chunk instanceof Frame frame ? frame.start().clock() : 0;
          parts.add(new Part(raw.type, raw.hart, raw.retired, raw.endRetired, clock, raw.content));
        }
      }
      end = last;
    }
  }

  /** Writes the variant of a number. */
  public void write(long seed, Path to) throws IOException {
    Random random = new Random(seed);
    List<Part> changed = new ArrayList<>(parts);
    Map<String, String> entries = new TreeMap<>(header.entries());
    Chunk.End last = end;
    boolean index = false;
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      switch (random.nextInt(16)) {
        case 0 -> last = end(random);
        case 1, 2 -> index = true;
        case 3 -> header(random, entries);
        case 4 -> arrange(random, changed);
        case 5, 6 -> part(random, changed, TraceMutator::counts);
        case 7 -> part(random, changed, TraceMutator::bytes);
        default -> part(random, changed, TraceMutator::field);
      }
    }
    TraceHeader its;
    try {
      its = new TraceHeader(entries);
    } catch (IllegalArgumentException e) {
      its = header; // refused when it is opened; HostileChunksTest
    }
    boolean hostile = index;
    try (TraceWriter writer = TraceWriter.create(to, its)) {
      for (Part part : changed) {
        ByteSink content = new ByteSink(part.content.length + 16);
        content.bytes(part.content, 0, part.content.length);
        writer.chunk(part.type, part.hart, part.retired, part.endRetired, part.clock, content);
      }
      writer.finish(last, good -> hostile ? index(random, good) : good);
    }
  }

  private interface Change {
    Part of(Random random, Part part);
  }

  private static void part(Random random, List<Part> all, Change change) {
    if (!all.isEmpty()) {
      int at = random.nextInt(all.size());
      all.set(at, change.of(random, all.get(at)));
    }
  }

  private static long value(Random random, long was) {
    return switch (random.nextInt(4)) {
      case 0 -> was + 1;
      case 1 -> was - 1;
      case 2 -> random.nextBoolean() ? 2 * was : was ^ 1L << random.nextInt(64);
      default -> INTERESTING[random.nextInt(INTERESTING.length)];
    };
  }

  private static void arrange(Random random, List<Part> all) {
    int at = random.nextInt(all.size());
    switch (random.nextInt(4)) {
      case 0 -> all.remove(at);
      case 1 -> all.add(random.nextInt(all.size()), all.get(at));
      case 2 -> Collections.swap(all, at, random.nextInt(all.size()));
      default -> all.subList(at, all.size()).clear();
    }
  }

  private static Part counts(Random random, Part p) {
    int hart = p.hart;
    long retired = p.retired;
    long to = p.endRetired;
    switch (random.nextInt(4)) {
      case 0 -> hart = random.nextInt(40);
      case 1 -> retired = value(random, retired);
      case 2 -> to = value(random, to);
      default -> {
        long by = value(random, 1);
        retired += by;
        to += by;
      }
    }
    return new Part(p.type, hart, retired, to, p.clock, p.content);
  }

  private static Part bytes(Random random, Part p) {
    if (p.content.length == 0) {
      return p;
    }
    byte[] content = p.content.clone();
    int at = random.nextInt(content.length);
    if (random.nextInt(3) == 0) {
      return p.with(java.util.Arrays.copyOf(content, at));
    }
    content[at] = (byte) random.nextInt(256);
    return p.with(content);
  }

  private Chunk.End end(Random random) {
    List<Chunk.HartEnd> harts = new ArrayList<>(end.harts());
    if (random.nextInt(3) == 0) {
      harts.add(new Chunk.HartEnd(value(random, 0), 0));
    }
    if (random.nextInt(3) == 0) {
      harts.removeLast();
    }
    harts.replaceAll(
        h -> random.nextBoolean() ? h : new Chunk.HartEnd(value(random, h.retired()), 1));
    return new Chunk.End(
        0,
        harts,
        (int) value(random, end.exitCode()),
        TEXTS[random.nextInt(TEXTS.length)],
        value(random, end.frames()),
        value(random, end.packets()),
        value(random, end.bits()),
        value(random, end.targets()),
        0,
        value(random, end.ticks()));
  }

  private static void header(Random random, Map<String, String> entries) {
    List<String> keys = new ArrayList<>(entries.keySet());
    keys.addAll(
        List.of("machine.harts", "trace.mode", "trace.verify", "machine.time", "trace.input"));
    String key = keys.get(random.nextInt(keys.size()));
    String[] others = {"raw", "compact", "true", "host", "notes", "stack", "1", "2", "32"};
    entries.put(
        key,
        random.nextBoolean()
            ? others[random.nextInt(others.length)]
            : TEXTS[random.nextInt(TEXTS.length)]);
  }

  private static TraceIndex index(Random random, TraceIndex good) {
    List<TraceIndex.Entry> entries = new ArrayList<>(good.entries());
    for (int n = random.nextInt(3); n >= 0 && !entries.isEmpty(); n--) {
      int at = random.nextInt(entries.size());
      TraceIndex.Entry e = entries.get(at);
      boolean all = random.nextBoolean();
      entries.set(
          at,
          new TraceIndex.Entry(
              e.kind(),
              random.nextInt(8) == 0 ? random.nextInt(300) : e.hart(),
              all && random.nextBoolean() ? value(random, e.retired()) : e.retired(),
              all && random.nextBoolean() ? value(random, e.clock()) : e.clock(),
              random.nextBoolean() ? value(random, e.offset()) : good.endOffset(),
              random.nextBoolean() ? e.hash() : value(random, e.hash())));
    }
    return new TraceIndex(
        entries,
        random.nextBoolean() ? good.hash() : value(random, good.hash()),
        random.nextBoolean() ? good.endOffset() : value(random, good.endOffset()));
  }

  // ---- the fields of contents

  /** One field: a number of some width, or a text. */
  private record Token(int width, long value, byte[] text) {
    static final int VARINT = 0;
    static final int TEXT = -1;

    void write(ByteSink out) {
      switch (width) {
        case VARINT -> out.varint(value);
        case TEXT -> {
          out.varint(text.length);
          out.bytes(text, 0, text.length);
        }
        case 1 -> out.u8((int) value);
        case 2 -> out.u16((int) value);
        case 4 -> out.u32((int) value);
        default -> out.u64(value);
      }
    }
  }

  /** The fields of a chunk's content, and where two of a frame are that say how long others are. */
  private static final class Fields {
    final List<Token> all = new ArrayList<>();
    private final ByteSource in;

    Fields(byte[] content) {
      in = new ByteSource(content, 0, content.length, 0);
    }

    long take(int width) throws TraceFormatException {
      long value =
          switch (width) {
            case Token.VARINT -> in.varint();
            case 1 -> in.u8();
            case 2 -> in.u16();
            case 4 -> in.u32();
            default -> in.u64();
          };
      all.add(new Token(width, value, null));
      return value;
    }

    void text() throws TraceFormatException {
      all.add(new Token(Token.TEXT, 0, in.text().getBytes(StandardCharsets.UTF_8)));
    }

    void take(int width, long times) throws TraceFormatException {
      for (long i = 0; i < times; i++) {
        take(width);
      }
    }

    int left() {
      return in.remaining();
    }
  }

  private static Part field(Random random, Part p) {
    Fields fields = new Fields(p.content);
    try {
      switch (p.type) {
        case PacketFormat.FRAME -> {
          return p.with(frame(random, fields));
        }
        case PacketFormat.SIDEBAND, PacketFormat.CHECKPOINT -> records(fields);
        default -> {
          if (p.type == PacketFormat.SCHEDULE) {
            fields.take(1);
          }
          while (fields.left() > 0) {
            fields.take(Token.VARINT);
          }
        }
      }
    } catch (TraceFormatException e) {
      return p; // it was changed before
    }
    return p.with(join(change(random, fields.all, 0, fields.all.size())));
  }

  private static List<Token> change(Random random, List<Token> all, int from, int to) {
    if (from < to) {
      int at = from + random.nextInt(to - from);
      Token t = all.get(at);
      all.set(
          at,
          t.width == Token.TEXT
              ? new Token(
                  t.width, 0, TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.UTF_8))
              : new Token(t.width, value(random, t.value), null));
    }
    return all;
  }

  private static byte[] join(List<Token> tokens) {
    ByteSink out = new ByteSink(1 << 12);
    tokens.forEach(token -> token.write(out));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(out.array(), 0, out.size());
    return bytes.toByteArray();
  }

  private static void records(Fields f) throws TraceFormatException {
    while (f.left() > 0) {
      int kind = (int) f.take(1);
      f.take(Token.VARINT);
      switch (kind) {
        case PacketFormat.CODE -> {
          f.take(Token.VARINT);
          f.take(2, Long.bitCount(f.take(4) & 0xFFFF_FFFFL));
        }
        case PacketFormat.MAPPING -> f.take(Token.VARINT, 3);
        case PacketFormat.TASK -> {
          f.take(8);
          f.take(Token.VARINT);
          f.text();
        }
        case PacketFormat.SYMBOLS -> {
          f.text();
          f.take(Token.VARINT);
          for (long n = f.take(Token.VARINT); n > 0; n--) {
            f.take(Token.VARINT);
            f.text();
          }
        }
        case PacketFormat.NOTE -> {
          f.text();
          f.text();
        }
        default -> f.take(Token.VARINT);
      }
    }
  }

  /** A frame with another field; lengths inside follow, unless they are what is changed. */
  private static byte[] frame(Random random, Fields f) throws TraceFormatException {
    long flags = f.take(1);
    f.take(Token.VARINT);
    f.take(1);
    f.take(Token.VARINT, 2);
    // A clock, and from version 0.4 on a number.
    f.take(Token.VARINT, Long.bitCount(flags & 0xC));
    final long packets = f.take(Token.VARINT);
    final long bits = f.take(Token.VARINT);
    final long targets = f.take(Token.VARINT);
    final int lengths = f.all.size();
    f.take(Token.VARINT, 2);
    for (long i = 0; i < packets; i++) {
      int head = (int) f.take(1);
      f.take(Token.VARINT, 4);
      if ((head & 3) == PacketFormat.EXCEPTION) {
        f.take(Token.VARINT, 2);
        if (f.take(1) == PacketFormat.TVAL_OTHER) {
          f.take(8);
        }
        f.take(8, flags & PacketFormat.FLAG_VERIFY);
      } else if ((head & 3) == PacketFormat.SWITCH) {
        f.take(Token.VARINT);
        f.take(8);
        f.take(Token.VARINT);
        f.take(8, 2);
      }
    }
    final int words = f.all.size();
    f.take(8, (bits + 63) / 64);
    final int addresses = f.all.size();
    f.take((flags & PacketFormat.FLAG_COMPACT) != 0 ? Token.VARINT : 8, targets);
    // Mostly a number of the frame or of a packet: there are many more bits.
    int to = random.nextInt(4) == 0 ? f.all.size() : words;
    boolean length = random.nextInt(16) == 0;
    change(random, f.all, length ? lengths : 0, length ? lengths + 2 : to);
    if (!length) {
      int size = join(f.all.subList(lengths + 2, words)).length;
      f.all.set(lengths, new Token(Token.VARINT, size, null));
      size = join(f.all.subList(addresses, f.all.size())).length;
      f.all.set(lengths + 1, new Token(Token.VARINT, size, null));
    }
    return join(f.all);
  }

  /**
   * Writes a trace of the same header without any frame.
   *
   * @param whole with an end and an index
   */
  public void empty(boolean whole, Path to) throws IOException {
    try (TraceWriter writer = TraceWriter.create(to, header)) {
      if (whole) {
        List<Chunk.HartEnd> none =
            end.harts().stream().map(hart -> new Chunk.HartEnd(0, 0)).toList();
        writer.finish(new Chunk.End(0, none, 0, "nothing", 0, 0, 0, 0, 0, 0));
      }
    }
  }
}
