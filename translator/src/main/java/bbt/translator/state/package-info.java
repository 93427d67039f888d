/**
 * Saves the state of a machine's parts in a snapshot and loads it again.
 *
 * <p>Enters: the fields of each part, which names them once for both directions ({@link
 * bbt.translator.state.Fields}). Leaves: bytes. RAM is not among them: it is kept page by page.
 */
package bbt.translator.state;
