/**
 * Builds QEMU's {@code virt} board: devices at their addresses, interrupt controllers and timers,
 * the device tree, the loader, and the built-in firmware on it.
 *
 * <p>Enters: a {@code MachineConfig}, files. Leaves: guest RAM filled ({@link
 * bbt.translator.riscv.board.Loader}), devices on the {@link bbt.translator.device.Bus} ({@link
 * bbt.translator.riscv.board.Board}), levels of interrupt lines.
 *
 * <ul>
 *   <li><b>source / context</b>: a numbered input / an output (hart and privilege) of the PLIC;
 *   <li><b>bare metal</b>: an ELF whose entry lies below 0x8020_0000 starts in M-mode at its entry,
 *       as with QEMU's {@code -bios none}; so does a Linux {@code Image} with text_offset 0, at the
 *       start of RAM;
 *   <li><b>supervisor kernel</b>: any other Linux {@code Image}, or an ELF whose entry is
 *       0x8020_0000 or above, starts in S-mode above the built-in SBI (or a {@code --bios}
 *       firmware).
 * </ul>
 */
package bbt.translator.riscv.board;
