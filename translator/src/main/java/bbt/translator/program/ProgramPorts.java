package bbt.translator.program;

import bbt.translator.console.ConsoleInput;
import bbt.translator.device.virtio.VirtioMmio;
import bbt.translator.device.virtio.VirtioPorts;
import bbt.translator.device.virtio.Wiring;
import bbt.translator.state.Fields;
import java.io.ByteArrayOutputStream;

/**
 * The ports over which a guest that executes a program talks with the host: 0 is between the
 * guest's first process and the host, 1 to 3 are the program's standard input, output and error.
 *
 * <p>The first process sends messages of five bytes, a letter and a number (low byte first): {@code
 * R} it is ready for the archive, {@code X} the kernel refused to execute the program, with its
 * error, {@code E} the program has ended, with its code. The host sends a {@link ProgramArchive}.
 */
public final class ProgramPorts implements VirtioPorts.Host, ConsoleInput.BlockReceiver {
  private static final int CONTROL = 0;
  private static final int INPUT = 1;
  private static final int PORTS = 4;
  private static final int MESSAGE = 5;

  private final VirtioPorts device;
  private final ProgramHost host;
  private final byte[] archive;

  /** Whether the guest has asked for the archive, and how much of it was sent. */
  private boolean wanted;

  private boolean sent;

  /** The beginning of a message. */
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();

  /**
   * @param archive what the guest asks for; null: it is told nothing until another machine goes on
   *     with its state
   */
  public ProgramPorts(Wiring wiring, ProgramHost host, byte[] archive) {
    this.host = host;
    this.archive = archive;
    this.device = new VirtioPorts(wiring, PORTS, this);
  }

  /** The device in its slot. */
  public VirtioMmio transport() {
    return device.transport();
  }

  @Override
  public boolean takesInput() {
    return device.isDelivered(INPUT);
  }

  @Override
  public void input(byte[] bytes) {
    device.receive(INPUT, bytes);
  }

  @Override
  public void endOfInput() {
    device.close(INPUT);
  }

  /** Gives the guest, at an event, the archive that it has asked for. */
  public void update() {
    if (wanted && !sent && archive != null) {
      sent = true;
      device.receive(CONTROL, archive);
    }
  }

  @Override
  public void sent(int port, byte[] bytes) {
    if (port != CONTROL) {
      host.wrote(port - INPUT, bytes);
      return;
    }
    for (byte octet : bytes) {
      message.write(octet);
      if (message.size() == MESSAGE) {
        byte[] whole = message.toByteArray();
        message.reset();
        int value = whole[1] & 0xFF | (whole[2] & 0xFF) << 8 | (whole[3] & 0xFF) << 16;
        heard((char) whole[0], value);
      }
    }
  }

  private void heard(char what, int value) {
    switch (what) {
      case 'R' -> {
        wanted = true;
        host.ready();
      }
      case 'X' -> host.refused(value);
      case 'E' -> host.ended(value);
      default -> {
        // A later first process may say more.
      }
    }
  }

  /** Saves or loads the ports, for a snapshot; the device's own state goes with its slot. */
  public void state(Fields f) {
    wanted = f.of(wanted);
    sent = f.of(sent);
    byte[] begun = f.of(message.toByteArray());
    message.reset();
    message.writeBytes(begun);
  }
}
