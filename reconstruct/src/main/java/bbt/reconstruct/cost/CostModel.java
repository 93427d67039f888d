package bbt.reconstruct.cost;

import bbt.ptg.Guests;
import bbt.ptg.guest.InstructionClass;
import bbt.ptg.guest.InstructionRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A table of cycles: of each instruction by its class, and of taking a trap. Made from a file:
 *
 * <pre>
 *   # a simple core
 *   name        in-order core, 5 stages
 *   default     1
 *   load        2
 *   branch-taken 3
 *   trap        6
 *   fdiv.d      31        # one instruction
 * </pre>
 */
public final class CostModel {
  /** Larger ones are no cycles of one instruction. */
  private static final int MOST = 1_000_000;

  private final String name;
  private final int trap;
  private final int taken;
  private final Map<InstructionRow, Integer> cycles;

  private CostModel(String name, int trap, int taken, Map<InstructionRow, Integer> cycles) {
    this.name = name;
    this.trap = trap;
    this.taken = taken;
    this.cycles = cycles;
  }

  /**
   * Reads a model.
   *
   * @throws CostModelException if a line is none of a model
   */
  public static CostModel read(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    return parse(file.toString(), text.lines().toList());
  }

  /**
   * Reads a model from its lines.
   *
   * @param source what errors name
   * @throws CostModelException if a line is none of a model
   */
  public static CostModel parse(String source, List<String> lines) throws CostModelException {
    String name = source;
    Map<String, Integer> given = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      String[] words = line.split("\\s+", 2);
      String where = source + ": line " + (i + 1) + ": ";
      if (words.length < 2) {
        throw new CostModelException(where + "'" + line + "' has no cycles; write: load 2");
      }
      if (words[0].equals("name")) {
        name = words[1];
        continue;
      }
      String key = words[0].toLowerCase(Locale.ROOT);
      if (!known(key)) {
        throw new CostModelException(
            where
                + "'"
                + words[0]
                + "' is no class and no instruction; the classes are "
                + String.join(", ", keys()));
      }
      if (given.putIfAbsent(key, number(where, words[1])) != null) {
        throw new CostModelException(where + "'" + key + "' is given twice");
      }
    }
    return of(name, given);
  }

  private static int number(String where, String text) throws CostModelException {
    if (!text.matches("\\d{1,7}") || Integer.parseInt(text) > MOST) {
      throw new CostModelException(
          where + "'" + text + "' is no number of cycles; give a whole number from 0 to " + MOST);
    }
    return Integer.parseInt(text);
  }

  private static List<String> keys() {
    return Arrays.stream(InstructionClass.values()).map(InstructionClass::key).toList();
  }

  private static Stream<? extends InstructionRow> rows() {
    return Guests.ALL.stream().flatMap(guest -> guest.rows().stream());
  }

  private static boolean known(String key) {
    return key.equals("default")
        || key.equals("trap")
        || keys().contains(key)
        || rows().anyMatch(row -> row.mnemonic().equals(key));
  }

  private static CostModel of(String name, Map<String, Integer> given) {
    int usual = given.getOrDefault("default", 1);
    Map<InstructionRow, Integer> cycles = new HashMap<>();
    rows()
        .forEach(
            row -> {
              int its = given.getOrDefault(row.costClass().key(), usual);
              cycles.put(row, given.getOrDefault(row.mnemonic(), its));
            });
    int taken = given.getOrDefault(InstructionClass.BRANCH_TAKEN.key(), usual);
    return new CostModel(name, given.getOrDefault("trap", 0), taken, cycles);
  }

  /** The name that the file gives itself, or else its path. */
  public String name() {
    return name;
  }

  /** Cycles of an instruction; of a conditional branch when it falls through; 0 for null. */
  public int cycles(InstructionRow row) {
    return cycles.getOrDefault(row, 0);
  }

  /** Cycles of a conditional branch that is taken. */
  public int branchTaken() {
    return taken;
  }

  /** Cycles of taking a trap, beside its handler's instructions. */
  public int trap() {
    return trap;
  }
}
