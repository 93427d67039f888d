/**
 * Defines the intermediate representation between guest instructions and JVM bytecode.
 *
 * <p>Enters: decoded nodes, through {@code bbt.translator.lift}. Leaves: an {@link
 * bbt.translator.ir.IrRegion} that {@code bbt.translator.opt} rewrites and {@code
 * bbt.translator.codegen} turns into one JVM method.
 *
 * <dl>
 *   <dt>value
 *   <dd>a tree that computes 64 bits: {@link bbt.translator.ir.Value}. Guest registers are read
 *       where the tree is evaluated, so an operation evaluates its trees completely before it
 *       writes.
 *   <dt>register
 *   <dd>of the guest: {@link bbt.translator.ir.Register}. No guest is known here: its room makes
 *       the registers, and names what its instructions ask for ({@link bbt.translator.ir.Guard}),
 *       note ({@link bbt.translator.ir.Mark}) and call ({@link bbt.translator.ir.Helper}).
 *   <dt>operation
 *   <dd>something done in program order: {@link bbt.translator.ir.Op}.
 *   <dt>node
 *   <dd>straight-line guest instructions as entered, closed by one {@link
 *       bbt.translator.ir.Terminator}: the same thing as a node of the Program Trace Graph.
 *   <dt>edge
 *   <dd>where a terminator leads: to another node of the region or out of it; carries the record
 *       operations of the step.
 *   <dt>site
 *   <dd>the index of a guest instruction in its region; a fault names it.
 *   <dt>record operation
 *   <dd>what the trace recorder is told: {@link bbt.translator.ir.RecordOp}.
 * </dl>
 */
package bbt.translator.ir;
