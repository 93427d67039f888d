package bbt.translator.machine;

import bbt.ptg.guest.GuestIsa;
import bbt.translator.device.GuestMemory;
import bbt.translator.linux.LinuxSystem;
import bbt.translator.trace.GuestSystem;
import java.util.List;

/** Lists the operating systems of which something is known: the one place that lists them. */
final class GuestSystems {
  private GuestSystems() {}

  /** All known systems, for one run; the first that knows a page names it. */
  static List<GuestSystem> all(GuestMemory memory, GuestIsa isa) {
    return List.of(new LinuxSystem(memory, isa));
  }
}
