package bbt.reconstruct.query;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import java.util.Set;
import java.util.function.Consumer;

/** Fills the tables of packets while a trace is read. */
final class PacketTables implements Consumer<Chunk> {
  private final Rows packets;
  private final Rows exceptions;
  private final Rows switches;
  private long packet;
  private long exception;
  private long contextSwitch;

  /** Fills those that are wanted. */
  PacketTables(Database database, Set<Raw> wanted) {
    packets = wanted.contains(Raw.PACKETS) ? database.rows(Raw.PACKETS) : null;
    exceptions = wanted.contains(Raw.EXCEPTIONS) ? database.rows(Raw.EXCEPTIONS) : null;
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
          case Packet.Exception p -> {
            exception(frame.hart(), p);
            yield "exception";
          }
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

  private void exception(int hart, Packet.Exception p) {
    if (exceptions != null) {
      exceptions
          .begin()
          .add(exception++)
          .add(hart)
          .add(kind(p.kind()))
          .add(p.cause() & Long.MAX_VALUE)
          .add(p.cause() < 0)
          .add(p.retired())
          .add(p.epc())
          .add(p.tval())
          .add(p.pc())
          .add(privilege(p.privilege()))
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

  /** As the report's JSON calls it. */
  static String kind(ExceptionKind kind) {
    return switch (kind) {
      case RESET -> "reset";
      case SYSTEM_CALL -> "systemCall";
      case MMU -> "mmuException";
      case INTERRUPT -> "interruptRequest";
      case EXECUTION -> "executionException";
      case FIRMWARE -> "firmware";
    };
  }

  static String privilege(int number) {
    return switch (number) {
      case 0 -> "U";
      case 1 -> "S";
      default -> "M";
    };
  }
}
