/**
 * Makes guests of stock firmware: OpenSBI in M-mode, U-Boot above it, Linux above either.
 *
 * <p>Enters: Debian's packages {@code opensbi} and {@code u-boot-qemu}. Leaves: samples that boot
 * with one command, as the packages are.
 *
 * <dl>
 *   <dt>OpenSBI
 *   <dd>the firmware that most RISC-V machines have in M-mode; takes the place of the built-in SBI
 *   <dt>U-Boot
 *   <dd>a boot loader; its S-mode build runs above an SBI and boots Linux from a disk, as real
 *       boards do
 * </dl>
 */
package bbt.samples.guests.firmware;
