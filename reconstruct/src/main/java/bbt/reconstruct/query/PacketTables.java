package bbt.reconstruct.query;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.Packet;
import java.util.Set;
import java.util.function.Consumer;

/** Fills the tables of packets while a trace is read. */
final class PacketTables implements Consumer<Chunk> {
  private final Rows packets;
  private final Rows switches;
  private long packet;
  private long contextSwitch;

  /** Fills those that are wanted. */
  PacketTables(Database database, Set<Raw> wanted) {
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
      packets
          .begin()
          .add(packet++)
          .add(frame.hart())
          .add(kind)
          .add(each.retired())
          .add(each.pc())
          .add(each.bits())
          .add(each.targets())
          .add((long) each.payloadBytes())
          .add(frame.offset())
          .end();
    }
  }

  private void contextSwitch(int hart, Packet.Switch p) {
    if (switches != null) {
      switches
          .begin()
          .add(contextSwitch++)
          .add(hart)
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
