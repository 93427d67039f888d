/**
 * Holds the code of a trace, as far as it is announced, as a graph that is walked by following
 * links.
 *
 * <p>Enters: announced code and mappings. Leaves: {@link bbt.reconstruct.walk.graph.Step}s, and how
 * often each block was executed.
 *
 * <dl>
 *   <dt>step
 *   <dd>a node at a place: the PTG node as entered at a virtual address, of one physical page, with
 *       direct links to the steps that followed it before.
 *   <dt>view
 *   <dd>a physical page of code as seen at one virtual page; holds the steps that start in it. A
 *       view dies when announced bytes of its page change.
 *   <dt>path
 *   <dd>several steps and their branches, walked by one lookup.
 *   <dt>truncated step
 *   <dd>a step that ends before bytes which no CODE record has announced yet. It is never kept.
 * </dl>
 */
package bbt.reconstruct.walk.graph;
