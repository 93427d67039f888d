package bbt.translator.device;

/** A clock that a test moves by hand. */
public final class TestTime implements TimeBase {
  public long now;
  public int deadlineChanges;

  @Override
  public long ticks() {
    return now;
  }

  @Override
  public void setTicks(long ticks) {
    now = ticks;
  }

  @Override
  public void deadlineChanged() {
    deadlineChanges++;
  }
}
