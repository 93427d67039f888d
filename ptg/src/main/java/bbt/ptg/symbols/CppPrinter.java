package bbt.ptg.symbols;

import bbt.ptg.symbols.CppNode.Array;
import bbt.ptg.symbols.CppNode.Conversion;
import bbt.ptg.symbols.CppNode.Count;
import bbt.ptg.symbols.CppNode.Expansion;
import bbt.ptg.symbols.CppNode.Function;
import bbt.ptg.symbols.CppNode.Lambda;
import bbt.ptg.symbols.CppNode.Listed;
import bbt.ptg.symbols.CppNode.MemberPointer;
import bbt.ptg.symbols.CppNode.Operand;
import bbt.ptg.symbols.CppNode.Pack;
import bbt.ptg.symbols.CppNode.Parameter;
import bbt.ptg.symbols.CppNode.Phrase;
import bbt.ptg.symbols.CppNode.Pointer;
import bbt.ptg.symbols.CppNode.Qualified;
import bbt.ptg.symbols.CppNode.Qualifier;
import bbt.ptg.symbols.CppNode.Reference;
import bbt.ptg.symbols.CppNode.Signature;
import bbt.ptg.symbols.CppNode.Structor;
import bbt.ptg.symbols.CppNode.Tagged;
import bbt.ptg.symbols.CppNode.Templated;
import bbt.ptg.symbols.CppNode.Text;
import bbt.ptg.symbols.CppNode.Word;
import java.util.List;

/**
 * Writes a C++ name, spaced as GNU tools space it. A declarator has two sides, as in {@code int
 * (*)[3]}: what stands before the name, and what stands behind it.
 */
final class CppPrinter {
  /** Visits of nodes: a small graph may be a long text, or a long way to none. */
  private static final int MOST_VISITS = 1 << 18;

  private static final int DEEPEST = 512;
  private static final Text NOTHING = new Text("");

  private final StringBuilder out = new StringBuilder();

  /** Which member of the packs is written. */
  private int member;

  private boolean inLambda;
  private Scope scope;

  /** Where a comma was taken back: for spaces it counts as one. */
  private int takenBack = -1;

  private int visits;
  private int depth;

  private CppPrinter() {}

  /**
   * The text of a name.
   *
   * @throws MangledException if it is longer than {@link Demangler#LONGEST}, or stands for itself
   */
  static String print(CppNode node) throws MangledException {
    CppPrinter printer = new CppPrinter();
    printer.all(node);
    return printer.out.toString();
  }

  private void all(CppNode node) throws MangledException {
    left(node);
    right(node);
  }

  private void enter() throws MangledException {
    if (++visits > MOST_VISITS || ++depth > DEEPEST || out.length() > Demangler.LONGEST) {
      throw new MangledException();
    }
  }

  private char last() {
    if (out.length() == takenBack) {
      return ' ';
    }
    return out.isEmpty() ? MangledText.END : out.charAt(out.length() - 1);
  }

  private void space() {
    if (last() != ' ') {
      out.append(' ');
    }
  }

  /** Template arguments that parameters stand for, and those around them. */
  private record Scope(List<CppNode> arguments, Scope around) {
    CppNode get(Parameter parameter) {
      return parameter.index() < arguments.size() ? arguments.get(parameter.index()) : null;
    }
  }

  /** A node and the scope of the parameters in it. */
  private record Place(CppNode node, Scope scope) {}

  /** What a node stands for: of a template's parameter the argument, of a pack its member. */
  private Place resolved(CppNode node, Scope from) throws MangledException {
    CppNode its = node;
    Scope scope = from;
    while (its instanceof Parameter p && !inLambda) {
      its = scope == null ? null : scope.get(p);
      if (its == null) {
        throw new MangledException();
      }
      if (its instanceof Pack pack) {
        its = member < pack.members().size() ? pack.members().get(member) : NOTHING;
      }
      scope = scope.around;
    }
    return new Place(its, scope);
  }

  /** The type behind qualifiers. */
  private Place unqualified(CppNode node, Scope from) throws MangledException {
    Place its = resolved(node, from);
    while (its.node instanceof Qualifier q) {
      its = resolved(q.type(), its.scope);
    }
    return its;
  }

  private void left(CppNode node) throws MangledException {
    enter();
    switch (node) {
      case Text t -> out.append(t.text());
      case Word w -> out.append(w.text());
      case Structor s -> out.append(s.text());
      case Qualified q -> {
        all(q.scope());
        out.append("::");
        all(q.name());
      }
      case Templated t -> templated(t);
      case Tagged t -> {
        all(t.name());
        out.append("[abi:").append(t.tag()).append(']');
      }
      case Conversion c -> {
        out.append("operator ");
        all(c.type());
      }
      case Lambda l -> lambda(l);
      case Pack p -> list(p.members());
      case Parameter p -> {
        if (inLambda) {
          out.append("auto:").append(p.index() + 1);
        } else {
          Scope before = scope;
          Place its = resolved(p, scope);
          scope = its.scope;
          left(its.node);
          scope = before;
        }
      }
      case Expansion e -> expansion(e);
      case Count c -> {
        Pack pack = packIn(c.pattern(), 0);
        out.append(pack == null ? 0 : pack.members().size());
      }
      case Qualifier q -> {
        left(q.type());
        if (!has(q.type(), q.word())) {
          out.append(' ').append(q.word());
        }
      }
      case Pointer p -> pointer(p.to(), "*");
      case Reference r -> reference(r);
      case MemberPointer m -> {
        left(m.member());
        if (bracketed(m.member())) {
          space();
          out.append('(');
        } else {
          space();
        }
        all(m.owner());
        out.append("::*");
      }
      case Array a -> left(a.element());
      case Function f -> result(f);
      case Signature s -> signature(s);
      case Phrase p -> {
        for (CppNode part : p.parts()) {
          all(part);
        }
      }
      case Operand o -> operand(o);
      case Listed l -> list(l.members());
    }
    depth--;
  }

  private void right(CppNode node) throws MangledException {
    enter();
    switch (node) {
      case Parameter p when !inLambda -> {
        Scope before = scope;
        Place its = resolved(p, scope);
        scope = its.scope;
        right(its.node);
        scope = before;
      }
      case Qualifier q -> right(q.type());
      case Pointer p -> rightOf(p.to());
      case Reference r -> rightOf(r.to());
      case MemberPointer m -> rightOf(m.member());
      case Array a -> {
        if (last() != ']') {
          space();
        }
        out.append('[');
        all(a.length());
        out.append(']');
        right(a.element());
      }
      case Function f -> behindName(f);
      default -> {}
    }
    depth--;
  }

  private void rightOf(CppNode to) throws MangledException {
    if (bracketed(to)) {
      out.append(')');
    }
    right(to);
  }

  /** Whether a pointer to a type stands in parentheses. */
  private boolean bracketed(CppNode node) throws MangledException {
    CppNode its = unqualified(node, scope).node;
    return its instanceof Function || its instanceof Array;
  }

  /** Whether something of a type stands behind the name. */
  private boolean twoSided(CppNode node) throws MangledException {
    Place its = unqualified(node, scope);
    while (true) {
      CppNode to;
      switch (its.node) {
        case Pointer p -> to = p.to();
        case Reference r -> to = r.to();
        case MemberPointer m -> to = m.member();
        default -> {
          return its.node instanceof Function || its.node instanceof Array;
        }
      }
      its = unqualified(to, its.scope);
    }
  }

  private void pointer(CppNode to, String sign) throws MangledException {
    left(to);
    if (bracketed(to)) {
      boolean array = unqualified(to, scope).node instanceof Array;
      if (array || last() != '(' && last() != '*') {
        space();
      }
      out.append('(');
    }
    out.append(sign);
  }

  /** A reference to a reference is one. */
  private void reference(Reference r) throws MangledException {
    Scope before = scope;
    boolean rvalue = r.rvalue();
    Place to = resolved(r.to(), scope);
    while (to.node instanceof Reference inner) {
      rvalue &= inner.rvalue();
      to = resolved(inner.to(), to.scope);
    }
    scope = to.scope;
    pointer(to.node, rvalue ? "&&" : "&");
    scope = before;
  }

  /** Whether a type has a qualifier already. */
  private boolean has(CppNode node, String word) throws MangledException {
    Place its = resolved(node, scope);
    while (its.node instanceof Qualifier q) {
      if (q.word().equals(word)) {
        return true;
      }
      its = resolved(q.type(), its.scope);
    }
    return false;
  }

  private void templated(Templated t) throws MangledException {
    boolean before = inLambda;
    inLambda = false;
    Scope around = scope;
    if (last(t.name()) instanceof Conversion) {
      scope = new Scope(t.arguments(), scope); // its type may be a parameter of its own template
    }
    all(t.name());
    scope = around;
    if (last() == '<') {
      out.append(' ');
    }
    out.append('<');
    inLambda = before;
    list(t.arguments());
    if (last() == '>') {
      out.append(' ');
    }
    out.append('>');
  }

  /** The last part of a name. */
  private static CppNode last(CppNode name) {
    CppNode its = name;
    while (its instanceof Qualified q) {
      its = q.name();
    }
    return its;
  }

  private void lambda(Lambda l) throws MangledException {
    boolean before = inLambda;
    out.append("{lambda(");
    inLambda = true;
    list(l.parameters());
    inLambda = before;
    out.append(")#").append(l.number()).append('}');
  }

  /** Parts with commas; what is empty has none. */
  private void list(List<CppNode> members) throws MangledException {
    int from = out.length();
    for (CppNode each : members) {
      int before = out.length();
      if (before > from) {
        out.append(", ");
      }
      int start = out.length();
      all(each);
      if (out.length() == start) {
        out.setLength(before);
        takenBack = before > from ? before : -1;
      }
    }
  }

  private void result(Function f) throws MangledException {
    if (f.result() == null) {
      return;
    }
    left(f.result());
    if (!twoSided(f.result())) {
      out.append(' ');
    }
  }

  private void signature(Signature s) throws MangledException {
    Scope around = scope;
    Scope own = last(s.name()) instanceof Templated t ? new Scope(t.arguments(), around) : around;
    scope = own;
    result(s.type());
    scope = around;
    all(s.name());
    scope = own;
    behindName(s.type());
    scope = around;
  }

  /** What stands behind a function's name. */
  private void behindName(Function f) throws MangledException {
    out.append('(');
    list(f.parameters());
    out.append(')');
    all(f.suffix());
    if (f.result() != null) {
      right(f.result());
    }
  }

  private void operand(Operand o) throws MangledException {
    CppNode its = o.node();
    if (its instanceof Text || its instanceof Qualified) {
      all(its);
    } else {
      out.append('(');
      all(its);
      out.append(')');
    }
  }

  private void expansion(Expansion e) throws MangledException {
    Pack pack = inLambda ? null : packIn(e.pattern(), 0);
    if (pack == null) {
      operand(new Operand(e.pattern()));
      out.append("...");
      return;
    }
    int before = member;
    for (int i = 0; i < pack.members().size(); i++) {
      if (i > 0) {
        out.append(", ");
      }
      member = i;
      all(e.pattern());
    }
    member = before;
  }

  /** The first pack of arguments that a pattern names, or null. */
  private Pack packIn(CppNode node, int nested) throws MangledException {
    if (nested > DEEPEST || ++visits > MOST_VISITS) {
      throw new MangledException();
    }
    return switch (node) {
      case Parameter p -> scope != null && scope.get(p) instanceof Pack pack ? pack : null;
      case Qualified q -> either(packIn(q.scope(), nested + 1), q.name(), nested);
      case Templated t -> either(packIn(t.name(), nested + 1), new Listed(t.arguments()), nested);
      case Tagged t -> packIn(t.name(), nested + 1);
      case Conversion c -> packIn(c.type(), nested + 1);
      case Pack p -> packIn(new Listed(p.members()), nested + 1);
      case Qualifier q -> packIn(q.type(), nested + 1);
      case Pointer p -> packIn(p.to(), nested + 1);
      case Reference r -> packIn(r.to(), nested + 1);
      case MemberPointer m -> either(packIn(m.owner(), nested + 1), m.member(), nested);
      case Array a -> either(packIn(a.length(), nested + 1), a.element(), nested);
      case Function f -> {
        Pack its = f.result() == null ? null : packIn(f.result(), nested + 1);
        yield either(its, new Listed(f.parameters()), nested);
      }
      case Signature s -> either(packIn(s.name(), nested + 1), s.type(), nested);
      case Phrase p -> packIn(new Listed(p.parts()), nested + 1);
      case Operand o -> packIn(o.node(), nested + 1);
      case Listed l -> {
        for (CppNode each : l.members()) {
          Pack its = packIn(each, nested + 1);
          if (its != null) {
            yield its;
          }
        }
        yield null;
      }
      case Text t -> null;
      case Word w -> null;
      case Structor s -> null;
      case Lambda l -> null;
      case Expansion e -> null;
      case Count c -> null;
    };
  }

  private Pack either(Pack found, CppNode other, int nested) throws MangledException {
    return found != null ? found : packIn(other, nested + 1);
  }
}
