package bbt.translator.device;

/** A serial port, as the console's input sees it. */
public interface SerialPort {
  /** Whether the guest wants input: its receive interrupt is on, or it polls. */
  boolean listening();

  /** Whether nothing waits to be read by the guest. */
  boolean receiverEmpty();

  /** Whether another byte can arrive without an overrun. */
  boolean canReceive();

  /** A byte arrives (0..255). */
  void receive(int octet);
}
