package bbt.reconstruct.profile.count;

import bbt.reconstruct.linux.LinuxKernel;
import bbt.reconstruct.names.KernelFunctions;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

/** Lists the operating systems whose kernel functions are known: the one place that lists them. */
public final class KnownKernels implements KernelFunctions {
  private static final List<KernelFunctions> ALL = List.of(new LinuxKernel());

  /** All known kernels as one: a function is what the first of them says that knows it. */
  public static final KernelFunctions TOGETHER = new KnownKernels();

  private KnownKernels() {}

  private static String first(Function<KernelFunctions, String> asked) {
    return ALL.stream().map(asked).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static boolean any(Predicate<KernelFunctions> asked) {
    return ALL.stream().anyMatch(asked);
  }

  @Override
  public String systemCall(String function) {
    return first(system -> system.systemCall(function));
  }

  @Override
  public boolean panics(String function) {
    return any(system -> system.panics(function));
  }

  @Override
  public String milestone(String function) {
    return first(system -> system.milestone(function));
  }

  @Override
  public boolean callsInitcalls(String function) {
    return any(system -> system.callsInitcalls(function));
  }

  @Override
  public boolean isInitcall(String function) {
    return any(system -> system.isInitcall(function));
  }
}
