package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.ProtocolException;

/** Reads and writes threads as packets name them. */
final class ThreadId {
  private ThreadId() {}

  static String of(int hart) {
    return Integer.toHexString(hart + 1);
  }

  /**
   * The hart of a thread.
   *
   * @param text a thread; 0 (any) and -1 (all) mean the current one
   */
  static int hart(String text, int current, int harts) {
    if (text.equals("0") || text.equals("-1")) {
      return current;
    }
    long thread = HexText.number(text);
    if (thread < 1 || thread > harts) {
      throw new ProtocolException("no thread " + text);
    }
    return (int) thread - 1;
  }
}
