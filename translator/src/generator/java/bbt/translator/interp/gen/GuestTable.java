package bbt.translator.interp.gen;

import java.util.List;

/** A guest's instruction table, as the generator of its interpreter reads it. */
interface GuestTable {
  /** One instruction. */
  interface Row {
    /** Name of the constant that stands for it. */
    String name();

    String mnemonic();

    /** Whether the instruction goes on to the next one always. */
    boolean isSequential();

    /** Whether it is executed so often that it has a place in the dispatch loop. */
    boolean isCommon();

    /** Turns its semantics into Java. */
    JavaRtl java(JavaRtl.Place place, JavaRtl first);
  }

  /** All instructions that have a handler or are the machine's work. */
  List<? extends Row> rows();

  /** Package of the interpreter. */
  String packageName();

  /** Name of the enumeration whose constants the rows are. */
  String rowType();

  /** What the handlers import beside what every guest's do. */
  List<String> imports();
}
