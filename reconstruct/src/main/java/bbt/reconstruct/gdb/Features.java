package bbt.reconstruct.gdb;

import java.util.List;

/** The features that gdb announces in qSupported. */
record Features(boolean swbreak, boolean hwbreak) {
  static final Features NONE = new Features(false, false);

  /**
   * Reads the features that gdb sent.
   *
   * @param list names with {@code +}, {@code -} or a value behind, separated by semicolons
   */
  static Features of(String list) {
    List<String> names = List.of(list.split(";"));
    return new Features(names.contains("swbreak+"), names.contains("hwbreak+"));
  }
}
