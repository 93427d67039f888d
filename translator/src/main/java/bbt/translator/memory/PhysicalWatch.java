package bbt.translator.memory;

/**
 * A range of physical memory whose accesses are reported, by instructions as well as by devices.
 * The guest does not notice; what touches other pages goes at full speed.
 *
 * @param address physical address of the first byte
 * @param bytes at least 1
 * @param listener called while the access is carried out, before bytes change; counts are exact
 *     then
 */
public record PhysicalWatch(
    long address, long bytes, boolean loads, boolean stores, Listener listener) {
  /** Hears of accesses. */
  @FunctionalInterface
  public interface Listener {
    /**
     * @param hart number of the hart whose instruction it is, -1 for a write by something else
     * @param physical address of the access
     * @param size of it in bytes
     */
    void touched(int hart, long physical, long size, boolean store);
  }

  /** Whether an access touches the range. */
  boolean touches(long physical, long size, boolean store) {
    return (store ? stores : loads) && physical < address + bytes && physical + size > address;
  }

  /** Whether a part of the range lies in the page of an address. */
  boolean inPage(long physical) {
    long page = physical & Tlb.PAGE_MASK;
    return page < address + bytes && page + Ram.PAGE > address;
  }
}
