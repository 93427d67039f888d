/**
 * Makes guests of stock Debian kernels for riscv64, fetched through the machine's own apt.
 *
 * <p>Enters: a suite's name and the archive that this machine's apt is configured for. Leaves:
 * kernel, initial RAM disk and a manifest that says which packages, versions and SHA-256 they come
 * from.
 *
 * <dl>
 *   <dt>suite
 *   <dd>a release of the archive: {@code testing} for {@code linux}, {@code trixie} for {@code
 *       linux-stable}
 *   <dt>initramfs
 *   <dd>a newc cpio archive with busybox, the modules that are wanted and {@code /init}, which does
 *       real shell work and powers off. Sorted, all times 0: the same packages give the same bytes
 * </dl>
 */
package bbt.samples.guests.linux;
