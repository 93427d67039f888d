package bbt.reconstruct.diff.code;

import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.FunctionCode;
import java.util.List;

/**
 * The executed code of a function in A and in B, side by side.
 *
 * @param a null where A did not execute it; {@code b} the same of B, never both
 * @param rows in the order of their addresses
 */
public record CodePair(FunctionCode a, FunctionCode b, List<Row> rows) {
  /** How an instruction of A relates to the one of B beside it. */
  public enum Mark {
    /** One instruction in both, executed as often for each call. */
    SAME,
    /** One instruction in both, executed more or less often for each call. */
    COUNT,
    /** Another instruction at its place. */
    OTHER,
    /** Executed in A alone, or not there in B. */
    ONLY_A,
    /** Executed in B alone, or not there in A. */
    ONLY_B
  }

  /**
   * An instruction in one of the runs.
   *
   * @param offset from the function's start
   * @param text mnemonic, a tab, operands
   * @param source the source line, where it is another one than that of the instruction before, or
   *     empty
   */
  public record Line(CodeLine line, long offset, String text, String source) {}

  /**
   * Two instructions beside each other; {@code a} or {@code b} is null where the other stands
   * alone.
   */
  public record Row(Mark mark, Line a, Line b) {}

  public CodePair {
    rows = List.copyOf(rows);
  }

  /** The function's name; A's, where B calls it otherwise. */
  public String name() {
    return (a == null ? b : a).name();
  }

  /** The program that it is of. */
  public String program() {
    return (a == null ? b : a).program();
  }
}
