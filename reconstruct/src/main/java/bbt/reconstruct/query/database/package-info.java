/**
 * The database that holds a trace while it is asked: DuckDB in this process. Only this package and
 * its users load it.
 *
 * <p>What enters: rows of numbers, SQL. What leaves: rows of a result.
 *
 * <dl>
 *   <dt>raw table
 *   <dd>what is stored, in the schema {@code raw}.
 *   <dt>table
 *   <dd>what a user's statement names: a view over raw tables.
 * </dl>
 */
package bbt.reconstruct.query.database;
