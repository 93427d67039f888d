package bbt.translator.net;

import java.util.SortedSet;

/**
 * The connections that the guest asked for and was refused, as {@link HostAccess} does not allow
 * them.
 *
 * @param ports to which it wanted to connect and which are not open to it
 * @param full whether it wanted more connections at a time than it may have
 */
public record Refusals(SortedSet<Integer> ports, boolean full) {}
