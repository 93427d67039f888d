package bbt.reconstruct.html;

import bbt.reconstruct.code.Block;
import bbt.reconstruct.code.CodeLine;
import bbt.reconstruct.code.Coverage;
import bbt.reconstruct.code.FunctionCode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes the block {@code coverage}: of each function, which instructions ran at all and which
 * branches went both ways. How many instructions it has (-1: not known) only a binary tells; a
 * trace holds no code that never ran, so without one a function's extent is known up to its last
 * executed instruction.
 */
final class CoverageBlock {
  /** Most bytes of a function: what is farther away is code without a symbol that it jumped to. */
  private static final long LONGEST = 1 << 20;

  private final ArrayNode function = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode instructions = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode total = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode bytes = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode extent = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode branches = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode both = JsonNodeFactory.instance.arrayNode();
  private final ArrayNode neverTaken = JsonNodeFactory.instance.arrayNode();

  private CoverageBlock() {}

  static ObjectNode of(Coverage coverage, FunctionNumbers numbers) {
    CoverageBlock columns = new CoverageBlock();
    for (Coverage.FunctionCoverage each : coverage.functions()) {
      FunctionCode f = each.function();
      int number = numbers.number(f.name(), f.program(), f.address());
      if (number >= 0) {
        columns.total.add(each.total());
        columns.instructions.add(each.executed());
        columns.add(number, f);
      }
    }
    ObjectNode block = JsonNodeFactory.instance.objectNode();
    block.set("function", columns.function);
    block.set("instructions", columns.instructions);
    block.set("total", columns.total);
    block.set("bytes", columns.bytes);
    block.set("extent", columns.extent);
    block.set("branches", columns.branches);
    block.set("both", columns.both);
    block.set("neverTaken", columns.neverTaken);
    return block;
  }

  private void add(int number, FunctionCode f) {
    Set<Long> halfwords = new HashSet<>();
    long end = 0;
    int branching = 0;
    int bothWays = 0;
    int never = 0;
    for (Block block : f.blocks()) {
      for (CodeLine line : block.lines()) {
        // Where code changed, versions of different lengths overlap: a byte counts once.
        for (long at = line.address(); at != line.next(); at += 2) {
          halfwords.add(at);
        }
        end = Math.max(end, line.next() - f.address());
        if (line.flow() == CodeLine.Flow.BRANCH) {
          branching++;
          bothWays += line.taken() > 0 && line.notTaken() > 0 ? 1 : 0;
          never += line.taken() == 0 ? 1 : 0;
        }
      }
    }
    function.add(number);
    bytes.add(2 * halfwords.size());
    extent.add(end <= LONGEST ? end : 0);
    branches.add(branching);
    both.add(bothWays);
    neverTaken.add(never);
  }
}
