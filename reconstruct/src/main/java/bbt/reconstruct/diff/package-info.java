/**
 * Compares two traces: whether they are the same execution, where they part, and what that changed
 * (docs/diff.md).
 *
 * <p>Enters: two trace files, or two groups of them. Leaves: a {@link
 * bbt.reconstruct.diff.DiffResult}. The work is done in {@code find} (where they part), {@code
 * align} (which calls are each other's) and {@code change} (what costs more or less); {@code show}
 * writes it as text, JSON or a page.
 */
package bbt.reconstruct.diff;
