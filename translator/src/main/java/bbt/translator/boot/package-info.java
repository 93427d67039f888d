/**
 * From files to a machine that is ready to run: kernels, initial RAM disks, firmware, and the named
 * samples.
 *
 * <p>Enters: paths of a {@code MachineConfig}. Leaves: guest RAM filled, entry pc and registers.
 *
 * <ul>
 *   <li><b>bare metal</b>: an ELF whose entry lies below 0x8020_0000 starts in M-mode at its entry,
 *       as with QEMU's {@code -bios none};
 *   <li><b>supervisor kernel</b>: a Linux {@code Image}, or an ELF whose entry is 0x8020_0000 or
 *       above, starts in S-mode above the built-in SBI (or a {@code --bios} firmware);
 *   <li><b>segment</b>: one cpio archive of an initial RAM disk, which may be several in a row.
 * </ul>
 */
package bbt.translator.boot;
