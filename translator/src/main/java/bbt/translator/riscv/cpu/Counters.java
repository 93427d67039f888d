package bbt.translator.riscv.cpu;

import bbt.translator.state.Fields;

/**
 * The counters mcycle and minstret of a hart: the machine's retired count plus an offset, or a held
 * value while mcountinhibit stops them. Writes move the offset only; nothing here can change the
 * machine's own count (docs/determinism.md 4). One cycle is one retired instruction.
 *
 * <p>A write takes effect after the writing instruction has retired, so that a read right after a
 * write returns the value written (privileged specification, "Hardware Performance Monitor").
 */
final class Counters {
  static final int CYCLE = 0;
  static final int INSTRET = 1;

  private final Cpu cpu;

  /** Value = base + (inhibited ? 0 : retired). */
  private final long[] base = new long[2];

  private final boolean[] inhibited = new boolean[2];

  Counters(Cpu cpu) {
    this.cpu = cpu;
  }

  long read(int counter) {
    return inhibited[counter] ? base[counter] : base[counter] + cpu.retired();
  }

  void write(int counter, long value) {
    base[counter] = inhibited[counter] ? value : value - (cpu.retired() + 1);
  }

  long readInhibit() {
    return (inhibited[CYCLE] ? 1 : 0) | (inhibited[INSTRET] ? 4 : 0);
  }

  void writeInhibit(long value) {
    inhibit(CYCLE, (value & 1) != 0);
    inhibit(INSTRET, (value & 4) != 0);
  }

  private void inhibit(int counter, boolean stop) {
    if (stop != inhibited[counter]) {
      long after = cpu.retired() + 1;
      base[counter] += stop ? after : -after;
      inhibited[counter] = stop;
    }
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    f.each(base);
    f.each(inhibited);
  }
}
