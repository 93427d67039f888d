package bbt.reconstruct.cli;

/**
 * Adds a subcommand to {@code bbt}; found through {@link java.util.ServiceLoader}.
 *
 * <p>This module cannot depend on the modules above it (samples), so they register here: implement
 * this interface, name the class in {@code META-INF/services/bbt.reconstruct.cli.CommandProvider}.
 */
public interface CommandProvider {
  /**
   * A new object of a class with picocli's {@code @Command(name = ...)} that implements {@code
   * Callable<Integer>} (its value is the exit code) or {@code Runnable}.
   */
  Object command();
}
