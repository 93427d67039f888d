package bbt.translator.trace;

import bbt.translator.code.Region;
import bbt.translator.code.Wakes;
import bbt.translator.hart.Hart;
import java.util.function.Consumer;

/** The nodes that a filter or a trigger asks for by their place. */
final class WakingNodes implements Wakes {
  private final QuietHarts quiet;
  private final Consumer<Hart> wake;

  /**
   * @param wake ends a hart's quiet
   */
  WakingNodes(QuietHarts quiet, Consumer<Hart> wake) {
    this.quiet = quiet;
    this.wake = wake;
  }

  @Override
  public long[] in(long virtualPage) {
    return quiet.marks(virtualPage);
  }

  @Override
  public Region region() {
    return new Region(1) {
      @Override
      public void run(Hart cpu, int slot) {
        wake.accept(cpu);
      }
    };
  }
}
