/**
 * Holds the state of a hart that engines, recorder and machine need, whatever its instruction set.
 *
 * <p>Enters: nothing; it is the state that everything works on ({@link bbt.translator.hart.Hart}).
 * Leaves: questions to the machine around it ({@link bbt.translator.hart.Platform}).
 *
 * <ul>
 *   <li><b>hart</b>: a hardware thread; on other architectures a logical processor;
 *   <li><b>trap</b>: an exception or an interrupt; a {@link bbt.translator.hart.GuestTrap} is an
 *       exception on its way to the engine;
 *   <li><b>retired</b>: the count of instructions that completed; no guest can write it;
 *   <li><b>partial</b>: the part of it that belongs to the node under way;
 *   <li>to <b>expire</b> the budget makes the engine look for interrupts at this node's end.
 * </ul>
 */
package bbt.translator.hart;
