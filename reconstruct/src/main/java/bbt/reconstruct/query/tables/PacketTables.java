package bbt.reconstruct.query.tables;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.GuestMark;
import bbt.packets.NoteKeys;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.profile.ConsoleLog;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.ClockOrder;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Fills the tables of packets, marks and console lines while a trace is read, in the order of
 * execution.
 */
final class PacketTables implements Consumer<Chunk> {
  private final Rows packets;
  private final Rows switches;
  private final Rows marks;
  private final Rows console;
  private final TraceClock time;

  /** Null with one hart, whose packets stand in the file in the order of execution. */
  private final ClockOrder order;

  private long packet;
  private long contextSwitch;
  private long mark;
  private long consoleLine;

  /** The window by the common clock, and its harts; empty for all. */
  private final long from;

  private final long to;
  private final Set<Integer> only;

  /** Fills those that are wanted, with what is in a selection's window and of its harts. */
  PacketTables(Database database, Set<RawTable> wanted, TraceOutline outline, Selection selection) {
    from = selection.from() == null ? 0 : selection.from().clock(outline);
    to = selection.to() == null ? Long.MAX_VALUE : selection.to().clock(outline);
    only = selection.harts();
    int harts = outline.instructions().length;
    time = outline.clock();
    packets = wanted.contains(RawTable.PACKETS) ? database.rows(RawTable.PACKETS) : null;
    switches = wanted.contains(RawTable.SWITCHES) ? database.rows(RawTable.SWITCHES) : null;
    marks = wanted.contains(RawTable.MARKS) ? database.rows(RawTable.MARKS) : null;
    console = wanted.contains(RawTable.CONSOLE) ? database.rows(RawTable.CONSOLE) : null;
    boolean none = packets == null && switches == null && marks == null && console == null;
    order = harts == 1 || none ? null : new ClockOrder(harts, new Ordered());
  }

  private final class Ordered implements ClockOrder.Consumer {
    @Override
    public void packet(
        int hart, long clock, Frame frame, Packet each, int firstBit, int firstTarget) {
      add(frame, each, clock);
    }

    @Override
    public void note(int hart, long clock, SidebandRecord item) {
      mark(hart, clock, item);
      consoleLine(hart, clock, item);
    }
  }

  @Override
  public void accept(Chunk chunk) {
    if (order != null) {
      order.add(chunk);
    } else if (chunk instanceof Frame frame) {
      for (Packet each : frame.packets()) {
        add(frame, each, each.retired());
      }
    } else if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
      for (SidebandRecord item : sideband.records()) {
        mark(0, item.retired(), item);
        consoleLine(0, item.retired(), item);
      }
    }
  }

  /** Call it when all chunks have come. */
  void finish() {
    if (order != null) {
      order.finish();
    }
  }

  /**
   * Adds a packet.
   *
   * @param clock instructions of all harts before it
   */
  private void add(Frame frame, Packet each, long clock) {
    // As in the report: what happens at a count belongs to the instruction behind it.
    if (!selected(frame.hart(), clock)) {
      return;
    }
    String kind =
        switch (each) {
          case Packet.Normal p -> "normal";
          case Packet.Exception p -> "exception";
          case Packet.Gap p -> "gap";
          case Packet.Switch p -> {
            contextSwitch(frame.hart(), p, clock);
            yield "switch";
          }
        };
    if (packets != null) {
      packets
          .begin()
          .add(packet++)
          .add(frame.hart())
          .add(kind)
          .add(seconds(clock))
          .add(each.retired())
          .add(each.pc())
          .add(each.bits())
          .add(each.targets())
          .add((long) each.payloadBytes())
          .add(frame.offset())
          .end();
    }
  }

  /**
   * Adds what a record says of a mark.
   *
   * @param clock instructions of all harts before the record
   */
  private void mark(int hart, long clock, SidebandRecord item) {
    GuestMark mark = marks == null ? null : GuestMark.of(item);
    if (mark == null) {
      return;
    }
    long at = clock + mark.retired() - item.retired();
    if (selected(hart, at)) {
      marks
          .begin()
          .add(this.mark++)
          .add(hart)
          .add(seconds(at))
          .add(mark.retired())
          .add(mark.pc())
          .add(mark.number())
          .add(mark.value())
          .end();
    }
  }

  private void consoleLine(int hart, long clock, SidebandRecord item) {
    if (console != null
        && item instanceof SidebandRecord.Note note
        && note.key().equals(NoteKeys.CONSOLE)
        && selected(hart, clock)) {
      console
          .begin()
          .add(consoleLine++)
          .add(hart)
          .add(seconds(clock))
          .add(item.retired())
          .add(clock)
          .add(ConsoleLog.Line.shown(note.value()))
          .end();
    }
  }

  private boolean selected(int hart, long clock) {
    return clock >= from && clock < to && (only.isEmpty() || only.contains(hart));
  }

  private double seconds(long clock) {
    return TraceTables.nanos(time.secondsAt(clock));
  }

  private void contextSwitch(int hart, Packet.Switch p, long clock) {
    if (switches != null) {
      switches
          .begin()
          .add(contextSwitch++)
          .add(hart)
          .add(seconds(clock))
          .add(p.retired())
          .add(p.pc())
          .add(p.previousTask())
          .add(p.task())
          .add(p.addressSpace())
          .add(p.addressSpaceRegister())
          .add(p.stack())
          .end();
    }
  }
}
