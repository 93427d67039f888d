package bbt.translator.console;

import bbt.translator.state.Fields;

/**
 * Takes the guest's console output, watches it for a panic, and decides when it becomes visible.
 */
public final class ConsoleOutput {
  /** Instructions between two flushes while the guest keeps writing: about 10 ms. */
  private static final long FLUSH_INSTRUCTIONS = 2_000_000;

  private final ConsolePort port;
  private final PanicWatch panic = new PanicWatch();
  private final Runnable onPanic;
  private boolean dirty;
  private long flushedAt;

  public ConsoleOutput(ConsolePort port, Runnable onPanic) {
    this.port = port;
    this.onPanic = onPanic;
  }

  public void write(int octet) {
    port.write(octet);
    dirty = true;
    if (panic.see(octet)) {
      onPanic.run();
    }
  }

  public boolean panicSeen() {
    return panic.seen();
  }

  /** Called at node ends. */
  public void event(long retired) {
    if (dirty && retired - flushedAt >= FLUSH_INSTRUCTIONS) {
      flushedAt = retired;
      flush();
    }
  }

  public void flush() {
    if (dirty) {
      dirty = false;
      port.flush();
    }
  }

  /** What decides the run, for a snapshot. */
  public void state(Fields f) {
    panic.state(f);
  }
}
