/**
 * Rewrites a region between lifting and code generation. Only what HotSpot's C2 cannot see or what
 * makes the bytecode smaller: C2 forwards register loads, hoists and eliminates by itself.
 *
 * <p>Enters and leaves: an {@link bbt.translator.ir.IrRegion}.
 *
 * <ul>
 *   <li>{@link bbt.translator.opt.Simplifier}: constants (pairs of instructions that make one,
 *       addresses), identities, sign extensions that change nothing.
 *   <li>{@link bbt.translator.opt.DeadWrites}: register writes that nobody can see.
 *   <li>{@link bbt.translator.opt.PathNumbering}: the record operations of whole paths merged into
 *       one.
 * </ul>
 */
package bbt.translator.opt;
