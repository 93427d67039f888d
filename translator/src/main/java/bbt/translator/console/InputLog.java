package bbt.translator.console;

import bbt.translator.net.Outside;
import bbt.translator.state.Fields;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Reads and writes logs of input with the moment of its arrival, so that an interactive run can be
 * repeated exactly (docs/determinism.md 10). A text file: the line {@code bbt-input 1}, then {@code
 * RETIRED TICK OCTET} for each byte of the console (decimal; the octet in hexadecimal; several that
 * arrived together may follow each other), {@code RETIRED TICK end} where the console's input
 * ended, and {@code RETIRED TICK net CONNECTION KIND DATA} for what a TCP peer of the guest did:
 * connected, refused, data, end, reset (the data in hexadecimal).
 */
public final class InputLog {
  private static final String MAGIC = "bbt-input 1";
  private static final String NETWORK = "net";
  private static final String END = "end";

  /** The value in place of an octet that says that there will be none any more. */
  static final int ENDED = -1;

  private InputLog() {}

  /**
   * An entry: something that arrived.
   *
   * @param value an octet of the console, or an event of the network
   */
  private record Entry<T>(long retired, long tick, T value) {
    /** The most that a count or a tick may be: no run reaches it. */
    private static final long MOST = 1L << 56;

    static final Comparator<Entry<?>> ORDER =
        Comparator.<Entry<?>>comparingLong(Entry::retired).thenComparingLong(Entry::tick);

    Entry {
      if (retired < 0 || tick < 0 || retired > MOST || tick > MOST) {
        throw new IllegalArgumentException("no run comes to this moment");
      }
    }
  }

  static String end(long retired, long tick) {
    return retired + " " + tick + " " + END;
  }

  static String text(long retired, long tick, Outside.Event event) {
    String data = event.data().length == 0 ? "" : " " + HexFormat.of().formatHex(event.data());
    return "%d %d %s %d %s%s"
        .formatted(
            retired,
            tick,
            NETWORK,
            event.connection(),
            event.kind().name().toLowerCase(Locale.ROOT),
            data);
  }

  /** Takes down what arrives. */
  public static final class Writer implements Closeable {
    private final PrintWriter out;

    public Writer(Path file) throws IOException {
      out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII));
      out.println(MAGIC);
    }

    void add(long retired, long tick, int octet) {
      out.printf("%d %d %02x%n", retired, tick, octet);
      out.flush();
    }

    void add(long retired, long tick, Outside.Event event) {
      line(text(retired, tick, event));
    }

    void line(String text) {
      out.println(text);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      if (out.checkError()) {
        throw new IOException("the input log could not be written");
      }
      out.close();
    }
  }

  /** The entries of a log for one source of input, in the order of the clock. */
  static final class Track<T> {
    private final List<Entry<T>> entries = new ArrayList<>();
    private int next;

    /**
     * Brings the entries into the order of the clock; of one moment, they stay as they were added.
     * The notes in a trace come hart by hart.
     */
    private void sort() {
      entries.sort(Entry.ORDER);
    }

    /** Returns the next entry if its moment has come, else null. */
    T take(long retired, long tick) {
      if (next < entries.size()) {
        Entry<T> e = entries.get(next);
        if (e.retired <= retired && e.tick <= tick) {
          next++;
          return e.value;
        }
      }
      return null;
    }

    /** Retired count of what comes next, Long.MAX_VALUE at the end. */
    long nextRetired() {
      return next < entries.size() ? entries.get(next).retired : Long.MAX_VALUE;
    }

    /** Saves or loads how far it is, for a snapshot. */
    void state(Fields f) {
      next = f.of(next);
    }

    /**
     * Tick of what comes next; Long.MAX_VALUE at the end, and while instructions must retire before
     * it comes.
     *
     * @param retired the count that has been reached
     */
    long nextTick(long retired) {
      return nextRetired() <= retired ? entries.get(next).tick : Long.MAX_VALUE;
    }
  }

  /** Gives the recorded input to a run that repeats the first. */
  public static final class Replay {
    private final Track<Integer> console = new Track<>();
    private final Track<Outside.Event> network = new Track<>();

    private Replay() {}

    /**
     * Reads the input in a trace.
     *
     * @param lines as in a log; none: nothing arrived
     * @throws IllegalArgumentException if a line is not an entry of a log
     */
    public static Replay of(List<String> lines) {
      Replay replay = new Replay();
      for (String line : lines) {
        replay.add(line, "a note of input");
      }
      replay.sort();
      return replay;
    }

    /** Reads a log; one clear message when it is none. */
    public static Replay read(Path file) throws IOException {
      Replay replay = new Replay();
      try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
        if (!MAGIC.equals(in.readLine())) {
          throw new IOException(file + ": not an input log: its first line is not " + MAGIC);
        }
        int number = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          number++;
          replay.add(line, "line " + number);
        }
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": " + e.getMessage(), e);
      } catch (java.nio.charset.CharacterCodingException e) {
        throw new IOException(file + ": not an input log: not text", e);
      }
      replay.sort();
      return replay;
    }

    private void sort() {
      console.sort();
      network.sort();
    }

    /**
     * @param what the line is, in a message
     */
    private void add(String line, String what) {
      try {
        add(line.split(" "));
      } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
        throw new IllegalArgumentException(
            what
                + " is neither RETIRED TICK OCTET nor RETIRED TICK end nor RETIRED TICK net CONNECTION KIND DATA: "
                + line,
            e);
      }
    }

    private void add(String[] f) {
      long retired = Long.parseLong(f[0]);
      long tick = Long.parseLong(f[1]);
      if (f[2].equals(NETWORK)) {
        Outside.Kind kind = Outside.Kind.valueOf(f[4].toUpperCase(Locale.ROOT));
        byte[] data = f.length > 5 ? HexFormat.of().parseHex(f[5]) : new byte[0];
        Outside.Event event = new Outside.Event(Integer.parseInt(f[3]), kind, data);
        network.entries.add(new Entry<>(retired, tick, event));
      } else if (f[2].equals(END)) {
        console.entries.add(new Entry<>(retired, tick, ENDED));
      } else {
        for (byte octet : HexFormat.of().parseHex(f[2])) {
          console.entries.add(new Entry<>(retired, tick, octet & 0xFF));
        }
      }
    }

    /** The input of the console. */
    Track<Integer> console() {
      return console;
    }

    /** The input from TCP peers on the host. */
    Track<Outside.Event> network() {
      return network;
    }
  }
}
