package bbt.translator.trace;

import bbt.ptg.guest.Node;
import bbt.ptg.guest.NodeFinder;
import java.util.Arrays;

/**
 * A table of all path ids and the nodes that they stand for. Ids are never reused. Thread-safe: the
 * guest thread and compiler threads register, the writer thread looks up (once per id, then it
 * keeps what it found).
 */
public final class PathTable {
  /** Ids of a node: not taken (or no branch), taken. */
  private static final int NODE_IDS = 2;

  private int[] bases = new int[1 << 12];
  private Object[] owners = new Object[1 << 12];
  private int count;

  private final NodeFinder nodes;

  /** Id 0 is "none" in the engines' tables. */
  private int nextId = NODE_IDS;

  /** An empty table of nodes that the guest's finder finds. */
  public PathTable(NodeFinder nodes) {
    this.nodes = nodes;
  }

  /**
   * Registers a node; reserves two ids, the returned base (branch not taken, or no branch) and base
   * + 1 (taken).
   *
   * @param pc virtual address of the first instruction
   * @param physical physical address of the first instruction
   * @param bits encodings of its instructions, in order; not copied
   * @return base id, above 0
   * @throws IllegalArgumentException if the instructions are no whole node
   */
  public int registerNode(long pc, long physical, int[] bits) {
    return registerNode(nodes.of(pc, bits), physical);
  }

  /**
   * Registers a node, not a straddler; as above.
   *
   * @param physical physical address of the first instruction
   */
  public int registerNode(Node node, long physical) {
    return register(new NodePath(node, physical, -1), NODE_IDS);
  }

  /**
   * Registers an instruction that straddles two pages.
   *
   * @param physical physical address of its first halfword
   * @param secondPhysical physical address of its second halfword
   * @return base id, above 0
   */
  public int registerStraddler(long pc, long physical, long secondPhysical, int bits) {
    Node node = nodes.of(pc, new int[] {bits});
    return register(new NodePath(node, physical, secondPhysical), NODE_IDS);
  }

  /**
   * Reserves {@code count} consecutive ids for a region's path numbers.
   *
   * @return the id of path number 0
   */
  public int registerRegion(int pathCount, RegionPaths paths) {
    return register(paths, pathCount);
  }

  private synchronized int register(Object owner, int ids) {
    if (ids < 0 || nextId > Integer.MAX_VALUE - ids) {
      throw new IllegalStateException("path ids are used up");
    }
    if (count == bases.length) {
      bases = Arrays.copyOf(bases, count * 2);
      owners = Arrays.copyOf(owners, count * 2);
    }
    bases[count] = nextId;
    owners[count] = owner;
    count++;
    int id = nextId;
    nextId += ids;
    return id;
  }

  /** Index of the registration that an id belongs to. */
  private int indexOf(int id) {
    int at = Arrays.binarySearch(bases, 0, count, id);
    int index = at >= 0 ? at : -at - 2;
    if (index < 0 || id >= nextId) {
      throw new IllegalStateException("path id " + id + " was never registered");
    }
    return index;
  }

  /** A {@link NodePath} or {@link RegionPaths}. */
  synchronized Object owner(int id) {
    return owners[indexOf(id)];
  }

  /** The number of an id within its registration. */
  synchronized int number(int id) {
    return id - bases[indexOf(id)];
  }
}
