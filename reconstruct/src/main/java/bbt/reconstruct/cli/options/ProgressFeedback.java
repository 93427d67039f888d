package bbt.reconstruct.cli.options;

import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.step.text.Feedback;

/**
 * Shows the progress of a script's commands; Ctrl-C ends the process, so nothing is interrupted.
 */
public final class ProgressFeedback implements Feedback {
  /** Null while nothing long is going on. */
  private Progress progress;

  private long first;

  @Override
  public boolean interrupted() {
    return false;
  }

  @Override
  public void progress(long done, long total) {
    if (progress == null) {
      progress = Progress.start("moving", () -> 0);
      first = done;
    }
    progress.update(Math.abs(done - first));
  }

  @Override
  public void finished() {
    if (progress != null) {
      progress.close();
      progress = null;
    }
  }
}
