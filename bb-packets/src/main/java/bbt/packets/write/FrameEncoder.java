package bbt.packets.write;

import bbt.packets.FrameDecoder;
import bbt.packets.FrameStart;
import bbt.packets.Mode;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;

/**
 * Encodes the frame that is being written: its streams of packet headers, bits and targets. It does
 * not decide where a frame ends; {@link EventWriter} says where. {@link FrameDecoder} is the other
 * direction.
 */
public final class FrameEncoder {
  private final Mode mode;
  private final boolean verify;
  private final boolean clocked;
  private final ByteSink packetStream = new ByteSink(1 << 12);
  private final ByteSink targetStream = new ByteSink(1 << 14);
  private final ByteSink supplement = new ByteSink(64);
  private final ByteSink content = new ByteSink(1 << 17);
  private final long[] words;
  private int wordCount;
  private long word;
  private int fill;

  private FrameStart start;
  private int packetCount;
  private int targetCount;
  private long lastTarget;

  // The open packet.
  private int head;
  private long packetRetired;
  private long packetPc;
  private int packetFirstBit;
  private int packetFirstTarget;
  private int gapSpace;
  private long gapTask;
  // The packet before it.
  private long lastRetired;
  private long lastPc;
  private int lastAddressSpace;
  private long lastTask;

  /**
   * Creates an encoder without an open frame.
   *
   * @param clocked frames say the common clock: there are several harts
   * @param maxBits most bits that a frame can hold
   */
  FrameEncoder(Mode mode, boolean verify, boolean clocked, int maxBits) {
    this.mode = mode;
    this.verify = verify;
    this.clocked = clocked;
    this.words = new long[maxBits / 64 + 2];
  }

  void open(FrameStart frameStart) {
    start = frameStart;
    packetStream.clear();
    targetStream.clear();
    wordCount = 0;
    word = 0;
    fill = 0;
    packetCount = 0;
    targetCount = 0;
    lastTarget = frameStart.pc();
    lastRetired = frameStart.retired();
    lastPc = frameStart.pc();
    lastAddressSpace = frameStart.addressSpace();
    lastTask = frameStart.task();
    openPacket(PacketFormat.NORMAL, frameStart.retired(), frameStart.pc());
  }

  /** Appends up to 63 bits; those above {@code count} must be zero. */
  void bits(long value, int count) {
    word |= value << fill;
    fill += count;
    if (fill >= 64) {
      words[wordCount++] = word;
      fill -= 64;
      word = value >>> (count - fill);
    }
  }

  void target(long target) {
    targetCount++;
    if (mode == Mode.RAW) {
      targetStream.u64(target);
    } else {
      targetStream.signed(target - lastTarget);
      lastTarget = target;
    }
  }

  int bitCount() {
    return wordCount * 64 + fill;
  }

  int targetCount() {
    return targetCount;
  }

  int packetCount() {
    return packetCount;
  }

  /** Opens a packet; the one before it must be closed. */
  void openPacket(int packetHead, long retired, long pc) {
    head = packetHead;
    packetRetired = retired;
    packetPc = pc;
    packetFirstBit = bitCount();
    packetFirstTarget = targetCount;
    supplement.clear();
  }

  void exception(long cause, long epc, long tval, long hash) {
    supplement.varint((cause << 1) | (cause >>> 63));
    supplement.signed(epc - lastPc);
    if (tval == 0) {
      supplement.u8(PacketFormat.TVAL_ZERO);
    } else if (tval == epc) {
      supplement.u8(PacketFormat.TVAL_EPC);
    } else {
      supplement.u8(PacketFormat.TVAL_OTHER);
      supplement.u64(tval);
    }
    if (verify) {
      supplement.u64(hash);
    }
  }

  void contextSwitch(
      int addressSpace, long addressSpaceRegister, long task, long stack, long previousStack) {
    supplement.signed((long) addressSpace - lastAddressSpace);
    supplement.u64(addressSpaceRegister);
    supplement.signed(task - lastTask);
    supplement.u64(stack);
    supplement.u64(previousStack);
    lastAddressSpace = addressSpace;
    lastTask = task;
  }

  /**
   * Sets the size of the open packet, a gap, in place of what was said of it before.
   *
   * @param pc where execution goes on behind it
   */
  void gap(long pc, long instructions, int privilege, int addressSpace, long task) {
    head = PacketFormat.GAP | privilege << 5;
    packetPc = pc;
    supplement.clear();
    supplement.varint(instructions);
    supplement.signed((long) addressSpace - lastAddressSpace);
    supplement.signed(task - lastTask);
    gapSpace = addressSpace;
    gapTask = task;
  }

  /**
   * Closes the open packet.
   *
   * @param retired count at its end
   * @return its head, or -1 if nothing was written: a NORMAL packet without instructions
   */
  int closePacket(long retired) {
    int bits = bitCount() - packetFirstBit;
    int targets = targetCount - packetFirstTarget;
    if (head == PacketFormat.NORMAL && bits == 0 && targets == 0 && retired == packetRetired) {
      return -1;
    }
    packetStream.u8(head);
    packetStream.varint(packetRetired - lastRetired);
    packetStream.varint(bits);
    packetStream.varint(targets);
    packetStream.signed(packetPc - lastPc);
    packetStream.bytes(supplement.array(), 0, supplement.size());
    lastRetired = packetRetired;
    lastPc = packetPc;
    if ((head & 3) == PacketFormat.GAP) {
      lastAddressSpace = gapSpace;
      lastTask = gapTask;
    }
    packetCount++;
    return head;
  }

  /**
   * The content of the frame, all packets closed; valid until the next call.
   *
   * @param sidebands of the hart before it; -1: not said
   */
  ByteSink close(long sidebands) {
    int bits = bitCount();
    if (fill > 0) {
      words[wordCount++] = word;
    }
    content.clear();
    content.u8(
        (verify ? PacketFormat.FLAG_VERIFY : 0)
            | (mode == Mode.COMPACT ? PacketFormat.FLAG_COMPACT : 0)
            | (clocked ? PacketFormat.FLAG_CLOCK : 0)
            | (sidebands >= 0 ? PacketFormat.FLAG_NUMBERED : 0));
    content.varint(start.pc());
    content.u8(start.privilege());
    content.varint(start.addressSpace());
    content.varint(start.task());
    if (clocked) {
      content.varint(start.clock());
    }
    if (sidebands >= 0) {
      content.varint(sidebands);
    }
    content.varint(packetCount);
    content.varint(bits);
    content.varint(targetCount);
    content.varint(packetStream.size());
    content.varint(targetStream.size());
    content.bytes(packetStream.array(), 0, packetStream.size());
    content.words(words, wordCount);
    content.bytes(targetStream.array(), 0, targetStream.size());
    return content;
  }

  FrameStart start() {
    return start;
  }
}
