package bbt.ptg.symbols;

import bbt.ptg.symbols.CppNode.Array;
import bbt.ptg.symbols.CppNode.Expansion;
import bbt.ptg.symbols.CppNode.Function;
import bbt.ptg.symbols.CppNode.Listed;
import bbt.ptg.symbols.CppNode.MemberPointer;
import bbt.ptg.symbols.CppNode.Parameter;
import bbt.ptg.symbols.CppNode.Phrase;
import bbt.ptg.symbols.CppNode.Pointer;
import bbt.ptg.symbols.CppNode.Qualifier;
import bbt.ptg.symbols.CppNode.Reference;
import bbt.ptg.symbols.CppNode.Templated;
import bbt.ptg.symbols.CppNode.Text;
import bbt.ptg.symbols.CppNode.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads types in mangled C++ names (Itanium C++ ABI, section 5.1.5). */
final class CppTypes {
  private static final Map<Character, Word> BUILTIN =
      Map.ofEntries(
          builtin('v', "void"),
          builtin('w', "wchar_t"),
          builtin('b', "bool"),
          builtin('c', "char"),
          builtin('a', "signed char"),
          builtin('h', "unsigned char"),
          builtin('s', "short"),
          builtin('t', "unsigned short"),
          builtin('i', "int"),
          builtin('j', "unsigned int"),
          builtin('l', "long"),
          builtin('m', "unsigned long"),
          builtin('x', "long long"),
          builtin('y', "unsigned long long"),
          builtin('n', "__int128"),
          builtin('o', "unsigned __int128"),
          builtin('f', "float"),
          builtin('d', "double"),
          builtin('e', "long double"),
          builtin('g', "__float128"),
          builtin('z', "..."));

  /** Types behind {@code D}. */
  private static final Map<Character, Word> LATER =
      Map.ofEntries(
          builtin('f', "decimal32"),
          builtin('d', "decimal64"),
          builtin('e', "decimal128"),
          builtin('h', "half"),
          builtin('s', "char16_t"),
          builtin('i', "char32_t"),
          builtin('u', "char8_t"),
          builtin('a', "auto"),
          builtin('c', "decltype(auto)"),
          builtin('n', "decltype(nullptr)"));

  private static final Word VOID = BUILTIN.get('v');

  private final CppParser parser;
  private final MangledText text;

  CppTypes(CppParser parser, MangledText text) {
    this.parser = parser;
    this.text = text;
  }

  private static Map.Entry<Character, Word> builtin(char code, String name) {
    return Map.entry(code, new Word(name));
  }

  /** Reads a type. */
  CppNode type() throws MangledException {
    text.down();
    CppNode its = BUILTIN.get(text.peek());
    if (its != null) {
      text.next();
    } else if (text.peek() == 'D' && LATER.containsKey(text.peek(1))) {
      its = LATER.get(text.take(2).charAt(1));
    } else if (text.take("DF")) {
      its = floating();
    } else {
      its = compound();
    }
    text.up();
    return its;
  }

  private CppNode floating() throws MangledException {
    int bits = text.number();
    if (text.take('b')) {
      return new Word("std::bfloat" + bits + "_t");
    }
    boolean extended = text.take('x');
    text.take('_');
    return new Word("_Float" + bits + (extended ? "x" : ""));
  }

  /** Reads a type that later parts may refer to, and keeps it. */
  private CppNode compound() throws MangledException {
    char c = text.peek();
    CppNode its;
    if (qualifies()) {
      its = qualified();
    } else if (c == 'S') {
      if (text.peek(1) == 't') {
        its = parser.name();
      } else {
        its = parser.substitution(false);
        if (text.peek() != 'I') {
          return its;
        }
        its = new Templated(its, parser.templateArguments());
      }
    } else {
      its =
          switch (c) {
            case 'F' -> function("");
            case 'A' -> array();
            case 'T' -> template();
            case 'D' -> declared();
            case 'P' -> new Pointer(behind());
            case 'R' -> new Reference(behind(), false);
            case 'O' -> new Reference(behind(), true);
            case 'C' -> new Qualifier(behind(), "_Complex");
            case 'G' -> new Qualifier(behind(), "_Imaginary");
            case 'M' -> {
              CppNode owner = behind();
              yield new MemberPointer(owner, type());
            }
            case 'U' -> vendor();
            case 'u' -> {
              text.next();
              yield new Word(parser.source());
            }
            default -> parser.name();
          };
    }
    parser.remember(its);
    return its;
  }

  private CppNode behind() throws MangledException {
    text.next();
    return type();
  }

  private boolean qualifies() {
    char c = text.peek();
    return c == 'r' || c == 'V' || c == 'K' || exception();
  }

  /** Whether an exception specification of a function type is next. */
  private boolean exception() {
    return text.peek() == 'D' && "oOwx".indexOf(text.peek(1)) >= 0;
  }

  /** Reads {@code const} and its like: a space and a word each. */
  String words() {
    StringBuilder words = new StringBuilder();
    while (!text.ended()) {
      if (text.take('r')) {
        words.insert(0, " restrict");
      } else if (text.take('V')) {
        words.insert(0, " volatile");
      } else if (text.take('K')) {
        words.insert(0, " const");
      } else {
        break;
      }
    }
    return words.toString();
  }

  /** Reads {@code &} or {@code &&} of a member function. */
  String references() {
    return text.take('R') ? " &" : text.take('O') ? " &&" : "";
  }

  private CppNode qualified() throws MangledException {
    String words = words();
    if (exception() || text.peek() == 'F') {
      List<CppNode> suffix = new ArrayList<>(List.of(new Text(words)));
      while (exception()) {
        suffix.add(thrown());
      }
      CppNode its = function("");
      return its instanceof Function f
          ? new Function(f.result(), f.parameters(), new Phrase(append(suffix, f.suffix())))
          : its;
    }
    CppNode its = type();
    for (String word : words.trim().split(" ")) {
      its = new Qualifier(its, word.equals("restrict") ? "__restrict" : word);
    }
    return its;
  }

  private static List<CppNode> append(List<CppNode> parts, CppNode part) {
    parts.add(part);
    return parts;
  }

  private CppNode thrown() throws MangledException {
    return switch (text.take(2).charAt(1)) {
      case 'o' -> new Text(" noexcept");
      case 'x' -> new Text(" transaction_safe");
      case 'O' -> {
        CppNode when = parser.expression();
        text.need('E');
        yield new Phrase(List.of(new Text(" noexcept("), when, new Text(")")));
      }
      default -> {
        List<CppNode> what = new ArrayList<>();
        while (!text.take('E')) {
          what.add(type());
        }
        yield new Phrase(List.of(new Text(" throw("), new Listed(what), new Text(")")));
      }
    };
  }

  private CppNode function(String suffix) throws MangledException {
    text.need('F');
    text.take('Y'); // of C
    CppNode result = type();
    List<CppNode> parameters = parameters();
    String references = references();
    text.need('E');
    return new Function(result, parameters, new Text(suffix + references));
  }

  /** Reads the types of parameters, to where they end; of {@code (void)} none. */
  List<CppNode> parameters() throws MangledException {
    List<CppNode> its = new ArrayList<>();
    while (!text.ended() && text.peek() != 'E' && text.peek() != '.') {
      if ((text.peek() == 'R' || text.peek() == 'O') && text.peek(1) == 'E') {
        break;
      }
      its.add(type());
    }
    if (its.isEmpty() && text.peek() != 'E') {
      throw new MangledException();
    }
    return its.size() == 1 && its.getFirst() == VOID ? List.of() : its;
  }

  private CppNode array() throws MangledException {
    text.need('A');
    CppNode length;
    if (text.digit()) {
      length = new Text(String.valueOf(digits()));
    } else if (text.peek() == '_') {
      length = new Text("");
    } else {
      length = parser.expression();
    }
    text.need('_');
    return new Array(length, type());
  }

  private String digits() throws MangledException {
    StringBuilder digits = new StringBuilder();
    while (text.digit()) {
      digits.append(text.next());
    }
    return digits.toString();
  }

  /** Reads a template's parameter: {@code T_}, {@code T0_}. */
  CppNode parameter() throws MangledException {
    text.need('T');
    int index = text.peek() == '_' ? 0 : text.number() + 1;
    text.need('_');
    return new Parameter(index);
  }

  private CppNode template() throws MangledException {
    char kind = text.peek(1);
    if (kind == 's' || kind == 'u' || kind == 'e') {
      text.take(2);
      return parser.name();
    }
    CppNode its = parameter();
    if (parser.takesArguments()) {
      parser.remember(its);
      its = new Templated(its, parser.templateArguments());
    }
    return its;
  }

  private CppNode declared() throws MangledException {
    if (text.take("Dp")) {
      return new Expansion(type());
    }
    if (text.take("Dt") || text.take("DT")) {
      CppNode of = parser.expression();
      text.need('E');
      return new Phrase(List.of(new Text("decltype ("), of, new Text(")")));
    }
    if (text.take("Dv")) {
      CppNode count;
      if (text.take('_')) {
        count = parser.expression();
      } else {
        count = new Text(digits());
      }
      text.need('_');
      CppNode element = type();
      return new Phrase(List.of(element, new Text(" __vector("), count, new Text(")")));
    }
    return parser.name();
  }

  private CppNode vendor() throws MangledException {
    if (text.peek(1) == 'l' || text.peek(1) == 't') {
      return parser.name();
    }
    text.next();
    CppNode word = new Text(parser.source());
    if (text.peek() == 'I') {
      word = new Templated(word, parser.templateArguments());
    }
    return new Phrase(List.of(type(), new Text(" "), word));
  }
}
