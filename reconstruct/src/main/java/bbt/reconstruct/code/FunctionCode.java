package bbt.reconstruct.code;

import java.util.List;

/**
 * The executed code of one function.
 *
 * @param name its symbol, or {@code program+0xOFFSET} without one, as in the profile
 * @param program {@code kernel} or a user program
 * @param address where it starts
 * @param blocks by address, versions of one address behind each other
 */
public record FunctionCode(String name, String program, long address, List<Block> blocks) {
  public FunctionCode {
    blocks = List.copyOf(blocks);
  }

  /** Instructions retired in it. */
  public long instructions() {
    return blocks.stream().mapToLong(Block::instructions).sum();
  }

  /** Times that its first instruction was executed: calls, and whatever else leads there. */
  public long entries() {
    return blocks.stream()
        .filter(block -> block.address() == address)
        .mapToLong(Block::executions)
        .sum();
  }

  /** Every line of every block. */
  public List<CodeLine> lines() {
    return blocks.stream().flatMap(block -> block.lines().stream()).toList();
  }
}
