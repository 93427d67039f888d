package bbt.reconstruct.memory;

/** Counts instructions, what they accessed, and the {@link MemoryEvent}s that they caused. */
public final class MissCounts {
  /** Instructions. */
  public long instructions;

  /** Loads. */
  public long reads;

  /** Stores and atomic accesses. */
  public long writes;

  /** Conditional branches. */
  public long branches;

  /** Cycles without misses: by a cost model, or else one for each instruction. */
  public long cycles;

  /** Returns. */
  public long returns;

  /** Other jumps and calls through a register. */
  public long jumps;

  private final long[] events = new long[MemoryEvent.COUNT];

  /** How often an event happened. */
  public long of(MemoryEvent event) {
    return events[event.ordinal()];
  }

  /** How often several events happened. */
  public long of(MemoryEvent... several) {
    long sum = 0;
    for (MemoryEvent each : several) {
      sum += of(each);
    }
    return sum;
  }

  /** Adds a set of events, as {@link MemorySystem} tells them. */
  public void add(int bits) {
    for (int left = bits; left != 0; left &= left - 1) {
      events[Integer.numberOfTrailingZeros(left)]++;
    }
  }

  /** Adds others to these. */
  public void add(MissCounts other) {
    instructions += other.instructions;
    reads += other.reads;
    writes += other.writes;
    branches += other.branches;
    cycles += other.cycles;
    returns += other.returns;
    jumps += other.jumps;
    for (int i = 0; i < events.length; i++) {
      events[i] += other.events[i];
    }
  }

  /** Events of all kinds, but for what was written back. */
  public long misses() {
    long sum = -of(MemoryEvent.WRITE_BACK);
    for (long each : events) {
      sum += each;
    }
    return sum;
  }

  /** Predicted cycles. */
  public long predicted(MemoryConfig config) {
    return cycles + stalls(config);
  }

  /** Cycles that the events cost. */
  public long stalls(MemoryConfig config) {
    long sum = 0;
    for (MemoryEvent each : MemoryEvent.values()) {
      sum += of(each) * config.cycles(each);
    }
    return sum;
  }
}
