package bbt.samples.conformance.prove;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the log of QEMU's {@code -d exec,nochain} with one instruction per block: the addresses of
 * the instructions that were started.
 *
 * <pre>
 * Trace 0: 0x7f12a0000100 [0000000000000000/0000000080200000/00209001/ff000201] _start
 * Stopped execution of TB chain before 0x7f12a0000100 [0000000080200000] _start
 * </pre>
 *
 * The second kind of line takes the first one back: QEMU left before the instruction ran.
 */
final class QemuLog {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;

  private long held;
  private boolean holds;
  private boolean over;

  /**
   * @param in a process's output, whole lines
   */
  QemuLog(InputStream in) {
    this.in = in;
  }

  /** Whether another address follows; {@link #pc} is then the address. */
  boolean next() throws IOException {
    // An address is good once another Trace line shows that it was not taken back.
    while (!over) {
      int kind = line();
      if (kind == END) {
        over = true;
        pc = held;
        return holds;
      }
      if (kind == STOPPED) {
        holds = false;
      } else if (kind == TRACE) {
        boolean give = holds;
        pc = held;
        held = parsed;
        holds = true;
        if (give) {
          return true;
        }
      }
    }
    return false;
  }

  /** The address that {@link #next} found. */
  long pc() {
    return pc;
  }

  private long pc;
  private long parsed;

  private static final int END = 0;
  private static final int TRACE = 1;
  private static final int STOPPED = 2;
  private static final int OTHER = 3;

  private int read() throws IOException {
    if (at == end) {
      end = in.read(buffer);
      at = 0;
      if (end <= 0) {
        end = 0;
        return -1;
      }
    }
    return buffer[at++] & 0xFF;
  }

  /** Reads a line and says what it is; TRACE sets {@link #parsed}. */
  private int line() throws IOException {
    int c = read();
    if (c < 0) {
      return END;
    }
    int kind = c == 'T' ? TRACE : c == 'S' ? STOPPED : OTHER;
    if (kind == TRACE) {
      while (c >= 0 && c != '\n' && c != '[') {
        c = read();
      }
      while (c >= 0 && c != '\n' && c != '/') {
        c = read();
      }
      long value = 0;
      int digits = 0;
      if (c == '/') {
        for (c = read(); Character.digit(c, 16) >= 0; c = read()) {
          value = value << 4 | Character.digit(c, 16);
          digits++;
        }
      }
      if (digits != 16) {
        kind = OTHER;
      }
      parsed = value;
    }
    while (c >= 0 && c != '\n') {
      c = read();
    }
    return kind;
  }
}
