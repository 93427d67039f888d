/**
 * Holds the guest's RAM in memory of the host, and the soft-TLB through which its accesses find it.
 *
 * <p>Enters: physical addresses, and what a walk of page tables found. Leaves: host addresses,
 * bytes.
 *
 * <ul>
 *   <li><b>host address</b>: where a byte lies in this process, outside the Java heap;
 *   <li><b>soft-TLB</b> ({@link bbt.translator.memory.Tlb}): virtual pages to host addresses; it is
 *       machine state (docs/determinism.md 6);
 *   <li><b>slow mark</b>: what keeps accesses through an entry off the fast path without changing
 *       what the entry translates to.
 * </ul>
 */
package bbt.translator.memory;
