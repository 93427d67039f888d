package bbt.translator.console;

import bbt.translator.state.Fields;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Takes the guest's console output, watches it for a panic, and decides when it becomes visible.
 */
public final class ConsoleOutput {
  /** Instructions between two flushes while the guest keeps writing: about 10 ms. */
  private static final long FLUSH_INSTRUCTIONS = 2_000_000;

  private final ConsolePort port;
  private final List<PanicWatch> panics;
  private final Runnable onPanic;
  private IntConsumer listener = octet -> {};
  private boolean dirty;
  private long flushedAt;

  /**
   * @param panicMessages what kernels print when they panic; empty ones tell nothing
   */
  public ConsoleOutput(ConsolePort port, List<String> panicMessages, Runnable onPanic) {
    this.port = port;
    this.panics = panicMessages.stream().filter(m -> !m.isEmpty()).map(PanicWatch::new).toList();
    this.onPanic = onPanic;
  }

  public void write(int octet) {
    port.write(octet);
    listener.accept(octet);
    dirty = true;
    for (PanicWatch panic : panics) {
      if (panic.see(octet)) {
        onPanic.run();
      }
    }
  }

  /** Lets somebody hear what goes out, byte by byte. */
  public void listen(IntConsumer who) {
    listener = who;
  }

  public boolean panicSeen() {
    return panics.stream().anyMatch(PanicWatch::seen);
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

  /** Saves or loads what decides the run, for a snapshot. */
  public void state(Fields f) {
    panics.forEach(panic -> panic.state(f));
  }
}
