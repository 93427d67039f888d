/**
 * Answers SQL statements about a trace.
 *
 * <p>Enters: a trace and a statement. Leaves: the rows of its result. The database is DuckDB,
 * embedded; this package alone loads it, so that no other command pays for it.
 *
 * <dl>
 *   <dt>table
 *   <dd>one of {@link bbt.reconstruct.query.database.Table}: what a user's statement names. A view
 *       over raw tables, since names of functions and tasks are known only at a trace's end.
 *   <dt>raw table
 *   <dd>what is stored: numbers, in the schema {@code raw}, appended while the trace is walked.
 *   <dt>address
 *   <dd>the one use of unsigned 64-bit columns: printed in hexadecimal, and comparable with text
 *       such as {@code '0xffffffff80000000'}.
 * </dl>
 */
package bbt.reconstruct.query;
