package bbt.translator.debug;

/**
 * An access that touches a watch.
 *
 * @param address virtual address of the access
 * @param bytes its size, or that of the part in this page
 * @param store whether it is a store, or a read-modify-write
 */
public record WatchHit(Watch watch, long address, int bytes, boolean store) {}
