/**
 * Interprets AArch64 code.
 *
 * <p>Enters: pages of code from the fetch TLB. Leaves: an executed guest. {@code A64Handlers} is
 * generated from the instruction table by the build.
 */
package bbt.translator.arm64.interp;
