package bbt.translator.device.virtio;

import bbt.translator.state.Fields;

/** The function of a virtio device, behind the transport that all of them share. */
interface VirtioFunction {
  /** Name for logs. */
  String name();

  /** Device ID (section 5). */
  int deviceId();

  /** Feature bits of this device type. */
  long features();

  int queues();

  /** A byte of the configuration space; 0 past its end. */
  int config(int offset);

  /**
   * The driver notified a queue: carries out all requests in it.
   *
   * @return whether something was given back
   * @throws VirtioException when the driver broke the rules
   */
  boolean service(int index, VirtQueue queue) throws VirtioException;

  /** Saves or loads what the guest can notice of it, for a snapshot. */
  void state(Fields f);
}
