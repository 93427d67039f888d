package bbt.reconstruct.gdb;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** The value of {@code --gdb}: {@code [HOST:]PORT}, where the host is this one. */
public final class GdbAddress {
  private GdbAddress() {}

  /**
   * Reads it. A debugger can do everything that the guest can, and there is no password.
   *
   * @throws UserException unless it is a loopback address and a port
   */
  public static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon <= 0 ? "127.0.0.1" : text.substring(0, colon);
    String digits = text.substring(colon + 1);
    if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > 65535) {
      throw usage(text, "is no port; write PORT, :PORT or 127.0.0.1:PORT, 0 for any free one");
    }
    InetAddress address;
    try {
      // Names are not looked up: only this one and literal addresses can be loopback.
      boolean literal = host.matches("[0-9.]+|\\[[0-9a-fA-F:.]+]");
      if (!literal && !host.equals("localhost")) {
        throw usage(text, "is not this machine; gdb is served at loopback addresses only");
      }
      address = InetAddress.getByName(host.equals("localhost") ? "127.0.0.1" : host);
    } catch (UnknownHostException e) {
      throw usage(text, "is no address");
    }
    if (!address.isLoopbackAddress()) {
      throw usage(
          text,
          "can be reached from outside; gdb is served at loopback addresses only"
              + " (forward a port with ssh -L)");
    }
    return new InetSocketAddress(address, Integer.parseInt(digits));
  }

  private static UserException usage(String text, String problem) {
    return new UserException(Fault.USAGE, "--gdb " + text + " " + problem);
  }
}
