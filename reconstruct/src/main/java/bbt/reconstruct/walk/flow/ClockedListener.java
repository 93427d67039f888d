package bbt.reconstruct.walk.flow;

/** A listener that knows when, by the {@linkplain CommonClock common clock}, something happened. */
public abstract class ClockedListener implements FlowListener {
  protected final CommonClock clock = new CommonClock();

  @Override
  public final void hart(int number) {
    clock.hart(number);
  }

  @Override
  public final void turn(long common, long retired) {
    clock.turn(common, retired);
  }

  /** Subclasses hear no call, return or jump; what they keep of frames is the profiler's to say. */
  @Override
  public final Rounds rounds(long retired) {
    return clock.rounds(retired);
  }
}
