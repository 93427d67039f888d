package bbt.reconstruct.listing;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;

/** Writes lines in one form. */
interface LineForm {
  /** Whether the instructions of nodes are asked for, and so all of it is told in nodes. */
  default boolean nodes() {
    return false;
  }

  /** Writes what stands above all lines. */
  default void begin(LineBuffer out) throws java.io.IOException {}

  /** A node of which the instructions from one to before another were executed, before its line. */
  default void node(Line line, Node node, int from, int to, LineBuffer out)
      throws java.io.IOException {}

  /** An instruction, or a node. */
  void instruction(Line line, LineBuffer out) throws java.io.IOException;

  /**
   * An exception, interrupt, reset or call of firmware.
   *
   * @param title in words
   */
  void exception(Line line, Packet.Exception packet, String title, LineBuffer out)
      throws java.io.IOException;

  /** Writes a gap: something is missing. */
  void gap(Line line, String message, LineBuffer out) throws java.io.IOException;
}
