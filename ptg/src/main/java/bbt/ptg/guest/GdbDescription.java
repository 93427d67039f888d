package bbt.ptg.guest;

import java.util.List;

/**
 * The description of a guest that gdb is given.
 *
 * @param architecture gdb's name of it
 * @param registers all, in the order of the target description
 * @param general how many of them a g packet has: those with numbers below it
 * @param expedited numbers of the registers that a stop tells of, so that gdb need not ask
 */
public record GdbDescription(
    String architecture, List<GdbRegister> registers, int general, List<Integer> expedited) {}
