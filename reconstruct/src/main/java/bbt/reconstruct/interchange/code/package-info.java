/**
 * The programs that a foreign trace is of: such a trace has no code, so whoever reads it needs the
 * code from elsewhere.
 */
package bbt.reconstruct.interchange.code;
