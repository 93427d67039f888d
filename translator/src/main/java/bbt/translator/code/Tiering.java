package bbt.translator.code;

/** Decides what is compiled and when; called on the guest thread only. */
public interface Tiering {
  /** Nothing is ever compiled. */
  Tiering NONE =
      new Tiering() {
        @Override
        public int threshold() {
          return Integer.MAX_VALUE;
        }

        @Override
        public int hot(CodePage page, int slot) {
          return Integer.MAX_VALUE;
        }

        @Override
        public boolean finished() {
          return false;
        }

        @Override
        public void install() {}
      };

  /** Node entries at a slot before {@link #hot} is called for it; at least 1. */
  int threshold();

  /**
   * A node's heat reached 0. May install a region in the page before it returns.
   *
   * @param slot halfword of the node's first instruction
   * @return the slot's next heat: after how many entries to ask again (ignored where a region was
   *     installed)
   */
  int hot(CodePage page, int slot);

  /** Whether a background compile waits to be installed; cheap, read once per dispatch. */
  boolean finished();

  /** Installs the finished compiles whose page has not changed in the meantime. */
  void install();
}
