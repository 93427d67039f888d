/**
 * Finds what a traced run is made from, to execute it again: options, guest files, facts of its
 * end.
 *
 * <p>Enters: a trace's header and sideband, and what the user says about files ({@link
 * bbt.reconstruct.replay.setup.GuestOptions}). Leaves: a machine's configuration whose files are
 * checked by their hashes, or what is missing.
 */
package bbt.reconstruct.replay.setup;
