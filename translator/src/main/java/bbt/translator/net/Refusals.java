package bbt.translator.net;

import java.util.SortedSet;

/**
 * What the guest asked for and {@link HostAccess} does not give.
 *
 * @param ports to which it wanted to connect and which are not open to it
 * @param full whether it wanted more connections at a time than it may have
 */
public record Refusals(SortedSet<Integer> ports, boolean full) {}
