package bbt.translator.region;

import bbt.translator.code.CodePage;
import bbt.translator.code.Tiering;
import java.util.function.IntSupplier;

/**
 * Translates on the guest thread: every node at its first execution ({@code --engine translator}),
 * or after as many as a source of numbers says (tests: the trace must not depend on when).
 */
public final class SynchronousTiering implements Tiering {
  private final RegionCompiler compiler;
  private final IntSupplier thresholds;

  private SynchronousTiering(RegionCompiler compiler, IntSupplier thresholds) {
    this.compiler = compiler;
    this.thresholds = thresholds;
  }

  /** Creates a policy that translates every node when it is first executed. */
  public static SynchronousTiering atFirst(RegionCompiler compiler) {
    return new SynchronousTiering(compiler, () -> 1);
  }

  /**
   * Nodes are translated after a number of executions taken from a source.
   *
   * @param thresholds gives numbers of at least 1; asked once per code page and again per node
   */
  public static SynchronousTiering after(RegionCompiler compiler, IntSupplier thresholds) {
    return new SynchronousTiering(compiler, thresholds);
  }

  @Override
  public int threshold() {
    return thresholds.getAsInt();
  }

  @Override
  public int hot(CodePage page, int slot) {
    if (compiler.installKept(page, slot)) {
      return 0;
    }
    PageSnapshot snapshot = PageSnapshot.of(page, null);
    RegionCompiler.Compiled compiled = compiler.compile(snapshot, slot);
    if (compiled == null) {
      return Integer.MAX_VALUE;
    }
    Installation.install(compiled);
    return thresholds.getAsInt();
  }

  @Override
  public boolean finished() {
    return false;
  }

  @Override
  public void install() {}
}
