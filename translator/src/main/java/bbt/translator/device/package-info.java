/**
 * Models devices that any board may have, for one guest thread: no locks, no host time.
 *
 * <p>Enters: register accesses through {@link bbt.translator.device.Bus}. Leaves: interrupt lines,
 * and bytes to back ends.
 *
 * <ul>
 *   <li><b>window</b>: the range of physical addresses that belongs to a device;
 *   <li><b>line</b>: a level-triggered interrupt wire.
 * </ul>
 */
package bbt.translator.device;
