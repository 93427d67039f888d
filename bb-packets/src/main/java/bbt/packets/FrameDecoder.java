package bbt.packets;

import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.ByteSource;
import bbt.packets.bytes.PacketFormat;
import bbt.packets.bytes.TraceFormatException;
import bbt.packets.write.FrameEncoder;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes frames: makes a {@link Frame} of a chunk's content. {@link FrameEncoder} is the other
 * direction.
 */
public final class FrameDecoder {
  private FrameDecoder() {}

  /** The common clock at a frame's start; its own count if it cannot be read. */
  static long clock(TraceReader.RawChunk chunk) {
    try {
      ByteSource in = chunk.source();
      return start(in, in.u8(), chunk.retired).clock();
    } catch (TraceFormatException e) {
      return chunk.retired;
    }
  }

  private static FrameStart start(ByteSource in, int flags, long retired)
      throws TraceFormatException {
    long pc = in.varint();
    int privilege = in.u8();
    if (privilege > PacketFormat.MAX_PRIVILEGE) {
      throw in.bad("privilege " + privilege);
    }
    int addressSpace = (int) in.upTo(Integer.MAX_VALUE, "address space");
    long task = in.varint();
    long clock =
        (flags & PacketFormat.FLAG_CLOCK) != 0 ? in.upTo(PacketFormat.MAX_COUNT, "clock") : retired;
    return new FrameStart(retired, pc, privilege, addressSpace, task, clock);
  }

  /** The sizes of a frame. */
  public record Counts(int packets, int bits, int targets) {}

  /**
   * Reads how much the content of a frame holds.
   *
   * @param retired count at its start
   */
  public static Counts counts(ByteSource in, long retired) throws TraceFormatException {
    int flags = in.u8();
    start(in, flags, retired);
    if ((flags & PacketFormat.FLAG_NUMBERED) != 0) {
      in.varint();
    }
    return new Counts(in.items(8), in.count(1), in.items(8));
  }

  /**
   * Where the words of branch bits stand in a frame's content.
   *
   * @param at the first of their bytes
   * @param words how many they are
   */
  public record BitStream(int at, int words) {}

  /**
   * Finds the branch bits in the content of a frame.
   *
   * @return no words if it cannot be read
   */
  public static BitStream bits(ByteSink content) {
    ByteSource in = new ByteSource(content.array(), 0, content.size(), 0);
    try {
      int words = (counts(in, 0).bits() + 63) / 64;
      int packetBytes = in.count(8);
      in.varint();
      in.part(packetBytes);
      in.part(Math.multiplyExact(words, Long.BYTES));
      return new BitStream(content.size() - in.remaining() - words * Long.BYTES, words);
    } catch (TraceFormatException e) {
      return new BitStream(0, 0);
    }
  }

  static Frame decode(TraceReader.RawChunk chunk) throws TraceFormatException {
    ByteSource in = chunk.source();
    int flags = in.u8();
    Mode mode = (flags & PacketFormat.FLAG_COMPACT) != 0 ? Mode.COMPACT : Mode.RAW;
    boolean verify = (flags & PacketFormat.FLAG_VERIFY) != 0;
    FrameStart start = start(in, flags, chunk.retired);
    long sidebands = (flags & PacketFormat.FLAG_NUMBERED) != 0 ? in.varint() : -1;
    int packetCount = in.items(8);
    int bits = in.count(1);
    int targetCount = in.items(8);
    int packetBytes = in.count(8);
    int targetBytes = in.count(8);
    ByteSource packetStream = in.part(packetBytes);
    long[] words = new long[(bits + 63) / 64];
    for (int i = 0; i < words.length; i++) {
      words[i] = in.u64();
    }
    long[] targets = targets(in.part(targetBytes), mode, start.pc(), targetCount);
    Claims claims = new Claims(packetCount, bits, targetCount, chunk.endRetired, verify);
    List<Packet> packets = packets(packetStream, claims, start);
    long totalBits = 0;
    long totalTargets = 0;
    for (Packet packet : packets) {
      totalBits += packet.bits();
      totalTargets += packet.targets();
    }
    if (totalBits != bits || totalTargets != targetCount) {
      throw in.bad("packets do not add up to the frame's streams");
    }
    return new Frame(
        chunk.offset,
        chunk.hart,
        mode,
        verify,
        start,
        sidebands,
        chunk.endRetired,
        packets,
        words,
        bits,
        targets,
        PacketFormat.CHUNK_HEADER + chunk.storedLength);
  }

  private static long[] targets(ByteSource in, Mode mode, long pc, int count)
      throws TraceFormatException {
    long[] targets = new long[count];
    long last = pc;
    for (int i = 0; i < count; i++) {
      last = mode == Mode.RAW ? in.u64() : last + in.signed();
      targets[i] = last;
    }
    return targets;
  }

  /** The numbers that a frame states of its packets before they come. */
  private record Claims(int count, int bits, int targets, long endRetired, boolean verify) {}

  private static List<Packet> packets(ByteSource in, Claims claims, FrameStart start)
      throws TraceFormatException {
    int count = claims.count();
    boolean verify = claims.verify();
    List<Packet> packets = new ArrayList<>(count);
    long retired = start.retired();
    long pc = start.pc();
    int addressSpace = start.addressSpace();
    long task = start.task();
    long gapEnd = retired;
    for (int i = 0; i < count; i++) {
      int head = in.u8();
      retired = in.retired(retired);
      if (retired > claims.endRetired()) {
        throw in.bad("packet " + i + " starts at count " + retired + ", behind the frame's end");
      }
      if (retired < gapEnd) {
        throw in.bad("packet " + i + " starts at count " + retired + ", in a gap");
      }
      int bits = (int) in.upTo(claims.bits(), "bits");
      int targets = (int) in.upTo(claims.targets(), "targets");
      long from = pc;
      pc += in.signed();
      switch (head & 3) {
        case PacketFormat.NORMAL -> packets.add(new Packet.Normal(retired, pc, bits, targets));
        case PacketFormat.EXCEPTION -> {
          int kind = head >>> 2 & 7;
          if (kind >= ExceptionKind.values().length) {
            throw in.bad("unknown exception kind " + kind);
          }
          long cause = in.varint();
          cause = (cause >>> 1) | (cause << 63);
          long epc = from + in.signed();
          long tval =
              switch (in.u8()) {
                case PacketFormat.TVAL_ZERO -> 0;
                case PacketFormat.TVAL_EPC -> epc;
                case PacketFormat.TVAL_OTHER -> in.u64();
                default -> throw in.bad("unknown form of a trap value");
              };
          long hash = verify ? in.u64() : 0;
          packets.add(
              new Packet.Exception(
                  retired,
                  pc,
                  bits,
                  targets,
                  ExceptionKind.values()[kind],
                  head >>> 5 & 3,
                  cause,
                  epc,
                  tval,
                  hash));
        }
        case PacketFormat.SWITCH -> {
          long previousTask = task;
          addressSpace = (int) (addressSpace + in.signed());
          long addressSpaceRegister = in.u64();
          task += in.signed();
          long stack = in.u64();
          long previousStack = in.u64();
          packets.add(
              new Packet.Switch(
                  retired,
                  pc,
                  bits,
                  targets,
                  addressSpace,
                  addressSpaceRegister,
                  task,
                  previousTask,
                  stack,
                  previousStack));
        }
        default -> {
          long instructions = in.upTo(PacketFormat.MAX_COUNT, "instructions of a gap");
          addressSpace = (int) (addressSpace + in.signed());
          task += in.signed();
          gapEnd = retired + instructions;
          if (gapEnd > claims.endRetired()) {
            throw in.bad("a gap ends at count " + gapEnd + ", behind the frame's end");
          }
          packets.add(
              new Packet.Gap(
                  retired, pc, bits, targets, instructions, head >>> 5 & 3, addressSpace, task));
        }
      }
    }
    return packets;
  }
}
