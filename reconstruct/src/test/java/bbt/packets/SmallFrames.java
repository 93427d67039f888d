package bbt.packets;

import bbt.packets.bytes.PacketFormat;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;

/** Gives tests access to parts of the format that only they need: frames that close early. */
public final class SmallFrames {
  private SmallFrames() {}

  /** A writer that cuts packets and frames all the time. */
  public static MachineWriter writer(TraceWriter out) {
    return new MachineWriter(out, new PacketFormat.Limits(20, 50, 300, 2, 100, 200));
  }
}
