/**
 * Nodes: the straight-line pieces of guest code that the engines execute and the reconstructor
 * walks.
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
