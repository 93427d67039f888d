/** What tests of the engines share: an assembler from the instruction table, a bare machine. */
package bbt.translator.testing;
