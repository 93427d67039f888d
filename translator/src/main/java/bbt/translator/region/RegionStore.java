package bbt.translator.region;

import bbt.ptg.guest.Node;
import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;
import bbt.translator.codegen.GuestCode;
import bbt.translator.trace.ContextRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Stores compiled regions that outlive the machine they were compiled for, by what they were
 * compiled from: the bytes of their nodes, where in a page they are, and the options that the code
 * depends on. What the JVM's compilers make of a region lives as long as its class, so a later
 * guest begins with it, and so does the same code at another address.
 *
 * <p>When a region is installed never shows in an execution or in its trace (docs/determinism.md
 * 5), so a machine that was given regions is the same machine. Thread-safe; nothing in it refers to
 * a machine.
 */
public final class RegionStore {
  private final long limit;
  private final Map<Place, List<RegionCode>> places = new HashMap<>();

  /** All codes, what was used last at the end. */
  private final Set<RegionCode> codes = new LinkedHashSet<>();

  private long size;
  private long given;

  /**
   * The conditions that code depends on besides its bytes.
   *
   * @param hashed address of the page, if the code keeps the verify hash, which is of addresses
   * @param callsFloat see {@link CodePage#callsFloat}
   */
  record Kind(
      GuestCode guest,
      ContextRule rule,
      boolean recording,
      OptionalLong hashed,
      boolean callsFloat) {}

  /**
   * A node where code can be entered.
   *
   * @param slot in its page
   * @param bits its first halfword: there are many pages, which hold other code at a slot
   */
  private record Place(Kind kind, int slot, int bits) {}

  /**
   * An empty store.
   *
   * @param limit bytes of class files that it may hold: what was not used for the longest time goes
   *     when more are added
   */
  public RegionStore(long limit) {
    this.limit = limit;
  }

  /** Number of regions. */
  public synchronized int count() {
    return codes.size();
  }

  /** Bytes of their class files. */
  public synchronized long size() {
    return size;
  }

  /** The number of times that a guest was given a region. */
  public synchronized long given() {
    return given;
  }

  /**
   * The largest code that can be entered at a node and whose bytes the page shows now, or {@code
   * null}. Guest thread only.
   *
   * @param page all of which may be executed
   */
  synchronized RegionCode find(Kind kind, CodePage page, int slot) {
    RegionCode best = null;
    for (RegionCode code : at(new Place(kind, slot, page.code.halfword(slot)))) {
      if ((best == null || code.plan().size() > best.plan().size())
          && code.plan().isShownBy(page.code)) {
        best = code;
      }
    }
    return used(best);
  }

  /** The code of the same nodes with the same entries, or {@code null}. */
  synchronized RegionCode find(Kind kind, RegionPlan plan) {
    for (RegionCode code : at(place(kind, plan, plan.entries()[0]))) {
      if (code.plan().isSame(plan)) {
        return used(code);
      }
    }
    return null;
  }

  private List<RegionCode> at(Place place) {
    return places.getOrDefault(place, List.of());
  }

  private static Place place(Kind kind, RegionPlan plan, int entry) {
    Node node = plan.nodes().get(entry).node();
    return new Place(kind, PhysicalCode.slot(node.pc()), node.bits(0) & 0xFFFF);
  }

  private RegionCode used(RegionCode code) {
    if (code != null) {
      codes.remove(code);
      codes.add(code);
      given++;
    }
    return code;
  }

  /** Keeps code. */
  synchronized void add(RegionCode code) {
    codes.add(code);
    size += code.size();
    for (int entry : code.plan().entries()) {
      places
          .computeIfAbsent(place(code.kind(), code.plan(), entry), p -> new ArrayList<>())
          .add(code);
    }
    for (Iterator<RegionCode> eldest = codes.iterator(); size > limit && eldest.hasNext(); ) {
      RegionCode old = eldest.next();
      eldest.remove();
      forget(old);
    }
  }

  private void forget(RegionCode code) {
    size -= code.size();
    for (int entry : code.plan().entries()) {
      places.computeIfPresent(
          place(code.kind(), code.plan(), entry),
          (place, list) -> list.remove(code) && list.isEmpty() ? null : list);
    }
  }
}
