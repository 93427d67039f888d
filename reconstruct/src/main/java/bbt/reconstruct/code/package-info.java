/**
 * Counts executed code: which instructions ran how often, in functions and basic blocks.
 *
 * <p>Enters: the {@linkplain bbt.reconstruct.walk.graph.BlockCount counts} of a walk, and the names
 * of functions and programs. Leaves: {@link bbt.reconstruct.code.CodeProfile}, read by listings,
 * pages and exports. Every retired instruction is in exactly one line of one function, so all sums
 * are the number of retired instructions.
 *
 * <dl>
 *   <dt>line
 *   <dd>one instruction at one address with one encoding. An address whose code changed has several
 *       lines, told apart by their version: 0 is what was executed there first.
 *   <dt>block
 *   <dd>lines of one version in a row that nothing enters but at the first and nothing leaves but
 *       behind the last. Being interrupted and resumed is neither: a trap splits no block.
 *   <dt>executions
 *   <dd>of a line: times that the instruction retired. An instruction that traps retires when it is
 *       done again.
 * </dl>
 */
package bbt.reconstruct.code;
