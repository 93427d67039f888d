/**
 * Keeps the parts of a run: guest time, turns of the harts, waiting, single steps, the reason of
 * its end, its result.
 *
 * <p>Enters: counts of retired instructions. Leaves: ticks, whose turn it is, a {@link
 * bbt.translator.run.RunResult}.
 *
 * <ul>
 *   <li><b>tick</b>: one unit of the timebase, 100 retired instructions by default;
 *   <li><b>turn</b>: what a hart executes until the next one has its turn, a <b>quantum</b> of
 *       instructions or less ({@link bbt.translator.run.Turns});
 *   <li><b>skip</b>: ticks added to the clock because all harts waited.
 * </ul>
 */
package bbt.translator.run;
