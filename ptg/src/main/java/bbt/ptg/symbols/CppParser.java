package bbt.ptg.symbols;

import bbt.ptg.symbols.CppNode.Conversion;
import bbt.ptg.symbols.CppNode.Function;
import bbt.ptg.symbols.CppNode.Lambda;
import bbt.ptg.symbols.CppNode.Listed;
import bbt.ptg.symbols.CppNode.Pack;
import bbt.ptg.symbols.CppNode.Phrase;
import bbt.ptg.symbols.CppNode.Qualified;
import bbt.ptg.symbols.CppNode.Signature;
import bbt.ptg.symbols.CppNode.Structor;
import bbt.ptg.symbols.CppNode.Tagged;
import bbt.ptg.symbols.CppNode.Templated;
import bbt.ptg.symbols.CppNode.Text;
import bbt.ptg.symbols.CppNode.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads names of the Itanium C++ ABI (section 5.1): encodings, names, template arguments and
 * substitutions. {@link CppTypes} reads types, {@link CppExpressions} expressions.
 */
final class CppParser {
  private static final String CHARACTERS = "<char, std::char_traits<char> >";
  private static final String STRING =
      "std::basic_string<char, std::char_traits<char>, std::allocator<char> >";

  /**
   * What {@code S} and a letter stand for: the short name, the name before a constructor, the
   * constructor's.
   */
  private static final Map<Character, List<String>> ABBREVIATIONS =
      Map.of(
          't', List.of("std", "std", ""),
          'a', List.of("std::allocator", "std::allocator", "allocator"),
          'b', List.of("std::basic_string", "std::basic_string", "basic_string"),
          's', List.of("std::string", STRING, "basic_string"),
          'i', List.of("std::istream", "std::basic_istream" + CHARACTERS, "basic_istream"),
          'o', List.of("std::ostream", "std::basic_ostream" + CHARACTERS, "basic_ostream"),
          'd', List.of("std::iostream", "std::basic_iostream" + CHARACTERS, "basic_iostream"));

  /** What {@code T} and a letter stand for, where a type follows. */
  private static final Map<Character, String> OF_TYPE =
      Map.of(
          'V', "vtable for ",
          'T', "VTT for ",
          'I', "typeinfo for ",
          'S', "typeinfo name for ",
          'F', "typeinfo fn for ");

  /** What an encoding's name says of the function. */
  private static final class Traits {
    /** Whether a type of the result follows: of templates alone. */
    boolean result;

    /** {@code const} and the like, of a member function. */
    String suffix = "";
  }

  private final MangledText text;
  private final List<CppNode> substitutions = new ArrayList<>();
  private final CppTypes types;
  private final CppExpressions expressions;

  /** Whether a conversion operator's type is read: template arguments are the operator's. */
  private boolean inConversion;

  /** The latest name: a constructor is called so. */
  private String latest = "";

  CppParser(MangledText text) {
    this.text = text;
    this.types = new CppTypes(this, text);
    this.expressions = new CppExpressions(this, types, text);
  }

  /** Reads what follows {@code _Z}: a function with its parameters, data, or what belongs to it. */
  CppNode encoding() throws MangledException {
    return encoding(false);
  }

  private CppNode encoding(boolean local) throws MangledException {
    text.down();
    CppNode its;
    if (text.peek() == 'T' || text.peek() == 'G') {
      its = special();
    } else {
      Traits traits = new Traits();
      its = name(traits);
      if (!ends()) {
        CppNode result = traits.result ? types.type() : null;
        List<CppNode> parameters = types.parameters();
        Text suffix = new Text(traits.suffix);
        its = new Signature(its, new Function(local ? null : result, parameters, suffix));
      }
    }
    text.up();
    return its;
  }

  private boolean ends() {
    return text.ended() || text.peek() == 'E' || text.peek() == '.';
  }

  private CppNode special() throws MangledException {
    boolean data = text.next() == 'T';
    char kind = text.next();
    if (!data) {
      return switch (kind) {
        case 'V' -> said("guard variable for ", name(null));
        case 'R' -> {
          CppNode its = name(null);
          yield said("reference temporary #" + (ends() ? 0 : reference()) + " for ", its);
        }
        case 'A' -> said("hidden alias for ", encoding());
        case 'T' ->
            said(
                text.next() == 'n' ? "non-transaction clone for " : "transaction clone for ",
                encoding());
        default -> throw new MangledException();
      };
    }
    if (OF_TYPE.containsKey(kind)) {
      return said(OF_TYPE.get(kind), types.type());
    }
    return switch (kind) {
      case 'h' -> {
        offset('h');
        yield said("non-virtual thunk to ", encoding());
      }
      case 'v' -> {
        offset('v');
        yield said("virtual thunk to ", encoding());
      }
      case 'c' -> {
        offset(text.next());
        offset(text.next());
        yield said("covariant return thunk to ", encoding());
      }
      case 'C' -> {
        CppNode derived = types.type();
        number();
        text.need('_');
        CppNode base = types.type();
        yield new Phrase(
            List.of(new Text("construction vtable for "), base, new Text("-in-"), derived));
      }
      case 'H' -> said("TLS init function for ", name(null));
      case 'W' -> said("TLS wrapper function for ", name(null));
      case 'A' -> said("template parameter object for ", argument());
      default -> throw new MangledException();
    };
  }

  private static CppNode said(String what, CppNode of) {
    return new Phrase(List.of(new Text(what), of));
  }

  /** Reads a number before {@code _}; none is 0, others are one more. */
  private int reference() throws MangledException {
    int its = text.peek() == '_' ? 0 : base36() + 1;
    text.need('_');
    return its;
  }

  private int base36() throws MangledException {
    int its = 0;
    for (int i = 0; text.digit() || MangledText.upper(text.peek()); i++) {
      if (i > 4) {
        throw new MangledException();
      }
      its = its * 36 + Character.digit(text.next(), 36);
    }
    return its;
  }

  /** Reads how a thunk changes {@code this}. */
  private void offset(char kind) throws MangledException {
    if (kind != 'h' && kind != 'v') {
      throw new MangledException();
    }
    number();
    text.need('_');
    if (kind == 'v') {
      number();
      text.need('_');
    }
  }

  private void number() throws MangledException {
    text.take('n');
    while (text.digit()) {
      text.next();
    }
  }

  /** Reads a name of a class, an enumeration or a template. */
  CppNode name() throws MangledException {
    return name(null);
  }

  private CppNode name(Traits traits) throws MangledException {
    text.down();
    CppNode its;
    if (text.peek() == 'N') {
      its = nested(traits);
    } else if (text.peek() == 'Z') {
      its = local(traits);
    } else {
      boolean known = text.peek() == 'S' && text.peek(1) != 't';
      if (known) {
        its = substitution(false);
      } else {
        its = unqualified(text.take("St") ? new Text("std") : null);
      }
      if (text.peek() == 'I') {
        if (!known) {
          remember(its);
        }
        its = templated(its, traits);
      }
    }
    text.up();
    return its;
  }

  private CppNode templated(CppNode name, Traits traits) throws MangledException {
    List<CppNode> its = templateArguments();
    if (traits != null) {
      traits.result = !unresulting(name);
    }
    return new Templated(name, its);
  }

  /** Whether a name is a constructor's, a destructor's or a conversion's: without a result. */
  private static boolean unresulting(CppNode name) {
    CppNode its = name;
    while (true) {
      switch (its) {
        case Qualified q -> its = q.name();
        case Tagged t -> its = t.name();
        default -> {
          return its instanceof Conversion || its instanceof Structor;
        }
      }
    }
  }

  private CppNode nested(Traits traits) throws MangledException {
    text.need('N');
    String suffix = types.words() + types.references();
    if (traits != null) {
      traits.suffix = suffix;
    }
    CppNode its = null;
    boolean remembered = false;
    while (!text.take('E')) {
      char c = text.peek();
      if (traits != null && c != 'I') {
        traits.result = false;
      }
      remembered = true;
      if (c == 'S') {
        its = substitution(true);
        remembered = false;
      } else if (c == 'I' && its != null) {
        its = templated(its, traits);
      } else if (c == 'T') {
        its = types.parameter();
      } else if (c == 'D' && (text.peek(1) == 't' || text.peek(1) == 'T')) {
        its = types.type();
        remembered = false; // by itself
      } else if (c == 'M') {
        text.next(); // of a data member's initializer
        remembered = false;
      } else {
        its = unqualified(its);
      }
      if (remembered) {
        remember(its);
      }
    }
    if (its == null) {
      throw new MangledException();
    }
    if (remembered) {
      substitutions.removeLast(); // who reads the whole remembers it
    }
    return its;
  }

  private CppNode local(Traits traits) throws MangledException {
    text.need('Z');
    CppNode function = encoding(true);
    text.need('E');
    if (text.take('s')) {
      discriminator();
      return new Qualified(function, new Text("string literal"));
    }
    int number = 0;
    if (text.take('d')) {
      number = reference() + 1;
    }
    CppNode its = name(traits);
    discriminator();
    if (number > 0) {
      its = new Qualified(new Text("{default arg#" + number + "}"), its);
    }
    return new Qualified(function, its);
  }

  /** Reads what tells entities of one name apart. */
  private void discriminator() throws MangledException {
    if (text.take("__")) {
      text.number();
      text.need('_');
    } else if (text.peek() == '_' && MangledText.digit(text.peek(1))) {
      text.take(2);
    }
  }

  /** Reads a name without what it is in. */
  CppNode unqualified(CppNode scope) throws MangledException {
    boolean internal = text.take('L');
    char c = text.peek();
    CppNode its;
    if (text.digit()) {
      its = new Text(source());
    } else if (internal) {
      throw new MangledException();
    } else if (c == 'C' || c == 'D' && text.peek(1) != 'C') {
      its = structor();
    } else if (text.take("DC")) {
      List<CppNode> names = new ArrayList<>();
      while (!text.take('E')) {
        names.add(new Text(source()));
      }
      its = new Phrase(List.of(new Text("["), new Listed(names), new Text("]")));
    } else if (text.take("Ut")) {
      its = new Text("{unnamed type#" + (reference() + 1) + "}");
    } else if (text.take("Ul")) {
      List<CppNode> parameters = types.parameters();
      text.need('E');
      its = new Lambda(parameters, reference() + 1);
    } else {
      its = operator();
    }
    its = tagged(its);
    return scope == null ? its : new Qualified(scope, its);
  }

  private CppNode tagged(CppNode name) throws MangledException {
    CppNode its = name;
    String before = latest;
    while (text.take('B')) {
      its = new Tagged(its, source());
    }
    latest = before;
    return its;
  }

  /** Reads an identifier behind its length. */
  String source() throws MangledException {
    String its = text.take(text.number());
    if (its.length() > 9 && its.startsWith("_GLOBAL_") && its.charAt(9) == 'N') {
      its = "(anonymous namespace)";
    }
    if (its.isEmpty()) {
      throw new MangledException();
    }
    latest = its;
    return its;
  }

  private CppNode structor() throws MangledException {
    boolean destructor = text.next() == 'D';
    boolean inherits = !destructor && text.take('I');
    char kind = text.next();
    if (kind < '0' || kind > '9' || latest.isEmpty()) {
      throw new MangledException();
    }
    CppNode its = new Structor(destructor ? "~" + latest : latest);
    if (inherits) {
      String before = latest;
      types.type();
      latest = before;
    }
    return its;
  }

  private CppNode operator() throws MangledException {
    if (text.take("li")) {
      return new Text("operator\"\" " + source());
    }
    if (text.take("cv")) {
      boolean before = inConversion;
      inConversion = true;
      CppNode its = new Conversion(types.type());
      inConversion = before;
      return its;
    }
    if (text.peek() == 'v' && MangledText.digit(text.peek(1))) {
      text.take(2);
      return new Text("operator " + source());
    }
    CppOperator its = CppOperator.of(text.take(2));
    if (its == null) {
      throw new MangledException();
    }
    return new Text(its.function());
  }

  /** Reads template arguments, from {@code I} to {@code E}. */
  List<CppNode> templateArguments() throws MangledException {
    String before = latest;
    boolean conversion = inConversion;
    inConversion = false;
    text.need('I');
    List<CppNode> its = argumentsToEnd();
    inConversion = conversion;
    latest = before;
    return its;
  }

  private List<CppNode> argumentsToEnd() throws MangledException {
    List<CppNode> its = new ArrayList<>();
    while (!text.take('E')) {
      its.add(argument());
    }
    return its;
  }

  private CppNode argument() throws MangledException {
    text.down();
    CppNode its;
    if (text.take('J') || text.take('I')) { // GCC wrote I once
      its = new Pack(argumentsToEnd());
    } else if (text.take('X')) {
      its = expressions.expression();
      text.need('E');
    } else if (text.peek() == 'L') {
      its = expressions.literal();
    } else {
      its = types.type();
    }
    text.up();
    return its;
  }

  /** Reads an expression. */
  CppNode expression() throws MangledException {
    return expressions.expression();
  }

  /** Whether template arguments that follow a parameter are its own. */
  boolean takesArguments() {
    return text.peek() == 'I' && !inConversion;
  }

  /** Keeps a part that later ones may refer to. */
  void remember(CppNode node) {
    substitutions.add(node);
  }

  /** The number of parts that later ones may refer to. */
  int known() {
    return substitutions.size();
  }

  /** Forgets all but the first of those parts. */
  void forget(int known) {
    substitutions.subList(known, substitutions.size()).clear();
  }

  /**
   * Reads a reference to an earlier part, or a name that has a code of its own.
   *
   * @param scope whether it is what a name is in
   */
  CppNode substitution(boolean scope) throws MangledException {
    text.need('S');
    char c = text.peek();
    if (c == '_' || MangledText.digit(c) || MangledText.upper(c)) {
      int number = reference();
      if (number >= substitutions.size()) {
        throw new MangledException();
      }
      return substitutions.get(number);
    }
    List<String> its = ABBREVIATIONS.get(text.next());
    if (its == null) {
      throw new MangledException();
    }
    boolean full = scope && (text.peek() == 'C' || text.peek() == 'D');
    latest = its.get(2);
    CppNode node = new Word(its.get(full ? 1 : 0));
    if (text.peek() == 'B') {
      node = tagged(node);
      remember(node);
    }
    return node;
  }
}
