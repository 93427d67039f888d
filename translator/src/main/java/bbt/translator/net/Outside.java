package bbt.translator.net;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Makes the host's side of the guest's TCP connections, each known by a number. Guest thread only.
 */
public interface Outside {
  /** The kinds of events of a connection outside. */
  enum Kind {
    CONNECTED,
    /** The connection could not be opened. */
    REFUSED,
    DATA,
    /** The peer has sent everything that it will send. */
    END,
    /** The connection broke. */
    RESET
  }

  /**
   * An event of a connection.
   *
   * @param connection its number
   * @param data for {@link Kind#DATA} at least one byte, otherwise empty
   */
  record Event(int connection, Kind kind, byte[] data) {}

  /** Starts to open a connection to a port of the host's loopback interface. */
  void connect(int connection, int port);

  /** Sends all of it, waiting while the peer does not take it. */
  void send(int connection, byte[] data);

  /** The guest will send nothing more. */
  void finish(int connection);

  /** The connection is over for the guest; no event for it follows. */
  void close(int connection);

  /** Whether an event can come by itself, now or later. */
  boolean expecting();

  /**
   * Hands over what has arrived.
   *
   * @param wanted whether more data of a connection can be taken now
   */
  void poll(IntPredicate wanted, Consumer<Event> to);

  /** Waits until something may have arrived or the time is over. */
  void await(long nanos);

  /** Closes everything. */
  void closeAll();

  /** An outside on which every connection stays unanswered. */
  Outside NONE =
      new Outside() {
        @Override
        public void connect(int connection, int port) {}

        @Override
        public void send(int connection, byte[] data) {}

        @Override
        public void finish(int connection) {}

        @Override
        public void close(int connection) {}

        @Override
        public boolean expecting() {
          return false;
        }

        @Override
        public void poll(IntPredicate wanted, Consumer<Event> to) {}

        @Override
        public void await(long nanos) {}

        @Override
        public void closeAll() {}
      };
}
