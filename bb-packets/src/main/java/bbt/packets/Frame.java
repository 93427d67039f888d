package bbt.packets;

import java.util.List;

/** A frame as read: packets, the bit stream and the target stream, decompressed and checked. */
public final class Frame implements Chunk {
  private final long offset;
  private final int hart;
  private final Mode mode;
  private final boolean verify;
  private final FrameStart start;
  private final long sidebands;
  private final long endRetired;
  private final List<Packet> packets;
  private final long[] words;
  private final int bits;
  private final long[] targets;
  private final int storedBytes;

  public Frame(
      long offset,
      int hart,
      Mode mode,
      boolean verify,
      FrameStart start,
      long sidebands,
      long endRetired,
      List<Packet> packets,
      long[] words,
      int bits,
      long[] targets,
      int storedBytes) {
    this.offset = offset;
    this.hart = hart;
    this.mode = mode;
    this.verify = verify;
    this.start = start;
    this.sidebands = sidebands;
    this.endRetired = endRetired;
    this.packets = List.copyOf(packets);
    this.words = words;
    this.bits = bits;
    this.targets = targets;
    this.storedBytes = storedBytes;
  }

  @Override
  public long offset() {
    return offset;
  }

  public int hart() {
    return hart;
  }

  public Mode mode() {
    return mode;
  }

  /** Whether exception packets carry the running hash. */
  public boolean verify() {
    return verify;
  }

  /** The machine's state at the frame's first instruction. */
  public FrameStart start() {
    return start;
  }

  /**
   * How many sideband chunks of its hart stand before it in the file: what a walk of it must know;
   * -1 where the trace does not say it (before version 0.4).
   */
  public long sidebands() {
    return sidebands;
  }

  /** Retired count at its first instruction. */
  public long startRetired() {
    return start.retired();
  }

  /** Retired count behind its last instruction. */
  public long endRetired() {
    return endRetired;
  }

  /** The packets, in execution order; a packet starts where the one before it ends. */
  public List<Packet> packets() {
    return packets;
  }

  /** The bit stream of all packets, first bit in bit 0 of word 0; padded with zeros, not copied. */
  public long[] words() {
    return words;
  }

  /** Number of bits. */
  public int bitCount() {
    return bits;
  }

  /** The target stream of all packets, as full addresses; not copied. */
  public long[] targets() {
    return targets;
  }

  /** Bytes of the chunk in the file, its header included. */
  public int storedBytes() {
    return storedBytes;
  }

  /** Reads the events from the frame's first. */
  public EventReader events() {
    return new EventReader(this);
  }
}
