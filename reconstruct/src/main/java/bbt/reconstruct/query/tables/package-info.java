/**
 * Fills the raw tables from one walk over a trace: packets, frames, functions, lines, exceptions.
 *
 * <p>What enters: a trace. What leaves: rows in a {@link bbt.reconstruct.query.database.Database}.
 */
package bbt.reconstruct.query.tables;
