package bbt.reconstruct.query;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The tables that a statement may name. Columns and what they hold are documented by them. */
public enum Table {
  TRACE(
      "what was traced: the header's facts and the trace's totals",
      "FROM raw.trace ORDER BY ALL",
      EnumSet.of(Raw.TRACE),
      new Column("key", "VARCHAR", "name of a fact"),
      new Column("value", "VARCHAR", "its value")),
  HARTS(
      "one row per hart",
      "FROM raw.harts ORDER BY hart",
      EnumSet.of(Raw.HARTS),
      new Column("hart", "INTEGER", "number"),
      new Column("instructions", "BIGINT", "that were rebuilt"),
      new Column("frames", "BIGINT", "of the trace"),
      new Column("packets", "BIGINT", "of the trace"),
      new Column("bits", "BIGINT", "of the trace"),
      new Column("exceptions", "BIGINT", "exception packets"),
      new Column("switches", "BIGINT", "context switch packets")),
  FUNCTIONS(
      "one row per function that ran",
      "FROM raw.functions",
      EnumSet.of(Raw.FUNCTIONS),
      new Column("id", "INTEGER", "number within this query"),
      new Column("name", "VARCHAR", "symbol, or program+0xOFFSET"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("address", "UBIGINT", "of its first instruction"),
      new Column("self", "BIGINT", "instructions in it"),
      new Column("inclusive", "BIGINT", "instructions from entry to end, recursion once"),
      new Column("calls", "BIGINT", "calls and tail calls of it")),
  EXCEPTIONS(
      "one row per exception packet",
      "FROM raw.exceptions",
      EnumSet.of(Raw.EXCEPTIONS),
      new Column("id", "BIGINT", "number, in file order"),
      new Column("hart", "INTEGER", "that took it"),
      new Column("kind", "VARCHAR", "as the report's JSON names it"),
      new Column("cause", "BIGINT", "code; of a firmware call the extension"),
      new Column("interrupt", "BOOLEAN", "whether the cause is an interrupt's"),
      new Column("retired", "BIGINT", "the hart's count before it"),
      new Column("epc", "UBIGINT", "interrupted instruction"),
      new Column("tval", "UBIGINT", "fault address or instruction"),
      new Column("handler", "UBIGINT", "where execution went on"),
      new Column("privilege", "VARCHAR", "mode entered: U, S or M")),
  SWITCHES(
      "one row per context switch",
      "FROM raw.switches",
      EnumSet.of(Raw.SWITCHES),
      new Column("id", "BIGINT", "number, in file order"),
      new Column("hart", "INTEGER", "that switched"),
      new Column("retired", "BIGINT", "the hart's count before it"),
      new Column("pc", "UBIGINT", "next instruction"),
      new Column("previous_task", "UBIGINT", "task that was switched out"),
      new Column("task", "UBIGINT", "task that runs from here on"),
      new Column("address_space", "INTEGER", "serial number of the trace"),
      new Column("satp", "UBIGINT", "address space register"),
      new Column("stack", "UBIGINT", "stack pointer")),
  PACKETS(
      "one row per packet of the trace",
      "FROM raw.packets",
      EnumSet.of(Raw.PACKETS),
      new Column("id", "BIGINT", "number, in file order"),
      new Column("hart", "INTEGER", "whose it is"),
      new Column("kind", "VARCHAR", "normal, exception or switch"),
      new Column("retired", "BIGINT", "the hart's count where it starts"),
      new Column("pc", "UBIGINT", "where execution goes on"),
      new Column("bits", "INTEGER", "in it"),
      new Column("targets", "INTEGER", "in it"),
      new Column("payload", "BIGINT", "bytes of bits and targets"),
      new Column("frame", "BIGINT", "file offset of its frame"));

  private final String about;
  private final String source;
  private final Set<Raw> needs;
  private final List<Column> columns;

  Table(String about, String source, Set<Raw> needs, Column... columns) {
    this.about = about;
    this.source = source;
    this.needs = needs;
    this.columns = List.of(columns);
  }

  /** Its name in a statement. */
  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a row is, in a few words. */
  public String about() {
    return about;
  }

  public List<Column> columns() {
    return columns;
  }

  /** What must be filled before it is read. */
  Set<Raw> needs() {
    return needs;
  }

  String ddl() {
    return "CREATE VIEW " + tableName() + " AS " + source;
  }

  /** The table of a name, in any case of letters. */
  public static Optional<Table> of(String name) {
    for (Table table : values()) {
      if (table.tableName().equalsIgnoreCase(name)) {
        return Optional.of(table);
      }
    }
    return Optional.empty();
  }
}
