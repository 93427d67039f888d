package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.ProtocolException;
import bbt.reconstruct.gdb.targets.Target;

/** Answers q packets. */
final class Queries {
  private final Target target;
  private final RegisterLayout layout;
  private final Monitor monitor;

  private final ServedFile file;

  Queries(Target target, RegisterLayout layout, ServedFile file) {
    this.target = target;
    this.file = file;
    this.layout = layout;
    this.monitor = new Monitor(target);
  }

  /**
   * Answers a query; empty for one that is unknown.
   *
   * @param hart the one that gdb looks at
   */
  String answer(String packet, int hart) {
    int end = 0;
    while (end < packet.length() && ",:;".indexOf(packet.charAt(end)) < 0) {
      end++;
    }
    String name = packet.substring(0, end);
    String rest = end < packet.length() ? packet.substring(end + 1) : "";
    return switch (name) {
      case "qSupported" -> supported();
      case "qC" -> "QC" + ThreadId.of(hart);
      case "qAttached" -> "1";
      case "qSymbol" -> "OK";
      case "qfThreadInfo" -> threads();
      case "qsThreadInfo" -> "l";
      case "qThreadExtraInfo" ->
          HexText.of(target.describe(ThreadId.hart(rest, hart, target.harts())));
      case "qXfer" -> transfer(rest);
      case "qRcmd" -> monitor.run(new String(HexText.bytes(rest)), hart);
      default -> "";
    };
  }

  private String supported() {
    return "PacketSize="
        + Integer.toHexString(PacketReader.MAX)
        + ";QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;vContSupported+;swbreak+"
        + ";hwbreak+"
        + (file.isThere() ? ";qXfer:exec-file:read+" : "")
        + (target.reversible() ? ";ReverseStep+;ReverseContinue+" : "");
  }

  private String threads() {
    StringBuilder list = new StringBuilder("m");
    for (int hart = 0; hart < target.harts(); hart++) {
      list.append(hart == 0 ? "" : ",").append(ThreadId.of(hart));
    }
    return list.toString();
  }

  /** {@code object:read:annex:offset,length}. */
  private String transfer(String rest) {
    String[] parts = rest.split(":", -1);
    if (parts.length != 4 || !parts[1].equals("read")) {
      return "";
    }
    String whole =
        switch (parts[0]) {
          case "features" -> parts[2].equals("target.xml") ? layout.description() : null;
          case "threads" -> threadsXml();
          case "exec-file" -> file.isThere() ? ServedFile.NAME : "";
          default -> "";
        };
    if (whole == null) {
      return "E00";
    }
    if (whole.isEmpty()) {
      return "";
    }
    int comma = parts[3].indexOf(',');
    if (comma < 0) {
      throw new ProtocolException("not an offset and a length: " + parts[3]);
    }
    int offset = HexText.number(parts[3].substring(0, comma), Integer.MAX_VALUE);
    int length = HexText.number(parts[3].substring(comma + 1), Integer.MAX_VALUE);
    int from = Math.min(offset, whole.length());
    int to = from + Math.min(Math.min(length, PacketReader.MAX - 16), whole.length() - from);
    return (to == whole.length() ? "l" : "m") + whole.substring(from, to);
  }

  private String threadsXml() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<threads>\n");
    for (int hart = 0; hart < target.harts(); hart++) {
      xml.append("<thread id=\"").append(ThreadId.of(hart)).append("\" core=\"").append(hart);
      xml.append("\" name=\"hart ").append(hart).append("\">");
      xml.append(target.describe(hart)).append("</thread>\n");
    }
    return xml.append("</threads>\n").toString();
  }
}
