package bbt.translator.device;

/** The machine's clock as devices see it. */
public interface TimeBase {
  /** The tick of no deadline. */
  long NEVER = Long.MAX_VALUE;

  /** Ticks since reset, exact for the access in progress. */
  long ticks();

  /** Sets the clock (a guest's write to mtime). */
  void setTicks(long ticks);

  /** A device's deadline moved: the machine must look at the deadlines at the next node end. */
  void deadlineChanged();
}
