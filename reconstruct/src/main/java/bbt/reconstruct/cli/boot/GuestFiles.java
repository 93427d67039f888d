package bbt.reconstruct.cli.boot;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.warm.Caller;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** Finds out what GUEST on the command line stands for. */
final class GuestFiles {
  /** The guest that boots without an argument. */
  static final String DEFAULT = "mini";

  private GuestFiles() {}

  /**
   * Resolves a name or a file.
   *
   * @param guest a sample's name, a path, or null for {@link #DEFAULT}
   * @param kernel {@code --kernel}, or null: it takes the place of a sample's kernel
   * @param caller who named the file
   * @param progress gets the sample's lines
   */
  static GuestSample.Prepared resolve(
      String guest, Path kernel, Caller caller, PrintWriter progress) throws IOException {
    if (guest == null && kernel != null) {
      return new GuestSample.Prepared(kernel, null, "");
    }
    String name = guest == null ? DEFAULT : guest;
    TreeSet<String> names = new TreeSet<>();
    for (GuestSample sample : ServiceLoader.load(GuestSample.class)) {
      if (sample.name().equals(name)) {
        return sample.prepare(
            line -> {
              progress.println("bbt: " + line);
              progress.flush();
            });
      }
      names.add(sample.name());
    }
    Path file = caller.path(name);
    if (Files.exists(file)) {
      if (kernel != null) {
        throw new UserException(
            Fault.USAGE, "two kernels: " + file + " and --kernel " + kernel + "; name one of them");
      }
      return new GuestSample.Prepared(file, null, "");
    }
    throw new UserException(
        Fault.NO_INPUT,
        name + ": neither a file nor a sample; samples are " + String.join(", ", names));
  }
}
