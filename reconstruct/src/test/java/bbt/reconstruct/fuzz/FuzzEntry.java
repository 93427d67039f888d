package bbt.reconstruct.fuzz;

/** Entry points that Jazzer calls by name: once with the target's name, then with each input. */
public final class FuzzEntry {
  private static FuzzTarget target;

  private FuzzEntry() {}

  public static void fuzzerInitialize(String[] arguments) {
    target = FuzzTarget.of(arguments[0]);
  }

  public static void fuzzerTestOneInput(byte[] input) throws Throwable {
    target.read(input);
  }
}
