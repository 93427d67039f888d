package bbt.reconstruct.step.text;

/**
 * Stands for the user before the screen during long work: it tells them how far it is, and asks
 * whether to go on.
 */
public interface Feedback {
  /** Feedback to nobody. */
  Feedback NONE =
      new Feedback() {
        @Override
        public boolean interrupted() {
          return false;
        }

        @Override
        public void progress(long done, long total) {}

        @Override
        public void finished() {}
      };

  /** Whether to give up. */
  boolean interrupted();

  /** Tells how many instructions of how many have been looked at. */
  void progress(long done, long total);

  /** The work is over: what was shown of it goes. */
  void finished();
}
