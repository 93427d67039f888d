package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Stop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Serves a gdb that sends anything. */
public final class GdbPackets {
  private GdbPackets() {}

  /**
   * Serves a connection.
   *
   * @param input what arrives: as it is if it begins with a packet's {@code $}, else a packet in
   *     each line, which is framed here (a fuzzer would never guess a checksum)
   */
  public static void serve(byte[] input) throws InterruptedException {
    FakeTarget target = new FakeTarget();
    target.reversible = true;
    target.symbols = new byte[64];
    for (int i = 0; i < 4; i++) {
      target.stops.add(Stop.of(Stop.Reason.STEPPED, i & 1));
    }
    boolean raw = input.length > 0 && input[0] == '$';
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    new GdbSession(new ByteArrayInputStream(raw ? input : framed(input)), answers, target).run();
    String said = answers.toString(StandardCharsets.ISO_8859_1);
    int internal = said.indexOf("$E.internal error");
    if (internal >= 0) {
      throw new AssertionError(said.substring(internal));
    }
  }

  private static byte[] framed(byte[] input) {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    String text = new String(input, StandardCharsets.ISO_8859_1);
    for (String line : text.split("\n", -1)) {
      int sum = 0;
      framed.write('$');
      for (int i = 0; i < line.length(); i++) {
        sum += line.charAt(i);
        framed.write(line.charAt(i));
      }
      framed.writeBytes(("#%02x".formatted(sum & 0xFF)).getBytes(StandardCharsets.US_ASCII));
    }
    return framed.toByteArray();
  }
}
