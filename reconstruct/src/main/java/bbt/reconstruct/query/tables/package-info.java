/**
 * Fills the raw tables from one walk over a trace: packets, frames, functions, lines, exceptions.
 *
 * <p>Enters: a trace. Leaves: rows in a {@link bbt.reconstruct.query.database.Database}.
 */
package bbt.reconstruct.query.tables;
