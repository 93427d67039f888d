package bbt.ptg.symbols;

import bbt.ptg.symbols.CppNode.Count;
import bbt.ptg.symbols.CppNode.Expansion;
import bbt.ptg.symbols.CppNode.Listed;
import bbt.ptg.symbols.CppNode.Operand;
import bbt.ptg.symbols.CppNode.Phrase;
import bbt.ptg.symbols.CppNode.Qualified;
import bbt.ptg.symbols.CppNode.Signature;
import bbt.ptg.symbols.CppNode.Templated;
import bbt.ptg.symbols.CppNode.Text;
import bbt.ptg.symbols.CppNode.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads expressions in mangled C++ names (Itanium C++ ABI, section 5.1.6). */
final class CppExpressions {
  /** What stands behind literals of types that have a short form. */
  private static final Map<String, String> LITERALS =
      Map.of(
          "int", "",
          "unsigned int", "u",
          "long", "l",
          "unsigned long", "ul",
          "long long", "ll",
          "unsigned long long", "ull");

  private final CppParser parser;
  private final CppTypes types;
  private final MangledText text;

  CppExpressions(CppParser parser, CppTypes types, MangledText text) {
    this.parser = parser;
    this.types = types;
    this.text = text;
  }

  /** Reads an expression. */
  CppNode expression() throws MangledException {
    text.down();
    CppNode its = any();
    text.up();
    return its;
  }

  private CppNode any() throws MangledException {
    char c = text.peek();
    if (c == 'L') {
      return literal();
    }
    if (c == 'T') {
      return types.parameter();
    }
    if (text.take("sr")) {
      return unresolved();
    }
    if (c == 's' && text.peek(1) == 'p') { // of a pack
      text.take(2);
      return new Expansion(expression());
    }
    if (text.take("fp") || text.take("fL")) {
      return functionParameter();
    }
    if (c == 'f' && "lrLR".indexOf(text.peek(1)) >= 0) {
      return fold();
    }
    if (text.digit()) {
      return withArguments(parser.unqualified(null));
    }
    if (text.take("on")) {
      return withArguments(parser.unqualified(null));
    }
    if (text.take("il")) {
      return phrase("{", new Listed(toEnd()), "}");
    }
    if (text.take("tl")) {
      CppNode type = types.type();
      return new Phrase(List.of(type, new Text("{"), new Listed(toEnd()), new Text("}")));
    }
    return operation();
  }

  private CppNode withArguments(CppNode name) throws MangledException {
    return text.peek() == 'I' ? new Templated(name, parser.templateArguments()) : name;
  }

  /**
   * Reads a name that is not resolved before the template has its arguments. Compilers write what
   * it is in as a type or as several names with an end; one name may be either, and the end that
   * follows the expression's.
   */
  private CppNode unresolved() throws MangledException {
    if (text.digit()) {
      int from = text.position();
      int known = parser.known();
      CppNode scope = withArguments(parser.unqualified(null));
      int names = 1;
      while (text.digit()) {
        scope = withArguments(parser.unqualified(scope));
        names++;
      }
      boolean several = names != 2 || scope instanceof Templated;
      if (several && text.peek() == 'E' && MangledText.digit(text.peek(1))) {
        text.take('E');
        return member(scope);
      }
      text.seek(from);
      parser.forget(known);
    }
    boolean several = text.take('N');
    CppNode type = types.type();
    if (several) {
      while (!text.take('E')) {
        type = withArguments(parser.unqualified(type));
        parser.remember(type);
      }
    }
    return member(type);
  }

  private CppNode member(CppNode type) throws MangledException {
    text.take("on");
    return withArguments(new Qualified(type, parser.unqualified(null)));
  }

  private CppNode functionParameter() throws MangledException {
    if (text.take('T')) {
      return new Text("this");
    }
    if (text.digit() && text.peek(1) == 'p') {
      text.take(2);
    }
    types.words();
    int number = text.peek() == '_' ? 1 : text.number() + 2;
    text.need('_');
    return new Text("{parm#" + number + "}");
  }

  private CppNode fold() throws MangledException {
    char kind = text.take(2).charAt(1);
    CppOperator operator = operator(text.take(2));
    CppNode first = expression();
    Text sign = new Text(operator.text());
    Text dots = new Text("...");
    return switch (kind) {
      case 'l' -> phrase("(", new Phrase(List.of(dots, sign, new Operand(first))), ")");
      case 'r' -> phrase("(", new Phrase(List.of(new Operand(first), sign, dots)), ")");
      default -> {
        CppNode second = new Operand(expression());
        yield phrase("(", new Phrase(List.of(new Operand(first), sign, dots, sign, second)), ")");
      }
    };
  }

  private List<CppNode> toEnd() throws MangledException {
    List<CppNode> its = new ArrayList<>();
    while (!text.take('E')) {
      its.add(expression());
    }
    return its;
  }

  private static CppOperator operator(String code) throws MangledException {
    CppOperator its = CppOperator.of(code);
    if (its == null) {
      throw new MangledException();
    }
    return its;
  }

  private static CppNode phrase(String before, CppNode node, String after) {
    return new Phrase(List.of(new Text(before), node, new Text(after)));
  }

  private CppNode operation() throws MangledException {
    boolean global = text.take("gs");
    String code = text.take(2);
    if (code.equals("cv")) {
      CppNode type = types.type();
      CppNode of = text.take('_') ? new Listed(toEnd()) : expression();
      return new Phrase(List.of(new Text("("), type, new Text(")"), new Operand(of)));
    }
    CppOperator operator = operator(code);
    CppNode its =
        switch (operator.operands()) {
          case 0 -> new Text(operator.text());
          case 1 -> unary(code, operator);
          case 2 -> binary(code, operator);
          default -> code.equals("qu") ? choice() : creation(operator);
        };
    return global ? phrase("::", its, "") : its;
  }

  private CppNode unary(String code, CppOperator operator) throws MangledException {
    switch (code) {
      case "st", "at", "ti" -> {
        return phrase(operator.text() + "(", types.type(), ")");
      }
      case "nx" -> {
        return phrase("noexcept(", expression(), ")");
      }
      case "sZ" -> {
        return new Count(expression());
      }
      case "sP" -> {
        List<CppNode> all = new ArrayList<>();
        while (!text.take('E')) {
          all.add(types.type());
        }
        return new Text(String.valueOf(all.size()));
      }
      default -> {
        boolean step = code.equals("pp") || code.equals("mm");
        boolean behind = step && !text.take('_');
        CppNode of = expression();
        if (code.equals("ad") && of instanceof Signature s && s.plain()) {
          of = s.name(); // the function, not a call
        }
        return behind
            ? phrase("", new Operand(of), operator.text())
            : phrase(operator.text(), new Operand(of), "");
      }
    }
  }

  private CppNode binary(String code, CppOperator operator) throws MangledException {
    switch (code) {
      case "sc", "dc", "cc", "rc" -> {
        CppNode type = types.type();
        return new Phrase(
            List.of(
                new Text(operator.text() + "<"),
                type,
                new Text(">("),
                expression(),
                new Text(")")));
      }
      case "cl" -> {
        CppNode function = expression();
        if (function instanceof Signature s) {
          function = s.name();
        }
        return new Phrase(List.of(new Operand(function), new Operand(new Listed(toEnd()))));
      }
      case "ix" -> {
        CppNode of = new Operand(expression());
        return new Phrase(List.of(of, new Text("["), expression(), new Text("]")));
      }
      default -> {
        CppNode first = new Operand(expression());
        boolean member = code.equals("dt") || code.equals("pt");
        text.take(member ? "on" : "");
        CppNode second = member ? withArguments(memberName()) : expression();
        CppNode its = new Phrase(List.of(first, new Text(operator.text()), new Operand(second)));
        return code.equals("gt") ? phrase("(", its, ")") : its;
      }
    }
  }

  private CppNode memberName() throws MangledException {
    return text.take("sr") ? unresolved() : parser.unqualified(null);
  }

  private CppNode choice() throws MangledException {
    CppNode condition = new Operand(expression());
    CppNode one = new Operand(expression());
    CppNode other = new Operand(expression());
    return new Phrase(List.of(condition, new Text("?"), one, new Text(" : "), other));
  }

  private CppNode creation(CppOperator operator) throws MangledException {
    List<CppNode> where = new ArrayList<>();
    while (!text.take('_')) {
      where.add(expression());
    }
    List<CppNode> parts = new ArrayList<>(List.of(new Text(operator.text() + " ")));
    if (!where.isEmpty()) {
      parts.add(new Operand(new Listed(where)));
      parts.add(new Text(" "));
    }
    parts.add(types.type());
    if (text.take("pi")) {
      parts.add(new Operand(new Listed(toEnd())));
    } else if (text.peek() == 'i') {
      parts.add(expression());
    } else {
      text.need('E');
    }
    return new Phrase(parts);
  }

  /** Reads a literal: a value of a type, or a function or object. */
  CppNode literal() throws MangledException {
    text.need('L');
    if (text.take("_Z") || text.take('Z')) {
      CppNode its = parser.encoding();
      text.need('E');
      return its;
    }
    CppNode type = types.type();
    if (text.take('E')) {
      return type instanceof Word ? type : phrase("(", type, ")");
    }
    String sign = text.take('n') ? "-" : "";
    StringBuilder value = new StringBuilder();
    while (!text.take('E')) {
      value.append(text.next());
    }
    if (type instanceof Word(String name)) {
      if (LITERALS.containsKey(name)) {
        return new Word(sign + value + LITERALS.get(name));
      }
      String bool = name.equals("bool") ? sign + value : "";
      if (bool.equals("0") || bool.equals("1")) {
        return new Word(bool.equals("1") ? "true" : "false");
      }
      if (name.endsWith("float") || name.endsWith("double") || name.equals("__float128")) {
        return phrase("(", type, ")" + sign + "[" + value + "]");
      }
    }
    return phrase("(", type, ")" + sign + value);
  }
}
