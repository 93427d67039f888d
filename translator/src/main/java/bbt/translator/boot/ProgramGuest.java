package bbt.translator.boot;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * A guest that executes programs for the host ({@code bbt run}), found through {@link
 * java.util.ServiceLoader}: a kernel, and an initial RAM disk whose first process serves {@link
 * bbt.translator.program.ProgramPorts}.
 */
public interface ProgramGuest {
  /**
   * Makes its files ready, fetching or building what is not cached yet.
   *
   * @param progress gets a line for the user now and then
   * @throws IOException with one clear message when it cannot be done (no network, no tool)
   */
  GuestSample.Prepared prepare(Consumer<String> progress) throws IOException;
}
