/**
 * Decides what is compiled, when and as what unit, and compiles it.
 *
 * <p>Enters: a code page and the slot of a hot node. Leaves: a {@link bbt.translator.code.Region}
 * installed in the page. {@link bbt.translator.region.RegionCompiler#compile} reads as the table of
 * contents of the compiler.
 *
 * <ul>
 *   <li><b>snapshot</b>: the bytes of a page when the compile was asked for ({@link
 *       bbt.translator.region.PageSnapshot}); compared again when the result is installed.
 *   <li><b>plan</b>: the nodes that make up a region ({@link bbt.translator.region.RegionPlan}).
 *   <li><b>entry</b>: a node where the region can be entered: its root, the targets of back-edges
 *       and the return points of calls, so that a budget exit re-enters the same region.
 *   <li><b>tiering</b>: what is compiled at once, in the background, or never.
 * </ul>
 */
package bbt.translator.region;
