package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Stop;

/** A message that a session waits for. */
sealed interface Message {
  /**
   * A packet.
   *
   * @param data its bytes, each as a character 0 to 255, escapes undone
   * @param valid whether its checksum was right
   */
  record Packet(String data, boolean valid) implements Message {}

  /** Ctrl-C in gdb. */
  record Interrupt() implements Message {}

  /** Gdb did not understand the last answer. */
  record Again() implements Message {}

  /** The connection is gone. */
  record Closed() implements Message {}

  /** The target stopped. */
  record Stopped(Stop stop) implements Message {}
}
