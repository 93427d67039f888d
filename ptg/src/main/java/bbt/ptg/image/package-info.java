/**
 * Reads guest programs from files: ELF, Linux {@code Image}, compressed kernels.
 *
 * <p>Enters: bytes of a file. Leaves: segments to load, symbols, entry point, build-id; or an
 * {@link bbt.ptg.image.ImageException} that says in one line what was expected and found.
 *
 * <ul>
 *   <li><b>segment</b>: a range of bytes with the addresses it is loaded and linked at (PT_LOAD);
 *   <li><b>symbol</b>: a name with an address and a size;
 *   <li><b>build-id</b>: the linker's fingerprint of a binary, hexadecimal (NT_GNU_BUILD_ID);
 *   <li><b>Image</b>: a flat Linux kernel with a header ({@link bbt.ptg.image.LinuxImage});
 *   <li><b>zboot</b>: a PE/COFF stub around a compressed {@code Image} (EFI_ZBOOT).
 * </ul>
 */
package bbt.ptg.image;
