/**
 * How the parts of a machine put their state into a snapshot and take it out again.
 *
 * <p>Each part has one method that names its fields once, for both directions ({@link
 * bbt.translator.state.Fields}). RAM is not among them: it is kept page by page.
 */
package bbt.translator.state;
