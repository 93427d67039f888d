package bbt.translator.engine;

import bbt.translator.hart.Hart;
import bbt.translator.trace.Recorder;

/** Takes exceptions and interrupts, and records them: the only way into a guest's handler. */
public final class TrapEntry {
  private final Recorder recorder;

  /**
   * @param recorder {@code null} when tracing is off
   */
  public TrapEntry(Recorder recorder) {
    this.recorder = recorder;
  }

  /**
   * Enters the handler. {@code cpu.pc} is the instruction that did not retire, everything retired
   * before it has been counted and recorded.
   *
   * @param cause its number, with bit 63 for an interrupt
   * @param tval what the handler is told of it: an address or an encoding
   */
  public void take(Hart cpu, long cause, long tval) {
    long epc = cpu.pc;
    cpu.enterTrap(cause, tval);
    if (recorder != null) {
      recorder.trap(cpu, cause, epc, tval, cpu.retired());
    }
  }

  /** Hands the record buffer over when it is full; needed after each run of a region. */
  void flushRecords(Hart cpu) {
    if (recorder != null && cpu.recordPointer >= cpu.recordLimit) {
      recorder.flush(cpu);
    }
  }
}
