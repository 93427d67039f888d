package bbt.reconstruct.interchange.ntrace;

import bbt.reconstruct.interchange.FollowException;

/** A Nexus message, read field by field. */
final class NexusMessage {
  private static final int BITS = 6;

  private final byte[] file;
  private int at;

  /** Bits of the byte at {@link #at} that were taken. */
  private int taken;

  private final int end;
  private final boolean extended;

  /**
   * Creates a reader at a message's first field.
   *
   * @param from index of its first byte
   * @param end index behind its last one
   * @param extended whether the bits above those of an address are all like its topmost one
   */
  NexusMessage(byte[] file, int from, int end, boolean extended) {
    this.file = file;
    this.at = from;
    this.end = end;
    this.extended = extended;
  }

  /** Whether all of it has been read. */
  boolean over() {
    return at >= end;
  }

  /**
   * A field of fixed width.
   *
   * @throws FollowException if the message is shorter
   */
  long fixed(int width) throws FollowException {
    long value = 0;
    for (int i = 0; i < width; i++) {
      if (taken == BITS) {
        at++;
        taken = 0;
      }
      if (at >= end) {
        throw new FollowException("a message is too short");
      }
      value |= (long) (file[at] >>> 2 + taken & 1) << i;
      taken++;
    }
    return value;
  }

  /**
   * A field up to the next end of a field.
   *
   * @throws FollowException if there is none, or it has more than 64 bits
   */
  long variable() throws FollowException {
    return variable(false);
  }

  /**
   * A field that is an address, or what two addresses differ in, without its lowest bit.
   *
   * @throws FollowException as {@link #variable()}
   */
  long address() throws FollowException {
    return variable(extended) << 1;
  }

  private long variable(boolean signed) throws FollowException {
    if (taken == BITS) {
      at++;
      taken = 0;
    }
    long value = 0;
    int width = 0;
    while (true) {
      if (at >= end) {
        throw new FollowException("a message is too short");
      }
      long bits = (file[at] & 0xFF) >>> 2 + taken;
      if (bits != 0 && (width >= Long.SIZE || bits << width >>> width != bits)) {
        throw new FollowException("a field has more than 64 bits");
      }
      value |= width < Long.SIZE ? bits << width : 0;
      width += BITS - taken;
      taken = 0;
      if ((file[at++] & 1) != 0) {
        return signed && width < Long.SIZE
            ? value << Long.SIZE - width >> Long.SIZE - width
            : value;
      }
    }
  }
}
