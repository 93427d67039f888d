package bbt.reconstruct.walk.graph;

import bbt.packets.KnownCode;
import bbt.packets.SidebandRecord;
import bbt.ptg.guest.CodeReader;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Holds the code that has been announced, and the steps found in it. */
public final class CodeMap {
  private final GuestIsa guest;
  private final FunctionMap functions;
  private final Predicate<Node> watch;
  private KnownCode known;
  private final Map<Long, List<View>> views = new HashMap<>();
  private final Map<Integer, Space> spaces = new HashMap<>();

  /** How far the clock of all harts is ahead of this hart's count. */
  private long ahead;

  /** The count of instructions of all harts at which code is looked up. */
  private long clock;

  /** The count at which the next page becomes another program's. */
  private long nextTenant;

  /**
   * Creates a map that holds the code announced before the walk.
   *
   * @param guest whose code it is
   * @param watch which nodes are {@link Step#watched}
   * @param before code announced before the walk starts, or null
   */
  public CodeMap(
      GuestIsa guest, FunctionMap functions, Predicate<Node> watch, KnownCode.Base before) {
    this.guest = guest;
    this.functions = functions;
    this.watch = watch;
    this.known = new KnownCode(before);
    this.nextTenant = functions.nextTenant(0);
  }

  /** How far the clock of all harts is ahead of this hart's count from here on. */
  public void ahead(long instructions) {
    ahead = instructions;
  }

  /**
   * The hart has come to this count. Called wherever a page may have become another program's: when
   * a record is applied, or the walk goes on by a trap, a switch or behind a gap.
   */
  public void time(long retired) {
    clock = Math.max(clock, retired + ahead);
    if (clock >= nextTenant) {
      nextTenant = functions.nextTenant(clock);
      spaces.values().forEach(Space::clear); // which view each page shows is looked up anew
    }
  }

  /** Forgets all code and steps. */
  public void clear() {
    known = new KnownCode(null);
    views.clear();
    for (Space space : spaces.values()) {
      space.clear();
    }
  }

  public Space space(int id) {
    return spaces.computeIfAbsent(id, Space::new);
  }

  /** The view at a virtual page, or null if no mapping was announced. */
  View view(Space space, long virtualPage) {
    int index = Space.index(virtualPage);
    View view = space.cache[index];
    if (view != null && view.virtualPage == virtualPage) {
      return view;
    }
    long physicalPage = space.id == 0 ? virtualPage : known.translate(space.id, virtualPage);
    if (physicalPage == -1) {
      return null;
    }
    int tenant = functions.tenant(virtualPage, physicalPage, clock);
    view = viewOf(virtualPage, physicalPage, tenant);
    space.show(index, view);
    return view;
  }

  private View viewOf(long virtualPage, long physicalPage, int tenant) {
    List<View> all = views.computeIfAbsent(physicalPage, k -> new ArrayList<>(1));
    for (View view : all) {
      if (view.virtualPage == virtualPage && view.tenant == tenant) {
        return view;
      }
    }
    View view = new View(virtualPage, physicalPage, tenant);
    all.add(view);
    return view;
  }

  /** Step at an address; a truncated one (perhaps of no instructions) where code is not known. */
  public Step step(Space space, long pc) {
    View view = view(space, pc & ~View.PAGE_MASK);
    if (view != null) {
      Step step = view.steps[View.slot(pc)];
      if (step != null && (step.secondView == null || secondView(space, pc) == step.secondView)) {
        return step;
      }
    }
    return find(space, pc, view);
  }

  /**
   * Returns the function at an address where nothing has been executed yet.
   *
   * @param from the step that leads there
   */
  public int functionBehind(Step from, Space space, long pc) {
    View view = view(space, pc & ~View.PAGE_MASK);
    return functions.functionBehind(from, space.id, pc, view == null ? -1 : view.page());
  }

  private View secondView(Space space, long pc) {
    return view(space, (pc & ~View.PAGE_MASK) + View.PAGE_MASK + 1);
  }

  private Step find(Space space, long pc, View view) {
    CodeReader code =
        address -> {
          View page =
              (address & ~View.PAGE_MASK) == (pc & ~View.PAGE_MASK)
                  ? view
                  : view(space, address & ~View.PAGE_MASK);
          return page == null
              ? CodeReader.UNKNOWN
              : known.halfword(page.physicalPage + (address & View.PAGE_MASK));
        };
    Node node = guest.nodes().find(pc, code);
    boolean straddles =
        node.count() > 0 && ((node.endAddress() - 1) & ~View.PAGE_MASK) != (pc & ~View.PAGE_MASK);
    View holder = view != null ? view : new View(pc & ~View.PAGE_MASK, -1, 0);
    Step step =
        new Step(
            holder,
            straddles ? secondView(space, pc) : null,
            node,
            functions.functionOf(space.id, node, holder.page()));
    step.watched = watch.test(node);
    if (!step.truncated()) {
      holder.steps[View.slot(pc)] = step;
    }
    return step;
  }

  /**
   * Whether a CODE record would change announced bytes in {@code [from, to)} of physical memory.
   */
  public boolean changes(SidebandRecord.Code code, long from, long to) {
    int next = 0;
    for (int i = 0; i < 32; i++) {
      if ((code.mask() >>> i & 1) != 0) {
        long at = code.line() + 2L * i;
        int value = code.halfwords()[next++] & 0xFFFF;
        if (at >= from && at < to) {
          int old = known.halfword(at);
          if (old >= 0 && old != value) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Applies a record of code or mapping, and drops the views it makes stale. */
  public void apply(SidebandRecord item) {
    switch (item) {
      case SidebandRecord.Code code -> {
        if (changes(code, code.line(), code.line() + SidebandRecord.Code.LINE)) {
          List<View> stale = views.remove(code.line() & ~View.PAGE_MASK);
          if (stale != null) {
            for (View view : stale) {
              for (Space space : spaces.values()) {
                space.forget(view);
              }
            }
          }
        }
        known.apply(code);
      }
      case SidebandRecord.Mapping m -> {
        known.apply(m);
        int index = Space.index(m.virtualPage());
        if (m.addressSpace() == SidebandRecord.GLOBAL) {
          for (Space space : spaces.values()) {
            space.show(index, null);
          }
        } else {
          space(m.addressSpace()).show(index, null);
        }
      }
      default -> {
        // Names and time change no code.
      }
    }
  }
}
