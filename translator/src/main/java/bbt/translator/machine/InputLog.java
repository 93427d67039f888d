package bbt.translator.machine;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Console input with the moment of its arrival, so that an interactive run can be repeated exactly
 * (rules.md 10). A text file: the line {@code bbt-input 1}, then {@code RETIRED TICK OCTET} for
 * each byte (decimal; the octet in hexadecimal).
 */
public final class InputLog {
  private static final String MAGIC = "bbt-input 1";

  private InputLog() {}

  /** One byte of input. */
  record Entry(long retired, long tick, int octet) {}

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

    @Override
    public void close() throws IOException {
      if (out.checkError()) {
        throw new IOException("the input log could not be written");
      }
      out.close();
    }
  }

  /** Gives it back. */
  public static final class Replay {
    private final List<Entry> entries;
    private int next;

    private Replay(List<Entry> entries) {
      this.entries = entries;
    }

    /** Reads a log; one clear message when it is none. */
    public static Replay read(Path file) throws IOException {
      List<Entry> entries = new ArrayList<>();
      try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
        if (!MAGIC.equals(in.readLine())) {
          throw new IOException(file + ": not an input log: its first line is not " + MAGIC);
        }
        int number = 1;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          number++;
          String[] f = line.split(" ");
          try {
            entries.add(
                new Entry(
                    Long.parseLong(f[0]), Long.parseLong(f[1]), Integer.parseInt(f[2], 16) & 0xFF));
          } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(
                file + ": line " + number + " is not RETIRED TICK OCTET: " + line, e);
          }
        }
      } catch (java.nio.charset.CharacterCodingException e) {
        throw new IOException(file + ": not an input log: not text", e);
      }
      return new Replay(entries);
    }

    /** The next byte if its moment has come, else -1. */
    int take(long retired, long tick) {
      if (next < entries.size()) {
        Entry e = entries.get(next);
        if (e.retired <= retired && e.tick <= tick) {
          next++;
          return e.octet;
        }
      }
      return -1;
    }

    /** Retired count of the next byte, Long.MAX_VALUE at the end. */
    long nextRetired() {
      return next < entries.size() ? entries.get(next).retired : Long.MAX_VALUE;
    }

    /** Tick of the next byte, Long.MAX_VALUE at the end. */
    long nextTick() {
      return next < entries.size() ? entries.get(next).tick : Long.MAX_VALUE;
    }
  }
}
