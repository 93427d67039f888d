package bbt.translator.debug;

/**
 * An access that touched a watch; it has been carried out.
 *
 * @param address virtual address of the access
 * @param bytes its size, or that of the part in this page
 * @param store whether it was a store, or a read-modify-write
 * @param hart that executed it
 */
public record WatchHit(Watch watch, long address, int bytes, boolean store, int hart) {}
