/**
 * Two traces beside each other: are they the same execution, where do they part, what came of it
 * (docs/diff.md).
 *
 * <p>What enters: two trace files, or two groups of them. What leaves: a {@link
 * bbt.reconstruct.diff.DiffResult}. The work is done in {@code find} (where they part), {@code
 * align} (which calls are each other's) and {@code change} (what costs more or less); {@code show}
 * writes it as text, JSON or a page.
 */
package bbt.reconstruct.diff;
