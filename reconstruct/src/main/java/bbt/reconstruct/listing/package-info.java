/**
 * The rebuilt execution as lines: {@code bbt log}. One line for each instruction or node, for
 * people, for spreadsheets and as QEMU writes it.
 */
package bbt.reconstruct.listing;
