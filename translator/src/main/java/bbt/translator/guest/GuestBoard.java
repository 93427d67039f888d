package bbt.translator.guest;

import bbt.translator.device.Uart16550;
import bbt.translator.device.virtio.VirtioConsole;
import bbt.translator.hart.Hart;
import bbt.translator.net.UserNetwork;
import bbt.translator.state.Fields;
import java.io.IOException;

/** The devices around the harts, the built-in firmware if there is one, and the guest's loader. */
public interface GuestBoard {
  /**
   * Loads what the configuration names, and has the harts stand where firmware leaves them.
   *
   * @throws IOException with one clear message when a file is missing, unreadable or unsuitable
   */
  void boot() throws IOException;

  /** Whether the built-in firmware serves the guest; known once it has booted. */
  boolean hasFirmware();

  /** Has the built-in firmware serve the call in a hart's registers. */
  void firmwareCall(Hart caller);

  /** The serial port. */
  Uart16550 uart();

  /** The paravirtual console. */
  VirtioConsole console();

  /** The network; null where there is none. */
  UserNetwork network();

  /** The earliest tick at which a device wants something, or {@code TimeBase.NEVER}. */
  long deadline();

  /** Brings lines that depend on time up to date. */
  void update();

  /** All devices and lines, for a snapshot. */
  void state(Fields f);

  /** Closes the drives. */
  void close() throws IOException;
}
