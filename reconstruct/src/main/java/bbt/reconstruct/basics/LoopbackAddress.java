package bbt.reconstruct.basics;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** A port of this machine that nobody outside it can reach: {@code [HOST:]PORT}. */
public final class LoopbackAddress {
  private LoopbackAddress() {}

  /**
   * Reads it. What is served there asks for no password.
   *
   * @param option begins the message of what is wrong, such as {@code --gdb 1.2.3.4:5}
   * @param served what happens there, for the same message, such as {@code gdb is served}
   * @throws UserException unless it is a loopback address and a port
   */
  public static InetSocketAddress parse(String option, String served, String text) {
    int colon = text.lastIndexOf(':');
    String host = colon <= 0 ? "127.0.0.1" : text.substring(0, colon);
    String digits = text.substring(colon + 1);
    if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > 65535) {
      throw usage(option + " is no port; write PORT, :PORT or 127.0.0.1:PORT, 0 for any free one");
    }
    InetAddress address;
    try {
      // Names are not looked up: only this one and literal addresses can be loopback.
      boolean literal = host.matches("[0-9.]+|\\[[0-9a-fA-F:.]+]");
      if (!literal && !host.equals("localhost")) {
        throw usage(option + " is not this machine; " + served + " at loopback addresses only");
      }
      address = InetAddress.getByName(host.equals("localhost") ? "127.0.0.1" : host);
    } catch (UnknownHostException e) {
      throw usage(option + " is no address");
    }
    if (!address.isLoopbackAddress()) {
      throw usage(
          option
              + " can be reached from outside; "
              + served
              + " at loopback addresses only (forward a port with ssh -L)");
    }
    return new InetSocketAddress(address, Integer.parseInt(digits));
  }

  private static UserException usage(String message) {
    return new UserException(Fault.USAGE, message);
  }
}
