/**
 * Reads the files to boot: kernels, initial RAM disks, and the named samples.
 *
 * <p>Enters: paths. Leaves: bytes, unpacked and recognised.
 *
 * <ul>
 *   <li><b>segment</b>: one cpio archive of an initial RAM disk, which may be several in a row.
 * </ul>
 */
package bbt.translator.boot;
