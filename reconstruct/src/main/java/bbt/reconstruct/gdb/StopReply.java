package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Stop;
import bbt.reconstruct.gdb.targets.Target;

/** Writes stops as packets. */
final class StopReply {
  private static final int SIGINT = 2;
  private static final int SIGTRAP = 5;

  private StopReply() {}

  /**
   * The packet.
   *
   * @param features what gdb said that it knows
   */
  static String of(Stop stop, Target target, RegisterLayout layout, Features features) {
    if (stop.reason() == Stop.Reason.EXITED) {
      return "W%02x".formatted(stop.code());
    }
    int signal = stop.reason() == Stop.Reason.INTERRUPTED ? SIGINT : SIGTRAP;
    String address = Long.toHexString(stop.address());
    String reason =
        switch (stop.reason()) {
          case WRITTEN -> "watch:" + address + ";";
          case READ -> "rwatch:" + address + ";";
          case ACCESSED -> "awatch:" + address + ";";
          case SOFTWARE_BREAK -> features.swbreak() ? "swbreak:;" : "";
          case HARDWARE_BREAK -> features.hwbreak() ? "hwbreak:;" : "";
          case AT_BEGIN -> "replaylog:begin;";
          case AT_END -> "replaylog:end;";
          case ATTACHED, INTERRUPTED, STEPPED, EXITED -> "";
        };
    return "T%02x".formatted(signal)
        + layout.expedited(target.state(stop.hart()))
        + "thread:"
        + ThreadId.of(stop.hart())
        + ";core:"
        + Integer.toHexString(stop.hart())
        + ";"
        + reason;
  }
}
