package bbt.translator.net;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Logs what the gateway asks of the outside. */
final class FakeOutside implements Outside {
  final List<String> calls = new ArrayList<>();
  final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  @Override
  public void connect(int connection, int port) {
    calls.add("connect " + connection + " " + port);
  }

  @Override
  public void send(int connection, byte[] data) {
    sent.writeBytes(data);
  }

  @Override
  public void finish(int connection) {
    calls.add("finish " + connection);
  }

  @Override
  public void close(int connection) {
    calls.add("close " + connection);
  }

  @Override
  public boolean expecting() {
    return true;
  }

  @Override
  public void poll(IntPredicate wanted, Consumer<Event> to) {}

  @Override
  public void await(long nanos) {}

  @Override
  public void closeAll() {}
}
