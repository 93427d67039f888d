package bbt.reconstruct.listing;

import bbt.packets.Packet;
import bbt.ptg.guest.Registers;
import java.io.IOException;

/**
 * Writes lines as CSV (RFC 4180, lines end with LF): all columns in every line, those without a
 * value empty.
 */
final class CsvForm implements LineForm {
  private final boolean nodes;
  private final DataText data;

  CsvForm(boolean nodes, Registers registers) {
    this.nodes = nodes;
    this.data = new DataText(registers);
  }

  @Override
  public void begin(LineBuffer out) throws IOException {
    out.text("event,count,seconds,hart,mode,task,pid,address,function,instructions,encoding");
    out.text(",instruction,taken,next,registers,data").end();
  }

  private LineBuffer place(String event, Line line, LineBuffer out) {
    out.text(event).character(',').number(line.count, 1).character(',');
    if (line.timed) {
      out.decimal(line.time, 9, 1);
    }
    out.character(',').number(line.hart, 1).character(',');
    out.text(line.mode).character(',').raw(CodeText.cell(line.task)).character(',');
    if (line.pid >= 0) {
      out.number(line.pid, 1);
    }
    return out.character(',').text("0x").hex(line.address).character(',');
  }

  @Override
  public void instruction(Line line, LineBuffer out) throws IOException {
    place(nodes ? "node" : "instruction", line, out).raw(line.code.labelCell()).character(',');
    out.number(line.instructions, 1).character(',');
    out.text("0x").hex(line.code.bits() & 0xFFFF_FFFFL, 2 * line.code.bytes()).character(',');
    out.raw(line.code.textCell()).character(',');
    if (line.branch >= 0) {
      out.number(line.branch, 1);
    }
    out.character(',');
    if (line.jumps) {
      out.text("0x").hex(line.next);
    }
    out.character(',');
    data.changed(line.changed, out);
    out.character(',');
    data.accesses(line.data, out);
    out.end();
  }

  @Override
  public void exception(Line line, Packet.Exception packet, String title, LineBuffer out)
      throws IOException {
    place("exception", line, out).raw(line.code.labelCell()).text(",0,,");
    out.raw(CodeText.cell(title)).text(",,0x").hex(packet.pc()).text(",,").end();
  }

  @Override
  public void gap(Line line, String message, LineBuffer out) throws IOException {
    place("gap", line, out).text(",0,,").raw(CodeText.cell(message)).text(",,,,").end();
  }
}
