/**
 * The board of AArch64 guests: QEMU's {@code virt} with a GICv2, as the machine needs it.
 *
 * <p>Enters: a configuration. Leaves: wired devices, a loaded guest, PSCI as its firmware.
 *
 * <ul>
 *   <li><b>shared</b>: an interrupt that any processor may take (SPI);
 *   <li><b>own</b>: one that each processor has for itself (PPI).
 * </ul>
 */
package bbt.translator.arm64.board;
