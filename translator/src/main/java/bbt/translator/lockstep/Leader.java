package bbt.translator.lockstep;

import bbt.translator.code.CodePage;
import bbt.translator.code.Region;
import bbt.translator.code.Tiering;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.guest.HartRegisters;
import bbt.translator.hart.Hart;
import bbt.translator.region.BackgroundTiering;
import bbt.translator.region.CompileLog;
import bbt.translator.region.RegionCompiler;
import bbt.translator.region.SynchronousTiering;
import bbt.translator.trace.Recorder;
import java.util.Random;

/** The translated machine, which runs ahead and logs where it was. */
final class Leader extends LockstepSide {
  private final ExitLog log;
  private final HartRegisters registers;
  private final Choices choices;
  private final Steps steps;
  private final long fineFrom;

  /** Separate sources: what one decides must not change what the other does. */
  private final Random stops;

  private final Random pauses;
  private final Random compiles;
  private long pauseAt;
  private long stopAt;
  private boolean fine;

  /** The kinds of fine steps. */
  enum Steps {
    /**
     * Steps to the end of a node or forward path: the smallest, but other nodes may get hot then.
     */
    NODES,
    /** Steps to the next exit of a region or budget exit, exactly as without pauses. */
    REGIONS
  }

  /**
   * A leader.
   *
   * @param fineFrom a retired count of all harts at which it pauses; from there on it goes in fine
   *     steps. {@code Long.MAX_VALUE}: never
   */
  Leader(GuestArchitecture architecture, ExitLog log, Choices choices, Steps steps, long fineFrom) {
    super(architecture);
    this.log = log;
    this.registers = architecture.registers();
    this.choices = choices;
    this.steps = steps;
    this.fineFrom = fineFrom;
    this.pauses = new Random(choices.seed() ^ 0x1234567L);
    this.stops = new Random(choices.seed() ^ 0x5DEECE66DL);
    this.compiles = new Random(choices.seed() ^ 0x2545F491L);
  }

  boolean fine() {
    return fine;
  }

  @Override
  void place(Stops hart, long retired) {
    log.add(hart.cpu, hart.traps(), registers.hash(hart.cpu));
    long all = retired();
    if (fine || log.full() || all >= pauseAt) {
      fine |= all >= fineFrom;
      pauseAt = all + choices.pause() / 2 + pauses.nextLong(choices.pause());
      standStill();
      log.clear();
    }
  }

  @Override
  long nextStop(Stops hart, long retired) {
    if (fine && steps == Steps.NODES) {
      long pc = hart.cpu.pc;
      CodePage page = hart.fetchTlb.peek(hart.cpu, pc);
      Region region = page == null ? null : page.region((int) pc >>> 1 & 2047);
      return region == null || region.longestPath() == Long.MAX_VALUE
          ? retired + 1
          : retired + region.longestPath();
    }
    long all = retired();
    if (all >= stopAt) {
      stopAt = all + 1 + stops.nextInt(stops.nextInt(8) == 0 ? 20 : 2 * choices.stop());
    }
    return retired + (stopAt - all);
  }

  @Override
  boolean alsoTellsMachine() {
    return (!fine || steps == Steps.REGIONS) && stops.nextInt(4) == 0;
  }

  @Override
  public Tiering tiering(Recorder recorder, boolean verify) {
    RegionCompiler compiler =
        new RegionCompiler(
            architecture.code(),
            recorder,
            choices.paths(),
            verify,
            CompileLog.NONE,
            new RegionCompiler.Choices(
                () -> 1 + compiles.nextInt(choices.limit()), WatchedRegion::new));
    return choices.background()
        ? new BackgroundTiering(compiler, choices.threshold())
        : SynchronousTiering.after(compiler, () -> 1 + compiles.nextInt(choices.threshold()));
  }

  /** A region whose exits are logged. */
  private final class WatchedRegion extends Region {
    private final Region region;

    WatchedRegion(Region region) {
      super(region.longestPath());
      this.region = region;
    }

    @Override
    public void run(Hart hart, int slot) {
      region.run(hart, slot);
      if (hart.nodeStart == -1) {
        log.add(hart, 0, registers.hash(hart));
        if (fine || log.full()) {
          hart.expire();
        }
      }
    }
  }
}
