package bbt.samples;

import bbt.translator.machine.ConsolePort;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A console that keeps what the guest writes and has no input. */
final class CapturedConsole implements ConsolePort {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Override
  public void write(int octet) {
    bytes.write(octet);
  }

  @Override
  public void flush() {}

  @Override
  public boolean interactive() {
    return false;
  }

  @Override
  public int read() {
    return -1;
  }

  @Override
  public int poll() {
    return -1;
  }

  @Override
  public void await(long nanos) {}

  String text() {
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  List<String> lines() {
    return text().lines().map(String::strip).toList();
  }
}
