package bbt.translator.code;

/**
 * The nodes that are to be recorded while a hart is quiet (is shown pages whose regions do not
 * record): before one of them is executed, the quiet must end. Guest thread only.
 */
public interface Wakes {
  /** There are none. */
  Wakes NONE =
      new Wakes() {
        @Override
        public long[] in(long virtualPage) {
          return null;
        }

        @Override
        public Region region() {
          throw new IllegalStateException("nothing ends the quiet");
        }
      };

  /**
   * Where they may start in a page.
   *
   * @return a bit per slot, never changed afterwards; {@code null}: nowhere
   */
  long[] in(long virtualPage);

  /**
   * Makes a region that ends the quiet of the hart that runs it and executes nothing, so that the
   * node is looked up anew.
   */
  Region region();
}
