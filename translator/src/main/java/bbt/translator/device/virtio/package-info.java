/**
 * Models virtio devices behind memory-mapped registers (Virtual I/O Device specification 1.2,
 * section 4.2): block, console, entropy, network.
 *
 * <p>Enters: register accesses and queues in guest RAM. Leaves: bytes in guest RAM, interrupts. A
 * request is carried out in full at the moment of its notification, so its completion depends on
 * guest state alone (docs/determinism.md 10).
 *
 * <ul>
 *   <li><b>split queue</b>: descriptor table, available ring (driver to device), used ring (device
 *       to driver), section 2.7;
 *   <li><b>chain</b>: the descriptors of one request, first those the device reads, then those it
 *       writes;
 *   <li><b>driver</b>: the guest's side.
 * </ul>
 */
package bbt.translator.device.virtio;
