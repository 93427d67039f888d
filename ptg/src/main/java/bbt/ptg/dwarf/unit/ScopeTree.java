package bbt.ptg.dwarf.unit;

import java.util.ArrayList;
import java.util.List;

/** The scopes of a unit. */
public final class ScopeTree {
  static final ScopeTree EMPTY = new ScopeTree(new AddressMap.Builder<Scope>().build());

  /** Scopes inside each other; what is inside of so many is passed over. */
  private static final int DEEPEST = 256;

  private final AddressMap<Scope> functions;

  private ScopeTree(AddressMap<Scope> functions) {
    this.functions = functions;
  }

  static ScopeTree read(CompileUnit unit) {
    Reader reader = new Reader(unit);
    reader.all();
    return new ScopeTree(reader.functions.build());
  }

  /** The scopes around an address, the function first, each inside the one before it. */
  public List<Scope> around(long address) {
    List<Scope> found = new ArrayList<>();
    Scope scope = functions.at(address);
    while (scope != null) {
      found.add(scope);
      Scope inner = null;
      for (Scope child : scope.children) {
        if (child.covers(address)) {
          inner = child;
          break;
        }
      }
      scope = inner;
    }
    return found;
  }

  /** Reads the entries of a unit once. */
  private static final class Reader {
    private final CompileUnit unit;
    private final DieReader die;
    private final AddressMap.Builder<Scope> functions = new AddressMap.Builder<>();

    /** By depth: the scope that entries there belong to, or null. */
    private final List<Scope> open = new ArrayList<>();

    Reader(CompileUnit unit) {
      this.unit = unit;
      this.die = new DieReader(unit);
    }

    void all() {
      open.add(null);
      while (!open.isEmpty() && !die.atEnd()) {
        if (!die.next()) {
          open.removeLast();
          continue;
        }
        Scope inside = entry(open.getLast());
        if (die.hasChildren()) {
          if (inside == NOTHING || open.size() > DEEPEST) {
            die.skipChildren();
          } else {
            open.add(inside);
          }
        }
      }
    }

    /** The scope of the entry that was just read; {@link #NOTHING} if it is to be passed over. */
    private Scope entry(Scope around) {
      switch (die.tag()) {
        case Dw.TAG_COMPILE_UNIT, Dw.TAG_PARTIAL_UNIT, Dw.TAG_NAMESPACE -> {
          return around;
        }
        case Dw.TAG_SUBPROGRAM -> {
          Scope function = scope();
          for (long[] range : function.ranges) {
            functions.add(range[0], range[1], function);
          }
          // The abstract instance of an inlined function: its calls say what is in it.
          return function.ranges.isEmpty() ? NOTHING : function;
        }
        case Dw.TAG_INLINED_SUBROUTINE, Dw.TAG_LEXICAL_BLOCK -> {
          if (around == null) {
            return NOTHING;
          }
          Scope inner = scope();
          if (inner.ranges.isEmpty()) {
            // A block without code of its own: what is in it counts for the one around it.
            return die.tag() == Dw.TAG_LEXICAL_BLOCK ? around : NOTHING;
          }
          around.children.add(inner);
          return inner;
        }
        case Dw.TAG_FORMAL_PARAMETER, Dw.TAG_VARIABLE -> {
          if (around != null) {
            around.variables.add(die.offset());
          }
          return NOTHING;
        }
        default -> {
          return NOTHING;
        }
      }
    }

    private Scope scope() {
      return new Scope(
          die.tag(),
          die.offset(),
          unit.ranges(die),
          die.number(Dw.AT_CALL_FILE, -1),
          die.number(Dw.AT_CALL_LINE, 0),
          die.number(Dw.AT_CALL_COLUMN, 0));
    }

    private static final Scope NOTHING = new Scope(0, 0, List.of(), -1, 0, 0);
  }
}
