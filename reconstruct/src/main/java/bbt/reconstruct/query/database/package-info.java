/**
 * Holds a trace in a DuckDB database of this process while it is queried. Only this package and its
 * users load DuckDB.
 *
 * <p>Enters: rows of numbers, SQL. Leaves: rows of a result.
 *
 * <dl>
 *   <dt>raw table
 *   <dd>what is stored, in the schema {@code raw}.
 *   <dt>table
 *   <dd>what a user's statement names: a view over raw tables.
 * </dl>
 */
package bbt.reconstruct.query.database;
