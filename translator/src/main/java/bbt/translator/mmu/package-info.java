/**
 * Memory as a hart sees it: translation, protection, RAM, and the way out to devices.
 *
 * <p>Enters: a virtual address from an engine ({@link Mem}, one static method per access kind).
 * Leaves: the data, a {@link bbt.translator.runtime.GuestTrap}, a {@link
 * bbt.translator.runtime.RegionExit}, or an access to {@link Mmio}.
 *
 * <p>Terms: the <b>soft-TLB</b> ({@link Tlb}) maps virtual pages to host addresses and is machine
 * state (rules.md 6); the <b>fast path</b> is a hit in it; the <b>slow path</b> ({@link Mmu}) walks
 * page tables and does everything else; a <b>slow mark</b> in an entry keeps stores to a page with
 * live code off the fast path without changing what the entry translates to; a <b>site</b> says
 * where the access stands (docs/architecture.md).
 */
package bbt.translator.mmu;
