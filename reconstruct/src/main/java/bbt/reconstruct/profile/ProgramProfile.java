package bbt.reconstruct.profile;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The counts of one program.
 *
 * @param name {@code kernel} or a user program
 * @param instructions executed in its functions
 * @param functions by descending self instructions
 */
public record ProgramProfile(String name, long instructions, List<FunctionProfile> functions) {
  public ProgramProfile {
    functions = List.copyOf(functions);
  }

  /**
   * The functions with the most of something, ties by address; those with none of it are left out.
   */
  public List<FunctionProfile> top(int count, ToDoubleFunction<FunctionProfile> what) {
    return functions.stream()
        .filter(f -> what.applyAsDouble(f) > 0)
        .sorted(
            Comparator.comparingDouble(what)
                .reversed()
                .thenComparing(FunctionProfile::address, Long::compareUnsigned))
        .limit(count)
        .toList();
  }
}
