package bbt.reconstruct.listing;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes lines as QEMU's log has them with {@code -d exec,nochain,int,in_asm}: a line for each
 * block, in front of it its code where that is new. A block is a node here, as far as it was
 * executed.
 */
final class QemuForm implements LineForm {
  private final GuestIsa guest;

  /** The instructions that were written last for each block's address. */
  private final Map<Long, int[]> said = new HashMap<>();

  QemuForm(GuestIsa guest) {
    this.guest = guest;
  }

  @Override
  public boolean nodes() {
    return true;
  }

  @Override
  public void node(Line line, Node node, int from, int to, LineBuffer out) throws IOException {
    int[] block = new int[to - from];
    for (int i = from; i < to; i++) {
      block[i - from] = node.bits(i);
    }
    if (Arrays.equals(block, said.put(node.address(from), block))) {
      return;
    }
    out.text("----------------").end();
    out.text("IN: ").raw(line.code.label()).end();
    for (int i = from; i < to; i++) {
      out.text("0x").hex(node.address(i), 16).text(":  ");
      out.hex(node.bits(i) & 0xFFFF_FFFFL, 2 * node.length(i)).character(' ').column(32);
      out.text(guest.text(node.address(i), node.bits(i)).replace('\t', ' ')).end();
    }
    out.end();
  }

  @Override
  public void instruction(Line line, LineBuffer out) throws IOException {
    out.text("Trace ").number(line.hart, 1).text(": 0x0 [00000000/").hex(line.address, 16);
    out.character('/').hex(line.privilege, 8).text("/00000000] ").raw(line.code.label()).end();
  }

  @Override
  public void exception(Line line, Packet.Exception packet, String title, LineBuffer out)
      throws IOException {
    if (packet.kind() == ExceptionKind.FIRMWARE || packet.kind() == ExceptionKind.RESET) {
      return; // of these it has no lines
    }
    out.text(guest.name().replaceAll("[0-9]+$", "")).text("_cpu_do_interrupt: hart:");
    out.number(line.hart, 1).text(", async:").number(packet.cause() < 0 ? 1 : 0, 1);
    out.text(", cause:").hex(packet.cause() & Long.MAX_VALUE, 16).text(", epc:0x");
    out.hex(packet.epc(), 16).text(", tval:0x").hex(packet.tval(), 16).text(", desc=");
    out.text(title.replace(' ', '_')).end();
  }

  @Override
  public void gap(Line line, String message, LineBuffer out) throws IOException {
    out.text("# ").text(message).end();
  }
}
