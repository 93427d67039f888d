/**
 * Numbers agree everywhere: the same totals in the report's text, its JSON, its page, SQL and every
 * export. Each is read back from its file, by readers that share nothing with the writers.
 */
package bbt.samples.agree;
