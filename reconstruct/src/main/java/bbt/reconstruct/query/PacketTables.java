package bbt.reconstruct.query;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.reconstruct.trace.TraceClock;
import bbt.reconstruct.trace.TraceOutline;
import java.util.Set;
import java.util.function.Consumer;

/** Fills the tables of packets while a trace is read. */
final class PacketTables implements Consumer<Chunk> {
  private final Rows packets;
  private final Rows switches;

  /** Null with several harts: a packet alone does not say when it was. */
  private final TraceClock time;

  private long packet;
  private long contextSwitch;

  /** Fills those that are wanted. */
  PacketTables(Database database, Set<Raw> wanted, TraceOutline outline) {
    time = outline.instructions().length == 1 ? outline.clock() : null;
    packets = wanted.contains(Raw.PACKETS) ? database.rows(Raw.PACKETS) : null;
    switches = wanted.contains(Raw.SWITCHES) ? database.rows(Raw.SWITCHES) : null;
  }

  @Override
  public void accept(Chunk chunk) {
    if (chunk instanceof Frame frame) {
      for (Packet each : frame.packets()) {
        add(frame, each);
      }
    }
  }

  private void add(Frame frame, Packet each) {
    String kind =
        switch (each) {
          case Packet.Normal p -> "normal";
          case Packet.Exception p -> "exception";
          case Packet.Switch p -> {
            contextSwitch(frame.hart(), p);
            yield "switch";
          }
        };
    if (packets != null) {
      packets.begin().add(packet++).add(frame.hart()).add(kind);
      at(packets, each)
          .add(each.retired())
          .add(each.pc())
          .add(each.bits())
          .add(each.targets())
          .add((long) each.payloadBytes())
          .add(frame.offset())
          .end();
    }
  }

  private Rows at(Rows rows, Packet each) {
    return time == null ? rows.none() : rows.add(TraceTables.nanos(time.secondsAt(each.retired())));
  }

  private void contextSwitch(int hart, Packet.Switch p) {
    if (switches != null) {
      switches.begin().add(contextSwitch++).add(hart);
      at(switches, p)
          .add(p.retired())
          .add(p.pc())
          .add(p.previousTask())
          .add(p.task())
          .add(p.addressSpace())
          .add(p.satp())
          .add(p.stack())
          .end();
    }
  }
}
