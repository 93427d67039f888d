package bbt.translator.trace;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a guest's console output into lines as a terminal would leave them: what stands before a
 * carriage return in a line is written over by what follows it. Empty lines are none.
 */
final class ConsoleLines {
  /** Bytes of a line that are kept; a line of a kernel's log is shorter. */
  static final int MOST = 256;

  private final byte[] line = new byte[MOST];
  private int length;
  private boolean returned;
  private final List<String> done = new ArrayList<>();

  /** Takes a byte; says whether a line is complete with it. */
  boolean see(int octet) {
    if (octet == '\n') {
      returned = false;
      if (length == 0) {
        return false;
      }
      done.add(new String(line, 0, length, StandardCharsets.UTF_8));
      length = 0;
      return true;
    }
    if (octet == '\r') {
      returned = true;
      return false;
    }
    if (returned) {
      returned = false;
      length = 0;
    }
    if (length < MOST) {
      line[length++] = (byte) octet;
    }
    return false;
  }

  /** Whether there are complete lines. */
  boolean any() {
    return !done.isEmpty();
  }

  /** Returns the complete lines, in order, and forgets them. */
  List<String> take() {
    List<String> lines = List.copyOf(done);
    done.clear();
    return lines;
  }
}
