package bbt.translator.net;

import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;
import java.util.ArrayList;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The gateway's end of all TCP connections of the guest. */
final class TcpGateway {
  /** Initial sequence numbers are this far apart: any value does, and it must not be random. */
  private static final int SEQUENCE_STEP = 64_000;

  private final HostAccess access;
  private final Outside outside;
  private final Consumer<TcpSegment> send;
  private final Map<Integer, TcpConnection> byPorts = new TreeMap<>();
  private final Map<Integer, TcpConnection> byNumber = new TreeMap<>();
  private final SortedSet<Integer> shutPorts = new TreeSet<>();
  private boolean full;
  private int opened;

  TcpGateway(HostAccess access, Outside outside, Consumer<TcpSegment> send) {
    this.access = access;
    this.outside = outside;
    this.send = send;
  }

  void segment(TcpSegment s, long now) {
    int ports = s.guestPort() << 16 | s.port();
    TcpConnection c = byPorts.get(ports);
    if (c == null) {
      if (s.has(TcpSegment.SYN) && !s.has(TcpSegment.ACK) && !s.has(TcpSegment.RST)) {
        if (admits(s.port())) {
          int number = opened++;
          c = new TcpConnection(number, s, SEQUENCE_STEP * (number + 1), outside, send);
          byPorts.put(ports, c);
          byNumber.put(number, c);
        } else {
          refuse(s);
        }
      } else if (!s.has(TcpSegment.RST)) {
        refuse(s);
      }
      return;
    }
    c.segment(s, now);
    forgetFinished();
  }

  /**
   * Whether the guest may open one more connection, to this port. Depends on the guest and on
   * logged input alone, so a refusal is no input.
   */
  private boolean admits(int port) {
    if (!access.allows(port)) {
      shutPorts.add(port);
      return false;
    }
    full |= byNumber.size() >= access.connections();
    return byNumber.size() < access.connections();
  }

  Refusals refusals() {
    return new Refusals(new TreeSet<>(shutPorts), full);
  }

  /** Refuses a segment of a connection that nobody knows (RFC 9293, section 3.10.7.1). */
  private void refuse(TcpSegment s) {
    int length =
        s.data().length + (s.has(TcpSegment.SYN) ? 1 : 0) + (s.has(TcpSegment.FIN) ? 1 : 0);
    boolean acknowledges = s.has(TcpSegment.ACK);
    send.accept(
        new TcpSegment(
            s.guestPort(),
            s.port(),
            acknowledges ? s.acknowledgment() : 0,
            acknowledges ? 0 : s.sequence() + length,
            acknowledges ? TcpSegment.RST : TcpSegment.RST | TcpSegment.ACK,
            0,
            0,
            new byte[0]));
  }

  boolean takesData(int number) {
    TcpConnection c = byNumber.get(number);
    return c != null && c.takesData();
  }

  void outside(Outside.Event event, long now) {
    TcpConnection c = byNumber.get(event.connection());
    if (c != null) {
      c.outside(event, now);
      forgetFinished();
    }
  }

  long deadline() {
    long first = TimeBase.NEVER;
    for (TcpConnection c : byNumber.values()) {
      first = Math.min(first, c.deadline());
    }
    return first;
  }

  void update(long now) {
    for (TcpConnection c : new ArrayList<>(byNumber.values())) {
      c.update(now);
    }
    forgetFinished();
  }

  private void forgetFinished() {
    byPorts.values().removeIf(TcpConnection::over);
    byNumber.values().removeIf(TcpConnection::over);
  }

  /** Saves or loads all connections, for a snapshot. */
  void state(Fields f) {
    opened = f.of(opened);
    Integer[] ports = byPorts.keySet().toArray(new Integer[0]);
    int count = f.of(ports.length);
    TcpConnection[] present = new TcpConnection[count];
    for (int i = 0; i < count && !f.reading(); i++) {
      present[i] = byPorts.get(ports[i]);
    }
    byPorts.clear();
    byNumber.clear();
    for (int i = 0; i < count; i++) {
      int key = f.of(f.reading() ? 0 : ports[i]);
      TcpConnection c = TcpConnection.identity(f, present[i], outside, send);
      c.state(f);
      byPorts.put(key, c);
      byNumber.put(c.number(), c);
    }
  }
}
