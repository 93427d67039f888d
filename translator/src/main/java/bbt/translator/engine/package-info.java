/**
 * Runs a hart: the loop of events, interpreter, regions and traps.
 *
 * <p>Enters: a {@link bbt.translator.hart.Hart} whose {@link bbt.translator.hart.Platform} answers
 * events. Leaves: retired instructions, counted and recorded.
 *
 * <ul>
 *   <li><b>event</b>: a node end at which the budget is used up and the machine is asked;
 *   <li><b>engine mode</b>: what executes guest code; all modes make the same execution.
 * </ul>
 */
package bbt.translator.engine;
