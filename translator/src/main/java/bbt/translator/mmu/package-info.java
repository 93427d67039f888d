/**
 * Gives a hart its memory: the fast path through the soft-TLB, and the slow path behind it.
 *
 * <p>Enters: a virtual address from an engine ({@link bbt.translator.mmu.Mem}, one static method
 * per access kind). Leaves: the data, a {@link bbt.translator.hart.GuestTrap}, a {@link
 * bbt.translator.hart.RegionExit}, or an access to a device on the {@link
 * bbt.translator.device.Bus}.
 *
 * <p>Terms: the <b>fast path</b> is a hit in the TLB; the <b>slow path</b> ({@link
 * bbt.translator.mmu.Mmu}) has the address translated and does everything else; a <b>site</b> says
 * where the access stands (docs/architecture.md).
 */
package bbt.translator.mmu;
