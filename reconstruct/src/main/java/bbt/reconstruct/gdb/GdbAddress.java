package bbt.reconstruct.gdb;

import bbt.reconstruct.basics.LoopbackAddress;
import java.net.InetSocketAddress;

/** Parses the value of {@code --gdb}: {@code [HOST:]PORT}, where the host is this one. */
public final class GdbAddress {
  private GdbAddress() {}

  /**
   * Reads it. A debugger can do everything that the guest can, and there is no password.
   *
   * @throws bbt.reconstruct.basics.UserException unless it is a loopback address and a port
   */
  public static InetSocketAddress parse(String text) {
    return LoopbackAddress.parse("--gdb " + text, "gdb is served", text);
  }
}
