/**
 * The walk: from packets and announced code back to the executed instructions, every one checked.
 *
 * <p>What enters: the chunks of a {@link bbt.packets.TraceReader}. What leaves: {@linkplain
 * bbt.reconstruct.walk.PieceConsumer pieces} (every executed straight line) and {@linkplain
 * bbt.reconstruct.walk.FlowListener flow} (calls, returns, traps, switches).
 *
 * <dl>
 *   <dt>step
 *   <dd>a node at a place: the PTG node as entered at a virtual address, of one physical page, with
 *       direct links to the steps that followed it before. Walking is following links.
 *   <dt>view
 *   <dd>a physical page of code as seen at one virtual page; holds the steps that start in it. A
 *       view dies when announced bytes of its page change.
 *   <dt>truncated step
 *   <dd>a step that ends before bytes which no CODE record has announced yet. It is never kept.
 *   <dt>edge
 *   <dd>what leads from one step to the next. Only those that matter to a call stack are told to
 *       the listener: calls, returns, and jumps that may leave a function.
 *   <dt>record
 *   <dd>a sideband record (code, mapping, name, time) with the retired count at which it holds.
 *   <dt>gap
 *   <dd>a stretch of the trace that is damaged or could not be rebuilt. State before and after it
 *       is unrelated.
 * </dl>
 */
package bbt.reconstruct.walk;
