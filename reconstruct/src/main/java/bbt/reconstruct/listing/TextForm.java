package bbt.reconstruct.listing;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.Registers;
import java.io.IOException;

/** Writes lines for people: columns, as far as names are not longer. */
final class TextForm implements LineForm {
  private static final int TASK = 16;
  private static final int LABEL = 32;
  private static final int INSTRUCTION = 36;

  private final boolean harts;
  private final boolean nodes;
  private final DataText data;

  /**
   * Creates the form for the lines of a trace.
   *
   * @param harts whether there are several
   * @param nodes whether a line is a node
   */
  TextForm(boolean harts, boolean nodes, Registers registers) {
    this.harts = harts;
    this.nodes = nodes;
    this.data = new DataText(registers);
  }

  @Override
  public void begin(LineBuffer out) throws IOException {
    out.text("#       count       time, s   delta, us ");
    if (harts) {
      out.text("hart ");
    }
    out.text("mode task");
    out.column(at(4 + 1 + TASK)).text("address").column(at(4 + 1 + TASK + 17));
    out.text("where").column(at(4 + 1 + TASK + 17 + LABEL));
    out.text(nodes ? "instructions and the last of them" : "instruction").end();
  }

  /** A column behind those of numbers. */
  private int at(int column) {
    return 40 + (harts ? 5 : 0) + column;
  }

  private static void time(Line line, LineBuffer out) {
    out.number(line.count, 13).character(' ');
    if (line.timed) {
      out.decimal(line.time, 9, 4);
    } else {
      out.text("       unknown");
    }
  }

  private LineBuffer place(Line line, LineBuffer out) {
    time(line, out);
    if (line.timed) {
      out.character(' ').character('+').decimal(line.delta, 3, 1);
    }
    out.column(40);
    if (harts) {
      out.number(line.hart, 4);
    }
    out.column(at(0)).text(line.mode).column(at(5));
    if (line.task.isEmpty()) {
      out.character('-');
    } else {
      out.text(line.task);
    }
    if (line.pid >= 0) {
      out.character('(').number(line.pid, 1).character(')');
    }
    return out.character(' ').column(at(5 + TASK)).hex(line.address, 16).character(' ');
  }

  @Override
  public void instruction(Line line, LineBuffer out) throws IOException {
    place(line, out).raw(line.code.label()).character(' ').column(at(5 + TASK + 17 + LABEL));
    if (nodes) {
      out.number(line.instructions, 3).character(' ');
    }
    out.raw(line.code.text());
    if (line.branch >= 0 || line.jumps || !line.changed.isEmpty() || !line.data.isEmpty()) {
      out.character(' ').column(at(5 + TASK + 17 + LABEL + INSTRUCTION));
    }
    if (line.branch >= 0) {
      out.text(line.branch == 1 ? "[taken] " : "[not taken] ");
    } else if (line.jumps) {
      out.text("-> ");
      if (line.nextLabel == null) {
        out.hex(line.next).character(' ');
      } else {
        out.text(line.nextLabel).character(' ');
      }
    }
    data.changed(line.changed, out);
    data.accesses(line.data, line.changed.isEmpty() ? out : out.character(' '));
    out.end();
  }

  @Override
  public void exception(Line line, Packet.Exception packet, String title, LineBuffer out)
      throws IOException {
    place(line, out).raw(line.code.label()).character(' ').column(at(5 + TASK + 17 + LABEL));
    out.text("! ").text(title);
    if (packet.kind() != ExceptionKind.FIRMWARE && packet.tval() != 0) {
      out.text(", tval 0x").hex(packet.tval());
    }
    out.text(" -> ");
    if (line.nextLabel == null) {
      out.hex(packet.pc());
    } else {
      out.text(line.nextLabel);
    }
    out.end();
  }

  @Override
  public void gap(Line line, String message, LineBuffer out) throws IOException {
    time(line, out);
    out.column(at(0)).text("! ").text(message).end();
  }
}
