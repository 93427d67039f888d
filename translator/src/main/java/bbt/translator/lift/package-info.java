/**
 * Lifts guest instructions to the intermediate representation.
 *
 * <p>Enters: the nodes of a region and the guest's {@link bbt.translator.lift.Lifter}. Leaves:
 * operations of {@code bbt.translator.ir}. The semantics are those of the instruction table, the
 * same that the interpreter is generated from; here is only what a value is.
 */
package bbt.translator.lift;
