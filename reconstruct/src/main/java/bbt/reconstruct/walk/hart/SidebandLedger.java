package bbt.reconstruct.walk.hart;

import bbt.packets.Chunk;
import bbt.packets.ChunkHeader;
import bbt.packets.TraceReader;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Checks that no sideband chunk of a hart is missing; it is told of the hart's chunks in the order
 * of the file. What a chunk that is missing changed is not known: then nothing that was announced
 * before may be used any more, since a walk along stale code tells what was never executed.
 *
 * <p>From version 0.4 on each chunk has a number, and each frame says how many it needs. Before,
 * any damage may have been sideband, unless it can only have been a frame.
 */
public final class SidebandLedger implements Cloneable {
  private final boolean numbered;
  private final boolean alone;

  /** Number of the last sideband chunk; {@link #ANY} where a ring's trace begins. */
  private long last;

  /** A ring dropped what came before: the first chunk of a hart may have any number. */
  private static final long ANY = -1;

  /** Whether all that holds was announced in what came. */
  private boolean complete = true;

  /** Where the next frame must start, if what was damaged before it was a frame alone; else -1. */
  private long expected = -1;

  /** Creates a ledger at the start of a trace. */
  public SidebandLedger(TraceReader reader) throws IOException {
    this(reader.sidebandIsNumbered(), reader.harts() == 1);
    last = reader.header().dropped() > 0 ? ANY : 0;
  }

  private SidebandLedger(boolean numbered, boolean alone) {
    this.numbered = numbered;
    this.alone = alone;
  }

  /**
   * A sideband chunk, no checkpoint.
   *
   * @return whether what was announced before it is to be forgotten
   */
  public boolean sideband(Chunk.Sideband chunk) {
    boolean lost = numbered && last != ANY && chunk.number() != last + 1;
    last = chunk.number();
    complete &= !lost;
    return lost;
  }

  /**
   * Takes a checkpoint.
   *
   * @return whether it is needed: what was announced before is to be forgotten, and it says anew
   *     what holds
   */
  public boolean checkpoint(Chunk.Sideband chunk) {
    boolean needed = !complete || expected >= 0 || numbered && chunk.number() != last;
    last = chunk.number();
    complete = true;
    expected = -1;
    return needed;
  }

  /**
   * Takes a frame.
   *
   * @param sidebands as {@link bbt.packets.Frame#sidebands}; -1 also where it was not looked at
   * @return whether what was announced before it is to be forgotten
   */
  public boolean frame(long startRetired, long sidebands) {
    boolean lost =
        numbered ? sidebands >= 0 && sidebands != last : expected >= 0 && startRetired != expected;
    expected = -1;
    last = lost ? sidebands : last;
    complete &= !lost;
    return lost;
  }

  /**
   * Takes a damaged stretch of the file.
   *
   * @return whether what was announced before it is to be forgotten
   */
  public boolean damage(Chunk.Damage damage) {
    last = last == ANY ? 0 : last; // it may have been the first
    if (numbered || damage.truncated()) {
      return false;
    }
    ChunkHeader was = damage.apparently();
    boolean frame =
        alone
            && was != null
            && was.kind() == ChunkHeader.Kind.FRAME
            && was.endRetired() > was.retired()
            && (expected < 0 || expected == was.retired());
    expected = frame ? was.endRetired() : -1;
    complete &= frame;
    return !frame;
  }

  /** Whether both were told the same. */
  boolean same(SidebandLedger other) {
    return last == other.last && complete == other.complete && expected == other.expected;
  }

  public SidebandLedger copy() {
    try {
      return (SidebandLedger) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // it is cloneable
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeBoolean(numbered);
    out.writeBoolean(alone);
    out.writeLong(last);
    out.writeBoolean(complete);
    out.writeLong(expected);
  }

  static SidebandLedger read(DataInput in) throws IOException {
    SidebandLedger ledger = new SidebandLedger(in.readBoolean(), in.readBoolean());
    ledger.last = in.readLong();
    ledger.complete = in.readBoolean();
    ledger.expected = in.readLong();
    return ledger;
  }
}
