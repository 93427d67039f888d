package bbt.translator.guest;

import bbt.translator.device.SerialPort;
import bbt.translator.hart.Hart;
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

  /**
   * Nothing is loaded: memory and state are those of a machine that has booted.
   *
   * @param rom of that machine, from {@link #rom}
   */
  void resume(byte[] rom);

  /** Content of the boot ROM; known once the machine has booted. */
  byte[] rom();

  /** Whether the built-in firmware serves the guest; known once it has booted. */
  boolean hasFirmware();

  /** Has the built-in firmware serve the call in a hart's registers. */
  void firmwareCall(Hart caller);

  /** The serial port. */
  SerialPort uart();

  /** The paravirtual devices. */
  VirtioSlots virtio();

  /** The earliest tick at which a device wants something, or {@code TimeBase.NEVER}. */
  long deadline();

  /** Brings lines that depend on time up to date. */
  void update();

  /** Saves or loads all devices and lines, for a snapshot. */
  void state(Fields f);
}
