/**
 * Generates unprivileged programs: integer, atomic, floating-point, bit-manipulation and compressed
 * instructions, in M-mode on physical memory or in S- and U-mode behind page tables.
 *
 * <p>Enters: a seed. Leaves: a batch.
 *
 * <p>A batch is an image of {@link bbt.samples.conformance.fuzz.user.UserHarness} and {@link
 * bbt.samples.conformance.fuzz.user.Slot}s. The harness runs the slots one by one: it loads the
 * registers that the slot describes, enters its code, notes each trap and goes on behind it, and
 * stores the registers at the end. {@link bbt.samples.conformance.fuzz.user.ProgramGenerator} fills
 * a slot.
 */
package bbt.samples.conformance.fuzz.user;
