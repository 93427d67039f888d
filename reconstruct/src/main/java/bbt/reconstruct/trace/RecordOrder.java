package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.TraceFormatException;

/**
 * Puts the records of a trace into the order in which the machine came to them, whatever hart they
 * are of, without walking. In the file those of several harts stand hart by hart, an epoch long.
 * Feed it with all chunks in file order, except for frames, which it does not need.
 */
public final class RecordOrder {
  /** Receives what comes next. */
  public interface Consumer {
    /**
     * A record; of a checkpoint's none.
     *
     * @param clock instructions of all harts before it
     * @throws IllegalArgumentException if it says what no such record says
     */
    void record(long clock, SidebandRecord item);
  }

  private final Consumer consumer;

  /** Null with one hart, whose records stand in this order. */
  private final ClockOrder order;

  /** Where the last chunk is. */
  private long offset;

  public RecordOrder(int harts, Consumer consumer) {
    this.consumer = consumer;
    this.order = harts == 1 ? null : new ClockOrder(harts, new Ordered());
  }

  private final class Ordered implements ClockOrder.Consumer {
    @Override
    public void packet(
        int hart, long clock, Frame frame, Packet packet, int firstBit, int firstTarget) {}

    @Override
    public void note(int hart, long clock, SidebandRecord item) {
      consumer.record(clock, item);
    }
  }

  /**
   * The next chunk.
   *
   * @throws TraceFormatException if a record is not one that the consumer understands
   */
  public void add(Chunk chunk) throws TraceFormatException {
    offset = chunk.offset();
    try {
      if (order != null) {
        order.add(chunk);
      } else if (chunk instanceof Chunk.Sideband its && !its.checkpoint() && its.hart() == 0) {
        for (SidebandRecord item : its.records()) {
          consumer.record(item.retired(), item);
        }
      }
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(offset, e.getMessage());
    }
  }

  /**
   * Gives out what is left: everything has been read.
   *
   * @throws TraceFormatException as {@link #add}
   */
  public void finish() throws TraceFormatException {
    try {
      if (order != null) {
        order.finish();
      }
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(offset, e.getMessage());
    }
  }
}
