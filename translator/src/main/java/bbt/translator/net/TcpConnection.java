package bbt.translator.net;

import bbt.packets.GuestTime;
import bbt.translator.device.TimeBase;
import bbt.translator.state.Fields;
import java.util.function.Consumer;

/**
 * The gateway's end of a TCP connection that the guest opened (RFC 9293): what arrives from the
 * guest goes to the outside at once, what comes from there is sent as the guest's window allows.
 *
 * <p>Nothing is lost on the segment, but the guest may drop what it has no room for: what is not
 * acknowledged within {@link #TIMEOUT} of virtual time is sent again.
 *
 * <p>Positions in our stream count from the SYN: it is at 0, the data from 1 on, the FIN behind the
 * last byte; a sequence number is the initial one plus the position.
 */
final class TcpConnection {
  /** First wait for an acknowledgement, in ticks: one second; doubled each time. */
  static final long TIMEOUT = GuestTime.TICKS_PER_SECOND;

  /** The bytes that the guest may send before we acknowledge; everything is taken at once. */
  private static final int OUR_WINDOW = 0xFFFF;

  /** Ethernet's 1500 bytes without headers. */
  private static final int OUR_MSS = 1460;

  /** RFC 9293, section 3.7.1: when the guest names none. */
  private static final int DEFAULT_MSS = 536;

  /** Data from outside that may wait for the guest. */
  private static final int MAX_WAITING = 256 << 10;

  private static final int MAX_TRIES = 7;
  private static final byte[] NOTHING = {};

  private final int number;
  private final int guestPort;
  private final int port;
  private final int initial;
  private final int mss;
  private final Outside outside;
  private final Consumer<TcpSegment> send;

  /** The outside has taken the connection. */
  private boolean accepted;

  private boolean guestEnded;
  private boolean outsideEnded;
  private boolean over;

  /** The guest's next sequence number. */
  private int received;

  /** The bytes that the guest takes from {@link #acknowledged} on. */
  private int window;

  private long acknowledged;
  private long next;

  /** The position behind the last byte that was ever sent. */
  private long sent;

  /** Data not yet acknowledged, and the position of its first byte. */
  private final ByteQueue data = new ByteQueue();

  private long dataStart = 1;

  private int tries;

  /** The last thing sent again was one byte into a shut window. */
  private boolean probing;

  private long deadline = TimeBase.NEVER;

  /**
   * @param syn the guest's first segment
   * @param initial our initial sequence number
   * @param send takes what goes to the guest
   */
  TcpConnection(
      int number, TcpSegment syn, int initial, Outside outside, Consumer<TcpSegment> send) {
    this.number = number;
    this.guestPort = syn.guestPort();
    this.port = syn.port();
    this.initial = initial;
    this.mss = Math.min(syn.mss() == 0 ? DEFAULT_MSS : syn.mss(), OUR_MSS);
    this.outside = outside;
    this.send = send;
    received = syn.sequence() + 1;
    window = syn.window();
    outside.connect(number, port);
  }

  boolean over() {
    return over;
  }

  /** When something must be sent again, in ticks. */
  long deadline() {
    return deadline;
  }

  /** Whether data from outside has room. */
  boolean takesData() {
    return data.count() < MAX_WAITING;
  }

  /** Takes an event from outside. */
  void outside(Outside.Event event, long now) {
    switch (event.kind()) {
      case CONNECTED -> accepted = true;
      case DATA -> data.add(event.data());
      case END -> outsideEnded = true;
      case REFUSED, RESET -> {
        emit(TcpSegment.RST | TcpSegment.ACK, next, 0, NOTHING);
        end();
      }
    }
    transmit(now);
  }

  private void end() {
    over = true;
    deadline = TimeBase.NEVER;
    outside.close(number);
  }

  /** A segment from the guest. */
  void segment(TcpSegment s, long now) {
    if (s.has(TcpSegment.RST)) {
      if (s.sequence() == received) {
        end();
      }
    } else if (s.has(TcpSegment.SYN)) {
      if (accepted) { // our answer was lost; else the outside has not answered yet
        next = acknowledged;
      }
    } else if (accepted && s.has(TcpSegment.ACK)) {
      acknowledgement(s, now);
      take(s);
    }
    transmit(now);
    if (guestEnded && outsideEnded && acknowledged > endOfData()) {
      end();
    }
  }

  private void acknowledgement(TcpSegment s, long now) {
    window = s.window();
    if (probing) { // the guest is there: a window may stay shut for ever (RFC 9293, 3.8.6.1)
      tries = 0;
    }
    long position = acknowledged + (s.acknowledgment() - sequence(acknowledged));
    if (position <= acknowledged || position > sent) {
      return;
    }
    int done = (int) Math.clamp(position - dataStart, 0, data.count());
    data.drop(done);
    dataStart += done;
    acknowledged = position;
    next = Math.max(next, position);
    tries = 0;
    deadline = next == acknowledged ? TimeBase.NEVER : now + TIMEOUT;
  }

  private void take(TcpSegment s) {
    int known = received - s.sequence(); // bytes of it that we have, or less than 0: a gap
    int length = s.data().length;
    boolean fin = s.has(TcpSegment.FIN);
    if (known < 0 || known > length) {
      acknowledge();
      return;
    }
    if (length > known && !guestEnded) {
      byte[] fresh = new byte[length - known];
      System.arraycopy(s.data(), known, fresh, 0, fresh.length);
      received += fresh.length;
      outside.send(number, fresh);
    }
    if (fin && !guestEnded) {
      received++;
      guestEnded = true;
      outside.finish(number);
    }
    if (length > 0 || fin) {
      acknowledge();
    }
  }

  private int sequence(long position) {
    return initial + (int) position;
  }

  private long endOfData() {
    return dataStart + data.count();
  }

  private void acknowledge() {
    emit(TcpSegment.ACK, next, 0, NOTHING);
  }

  private void emit(int flags, long position, int option, byte[] payload) {
    send.accept(
        new TcpSegment(
            guestPort, port, sequence(position), received, flags, OUR_WINDOW, option, payload));
  }

  /** Sends what the guest's window allows. */
  private void transmit(long now) {
    if (!accepted || over) {
      return;
    }
    if (next == 0) {
      emit(TcpSegment.SYN | TcpSegment.ACK, 0, OUR_MSS, NOTHING);
      next = 1;
    } else if (acknowledged > 0) {
      for (int n = room(); n > 0; n = room()) {
        byte[] part = data.copy((int) (next - dataStart), n);
        boolean last = next + n == endOfData();
        emit(TcpSegment.ACK | (last ? TcpSegment.PSH : 0), next, 0, part);
        next += n;
      }
      if (outsideEnded && next == endOfData()) {
        emit(TcpSegment.FIN | TcpSegment.ACK, next, 0, NOTHING);
        next++;
      }
    }
    sent = Math.max(sent, next);
    if (deadline == TimeBase.NEVER && (acknowledged < next || data.count() > 0)) {
      deadline = now + (TIMEOUT << tries);
    }
  }

  /** The number of data bytes that may be sent now in one segment. */
  private int room() {
    long allowed = Math.min(endOfData(), acknowledged + window) - next;
    return (int) Math.clamp(allowed, 0, mss);
  }

  /** Time has passed: sends again what was not acknowledged, or asks whether the window is open. */
  void update(long now) {
    if (now < deadline) {
      return;
    }
    deadline = TimeBase.NEVER;
    if (++tries > MAX_TRIES) {
      emit(TcpSegment.RST | TcpSegment.ACK, next, 0, NOTHING);
      end();
      return;
    }
    next = acknowledged;
    probing = false;
    if (acknowledged > 0 && window == 0 && data.count() > 0) {
      window = 1; // a probe; the answer says what is true
      probing = true;
    }
    transmit(now);
  }

  /**
   * A connection of a snapshot, to be filled by {@link #state}; the outside hears nothing of it.
   */
  TcpConnection(
      int number,
      int guestPort,
      int port,
      int initial,
      int mss,
      Outside outside,
      Consumer<TcpSegment> send) {
    this.number = number;
    this.guestPort = guestPort;
    this.port = port;
    this.initial = initial;
    this.mss = mss;
    this.outside = outside;
    this.send = send;
  }

  /** Saves or loads what never changes of a connection, for a snapshot. */
  static TcpConnection identity(
      Fields f, TcpConnection c, Outside outside, Consumer<TcpSegment> send) {
    int[] facts =
        c == null ? new int[5] : new int[] {c.number, c.guestPort, c.port, c.initial, c.mss};
    f.each(facts);
    return c != null
        ? c
        : new TcpConnection(facts[0], facts[1], facts[2], facts[3], facts[4], outside, send);
  }

  int number() {
    return number;
  }

  /** Saves or loads the rest of the state. */
  void state(Fields f) {
    accepted = f.of(accepted);
    guestEnded = f.of(guestEnded);
    outsideEnded = f.of(outsideEnded);
    over = f.of(over);
    received = f.of(received);
    window = f.of(window);
    acknowledged = f.of(acknowledged);
    next = f.of(next);
    sent = f.of(sent);
    data.state(f);
    dataStart = f.of(dataStart);
    tries = f.of(tries);
    probing = f.of(probing);
    deadline = f.of(deadline);
  }
}
