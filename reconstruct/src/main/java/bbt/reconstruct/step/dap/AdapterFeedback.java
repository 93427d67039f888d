package bbt.reconstruct.step.dap;

import bbt.reconstruct.step.text.Feedback;
import org.eclipse.lsp4j.debug.ProgressEndEventArguments;
import org.eclipse.lsp4j.debug.ProgressStartEventArguments;
import org.eclipse.lsp4j.debug.ProgressUpdateEventArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;

/** Tells an editor how far long work is, and hears of it that the user has had enough. */
final class AdapterFeedback implements Feedback {
  /** The time that is not worth a message. */
  private static final long PATIENCE_NANOS = 500_000_000;

  private final IDebugProtocolClient client;

  /** Whether the editor shows progress. */
  private boolean shown;

  private volatile boolean interrupted;
  private volatile boolean hungUp;
  private String title = "moving";
  private long began;
  private int number;
  private boolean started;
  private long toldAt;

  AdapterFeedback(IDebugProtocolClient client) {
    this.client = client;
  }

  /** The editor shows progress. */
  void show() {
    shown = true;
  }

  /** Work begins. */
  void begin(String what) {
    title = what;
    began = System.nanoTime();
  }

  /** The work is over: an interruption was meant for it. */
  void done() {
    interrupted = false;
  }

  /** The work is to stop; any thread. */
  void interrupt() {
    interrupted = true;
  }

  /** Stops all work from now on; any thread. */
  void hangUp() {
    hungUp = true;
  }

  @Override
  public boolean interrupted() {
    return interrupted || hungUp;
  }

  @Override
  public void progress(long done, long total) {
    long now = System.nanoTime();
    if (!shown || now - began < PATIENCE_NANOS || started && now - toldAt < PATIENCE_NANOS) {
      return;
    }
    toldAt = now;
    double percent = Math.clamp(100.0 * done / Math.max(1, total), 0, 100);
    if (started) {
      ProgressUpdateEventArguments update = new ProgressUpdateEventArguments();
      update.setProgressId(id());
      update.setPercentage(percent);
      client.progressUpdate(update);
      return;
    }
    started = true;
    number++;
    ProgressStartEventArguments start = new ProgressStartEventArguments();
    start.setProgressId(id());
    start.setTitle(title);
    start.setCancellable(true);
    start.setPercentage(percent);
    client.progressStart(start);
  }

  private String id() {
    return "bbt-" + number;
  }

  @Override
  public void finished() {
    if (started) {
      started = false;
      ProgressEndEventArguments end = new ProgressEndEventArguments();
      end.setProgressId(id());
      client.progressEnd(end);
    }
  }
}
