/**
 * Compares two machines step by step: the interpreter as the reference, the translator with
 * everything that must not matter chosen at random (docs/testing.md, "Lockstep").
 *
 * <p>Enters: a {@link bbt.translator.lockstep.Guest} that can be started any number of times.
 * Leaves: a {@link bbt.translator.lockstep.Lockstep.Result}; where the engines differ, the
 * instruction.
 *
 * <ul>
 *   <li><b>leader</b>: the translated machine, which runs ahead and logs a hash of its registers at
 *       each exit of a region; <b>follower</b>: the interpreted one, which stops at the same
 *       retired counts and compares.
 *   <li><b>pause</b>: a node end at which both machines stand still, and all of their state is
 *       compared.
 *   <li><b>place</b>: a retired count at which an event or a region's exit comes first. Further
 *       events at the same count (an interrupt was taken, a node trapped at its start) are none.
 *   <li><b>fine</b>: with a budget of one node, or one forward path of a region, and a pause each.
 * </ul>
 *
 * The machines run on threads of their own, but never both at a time: exceptions in flight are
 * shared by all harts of a process.
 */
package bbt.translator.lockstep;
