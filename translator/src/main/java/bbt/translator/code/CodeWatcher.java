package bbt.translator.code;

/**
 * Hears when a page of RAM begins to hold decoded code, so that stores to it take the slow path.
 */
@FunctionalInterface
public interface CodeWatcher {
  /**
   * Write entries for this page must get the slow mark from now on, those in the TLB already as
   * well.
   */
  void pageHasCode(long physicalPage);
}
