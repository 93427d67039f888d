package bbt.reconstruct.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a memory system did during a run, instruction by instruction.
 *
 * @param config the memory system
 * @param instructions those that were executed, each with the task that did so
 * @param ranges pages of data that were missed
 */
public record MemoryProfile(
    MemoryConfig config, Instructions instructions, List<RangeCount> ranges) {
  public MemoryProfile {
    ranges = List.copyOf(ranges);
  }

  /** Instructions, which are millions and so made one at a time. */
  @FunctionalInterface
  public interface Instructions {
    /** Shows each; an instruction may come in several parts, whose counts are to be added. */
    void forEach(Consumer<InstructionCount> to);
  }

  /**
   * Who executed an instruction.
   *
   * @param task name of the task; its address where it has none; empty where there is none
   * @param pid process id, -1 where it is not known
   * @param program {@code kernel}, a user program, or {@code user} where it is not known
   */
  public record Owner(String task, int pid, String program) {}

  /**
   * An instruction.
   *
   * @param owner who executed it
   * @param function name of the function, as the tables {@code reads} and {@code writes} have it;
   *     null where nobody asked
   * @param image whose symbol that is; null where none is
   * @param address virtual
   * @param codeAddress the address by which the report's code and source lines name it: of a
   *     position-independent binary the file's
   * @param bits its encoding
   * @param counts how often, and what it missed
   */
  public record InstructionCount(
      Owner owner,
      String function,
      String image,
      long address,
      long codeAddress,
      int bits,
      MissCounts counts) {}

  /**
   * The accesses of an instruction, or of a program, to a page of data.
   *
   * @param instruction the instruction; null: of all of a program
   * @param program the program
   * @param address virtual, of the page
   */
  public record RangeCount(
      InstructionCount instruction, String program, long address, MissCounts counts) {}

  /** A part of the run, and what was missed in it. */
  public record Row<K>(K key, MissCounts counts) {}

  /**
   * The parts of the run, by descending cycles that misses cost, then by descending misses.
   *
   * @param sums the counts of each part
   */
  public <K> List<Row<K>> rows(Map<K, MissCounts> sums) {
    return sums.entrySet().stream()
        .map(e -> new Row<>(e.getKey(), e.getValue()))
        .sorted(
            Comparator.<Row<K>>comparingLong(row -> row.counts().stalls(config))
                .thenComparing(row -> row.counts().misses())
                .reversed()
                .thenComparing(row -> row.key().toString()))
        .toList();
  }

  /** All of it. */
  public MissCounts total() {
    MissCounts total = new MissCounts();
    instructions.forEach(each -> total.add(each.counts()));
    return total;
  }
}
