package bbt.reconstruct.code;

import java.util.List;

/**
 * A basic block: lines of code that are executed in a row. See the package's glossary.
 *
 * @param lines one or more, ascending, without a gap, all of one version
 */
public record Block(List<CodeLine> lines) {
  public Block {
    lines = List.copyOf(lines);
  }

  /** The address of the first instruction. */
  public long address() {
    return lines.getFirst().address();
  }

  /** Address behind the last instruction. */
  public long end() {
    return lines.getLast().next();
  }

  /** Bytes. */
  public int size() {
    return (int) (end() - address());
  }

  /** See {@link CodeLine#version}. */
  public int version() {
    return lines.getFirst().version();
  }

  /** Times that it was executed, from its first instruction on. */
  public long executions() {
    return lines.getFirst().executions();
  }

  /** Instructions retired in it. */
  public long instructions() {
    return lines.stream().mapToLong(CodeLine::executions).sum();
  }

  /** The last instruction, which says where the block leads. */
  public CodeLine last() {
    return lines.getLast();
  }

  /** Times that the branch at its end was taken; 0 without one. */
  public long taken() {
    return last().taken();
  }
}
