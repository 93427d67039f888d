package bbt.ptg.symbols;

import java.util.List;

/**
 * A part of a C++ name, as {@link CppParser} reads it and {@link CppPrinter} writes it. Parts are
 * shared: a name is a graph without cycles.
 */
sealed interface CppNode {
  /** A name, or a piece of text that is written as it is. */
  record Text(String text) implements CppNode {}

  /** A type or value that an expression must not name without parentheses. */
  record Word(String text) implements CppNode {}

  /** {@code scope::name}. */
  record Qualified(CppNode scope, CppNode name) implements CppNode {}

  /** {@code name<arguments>}. */
  record Templated(CppNode name, List<CppNode> arguments) implements CppNode {}

  /** {@code name[abi:tag]}. */
  record Tagged(CppNode name, String tag) implements CppNode {}

  /** A constructor or destructor. */
  record Structor(String text) implements CppNode {}

  /** {@code operator type}. */
  record Conversion(CppNode type) implements CppNode {}

  /** {@code {lambda(parameters)#number}}. */
  record Lambda(List<CppNode> parameters, long number) implements CppNode {}

  /** A template argument that is a list of arguments. */
  record Pack(List<CppNode> members) implements CppNode {}

  /** A parameter of a template: it stands for an argument of the function that it is in. */
  record Parameter(int index) implements CppNode {}

  /** {@code pattern...}: the pattern for each member of the packs in it. */
  record Expansion(CppNode pattern) implements CppNode {}

  /** The number of members of a pack. */
  record Count(CppNode pattern) implements CppNode {}

  /** A type and a word behind it: {@code const}. */
  record Qualifier(CppNode type, String word) implements CppNode {}

  /** A pointer to a type. */
  record Pointer(CppNode to) implements CppNode {}

  /** A reference to a type. */
  record Reference(CppNode to, boolean rvalue) implements CppNode {}

  /** A pointer to a member of a class. */
  record MemberPointer(CppNode owner, CppNode member) implements CppNode {}

  /** An array; without a length an empty text. */
  record Array(CppNode length, CppNode element) implements CppNode {}

  /**
   * A function's type.
   *
   * @param result null where it is not said
   * @param suffix what stands behind the parameters: {@code const}, {@code &}, {@code noexcept}
   */
  record Function(CppNode result, List<CppNode> parameters, CppNode suffix) implements CppNode {}

  /** A function: its name and its type. */
  record Signature(CppNode name, Function type) implements CppNode {
    /** Whether its address is written as its name alone, as GNU tools have it. */
    boolean plain() {
      return name instanceof Qualified && type.suffix.equals(new Text(""));
    }
  }

  /** Parts one behind the other. */
  record Phrase(List<CppNode> parts) implements CppNode {}

  /** An operand of an expression: in parentheses unless it is a name. */
  record Operand(CppNode node) implements CppNode {}

  /** Parts with commas between them. */
  record Listed(List<CppNode> members) implements CppNode {}
}
