/**
 * The parts of a run: time, turns of the harts, waiting, steps, why it ends, what it came to.
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
