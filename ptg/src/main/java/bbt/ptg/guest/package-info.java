/**
 * Describes a guest's instruction set as data, and finds the nodes of its code: the straight-line
 * pieces that the engines execute and the reconstructor walks.
 *
 * <p>Enters: bytes of guest code at an address. Leaves: {@link bbt.ptg.guest.Node}s with their
 * {@link bbt.ptg.guest.TraceRule}, and what a {@link bbt.ptg.guest.GuestIsa} says of registers,
 * traps and privilege modes.
 *
 * <ul>
 *   <li><b>node</b>: straight-line instructions from an entry address to the first end by address
 *       alone (docs/determinism.md 1). A node is always taken <em>as entered</em>: two entries into
 *       the same straight line are two nodes.
 *   <li><b>straddler</b>: an instruction whose bytes lie in two 4 KiB pages; a node of its own.
 *   <li><b>trace rule</b>: what a node leaves in the trace when it has been executed whole:
 *       nothing, one bit, or a target.
 *   <li><b>site</b>: the address of the jump that ends a node.
 *   <li><b>link</b>: the return address that a call leaves in x1 or x5.
 * </ul>
 */
package bbt.ptg.guest;
