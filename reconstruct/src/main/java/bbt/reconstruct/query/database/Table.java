package bbt.reconstruct.query.database;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The tables that a statement may name. Columns and what they hold are documented by them. */
public enum Table {
  TRACE(
      "what was traced: the header's facts and the trace's totals",
      "FROM raw.trace ORDER BY ALL",
      EnumSet.of(RawTable.TRACE),
      new Column("key", "VARCHAR", "name of a fact"),
      new Column("value", "VARCHAR", "its value")),
  HARTS(
      "one row per hart",
      "FROM raw.harts ORDER BY hart",
      EnumSet.of(RawTable.HARTS),
      new Column("hart", "INTEGER", "number"),
      new Column("instructions", "BIGINT", "that were rebuilt"),
      new Column("frames", "BIGINT", "of the trace"),
      new Column("packets", "BIGINT", "of the trace"),
      new Column("bits", "BIGINT", "of the trace"),
      new Column("exceptions", "BIGINT", "exception packets"),
      new Column("switches", "BIGINT", "context switch packets"),
      new Column("cycles", "BIGINT", "by --cost-model; NULL without")),
  FUNCTIONS(
      "one row per function that ran",
      "FROM raw.functions",
      EnumSet.of(RawTable.FUNCTIONS),
      new Column("id", "INTEGER", "number within this query"),
      new Column("name", "VARCHAR", "symbol, or program+0xOFFSET"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("address", "UBIGINT", "of its first instruction"),
      new Column("self", "BIGINT", "instructions in it"),
      new Column("inclusive", "BIGINT", "instructions from entry to end, recursion once"),
      new Column("calls", "BIGINT", "calls and tail calls of it"),
      new Column("cycles", "BIGINT", "in it, by --cost-model; NULL without"),
      new Column("inclusive_cycles", "BIGINT", "as inclusive, by --cost-model; NULL without")),
  EDGES(
      "one row per caller and callee: functions and traps that stand above each other on stacks",
      """
      SELECT a.function AS caller_id, a.name AS caller, a.program AS caller_program,
        b.function AS callee_id, b.name AS callee, b.program AS callee_program,
        e.calls, e.inclusive, e.cycles
      FROM raw.edges e
        LEFT JOIN raw.frames a ON a.frame = e.caller
        LEFT JOIN raw.frames b ON b.frame = e.callee""",
      EnumSet.of(RawTable.EDGES, RawTable.FRAMES),
      new Column("caller_id", "INTEGER", "number in functions; NULL of a trap"),
      new Column("caller", "VARCHAR", "function or trap"),
      new Column("caller_program", "VARCHAR", "kernel, or a user program; empty of a trap"),
      new Column("callee_id", "INTEGER", "number in functions; NULL of a trap"),
      new Column("callee", "VARCHAR", "function or trap that it called, or that interrupted it"),
      new Column("callee_program", "VARCHAR", "kernel, or a user program; empty of a trap"),
      new Column("calls", "BIGINT", "calls and tail calls; of a trap times taken"),
      new Column("inclusive", "BIGINT", "instructions in the callee and below, recursion once"),
      new Column("cycles", "BIGINT", "the same by --cost-model; NULL without")),
  CALLS(
      "one row per call: each frame that was on a call stack",
      """
      SELECT c.id, nullif(c.parent, -1) AS parent, c.task, t.name AS task_name, c.hart,
        f.function AS function_id, f.name AS "function", f.program, b.name AS caller,
        CASE c.how WHEN 0 THEN 'call' WHEN 1 THEN 'tail call' WHEN 2 THEN 'jump' ELSE 'root'
          END AS how,
        CASE c.ended_by WHEN 0 THEN 'returned' WHEN 1 THEN 'tail call' ELSE 'cut' END AS ended_by,
        c.counted, c.start_s, c.end_s, round(c.end_s - c.start_s, 9) AS elapsed_s,
        c.started, c.ended, c.inclusive, c.self, c.depth
      FROM raw.calls c
        LEFT JOIN raw.frames f ON f.frame = c.frame
        LEFT JOIN raw.frames b ON b.frame = c.caller
        LEFT JOIN raw.tasks t ON t.task = c.task""",
      EnumSet.of(RawTable.CALLS, RawTable.FRAMES, RawTable.TASKS),
      new Column("id", "BIGINT", "number, in the order of execution; exceptions count, too"),
      new Column("parent", "BIGINT", "the frame below: a call or, of a handler, an exception"),
      new Column("task", "INTEGER", "number in tasks"),
      new Column("task_name", "VARCHAR", "its name"),
      new Column("hart", "INTEGER", "that was executing it when it ended"),
      new Column("function_id", "INTEGER", "number in functions"),
      new Column("function", "VARCHAR", "its name"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("caller", "VARCHAR", "function or trap of the frame below"),
      new Column("how", "VARCHAR", "call, tail call, jump into its middle, root: nobody called it"),
      new Column("ended_by", "VARCHAR", "returned, tail call, or cut: longjmp, exit, end of trace"),
      new Column("counted", "BOOLEAN", "false: no call, or called before the selected part"),
      new Column("start_s", "DOUBLE", "guest time in seconds at its first instruction"),
      new Column("end_s", "DOUBLE", "guest time in seconds at its end"),
      new Column("elapsed_s", "DOUBLE", "from start to end, what others executed included"),
      new Column("started", "BIGINT", "the hart's count before its first instruction"),
      new Column("ended", "BIGINT", "the hart's count behind its last"),
      new Column("inclusive", "BIGINT", "instructions of the task from start to end"),
      new Column("self", "BIGINT", "of those, in the frame itself"),
      new Column("depth", "INTEGER", "frames below it")),
  TASKS(
      "one row per task",
      "FROM raw.tasks",
      EnumSet.of(RawTable.TASKS),
      new Column("task", "INTEGER", "number, by the order in which they first ran"),
      new Column("address", "UBIGINT", "of its task_struct on Linux"),
      new Column("pid", "INTEGER", "as the guest counts, -1 when not known"),
      new Column("name", "VARCHAR", "the last that it had"),
      new Column("instructions", "BIGINT", "executed while it was current"),
      new Column("user_instructions", "BIGINT", "of those, in user mode"),
      new Column("switches", "BIGINT", "times that a hart switched to it"),
      new Column("cycles", "BIGINT", "by --cost-model; NULL without")),
  EXCEPTIONS(
      "one row per exception: trap, firmware call or reset",
      """
      SELECT e.id, nullif(e.parent, -1) AS parent, e.hart, nullif(e.task, -1) AS task,
        t.name AS task_name, e.kind, e.cause, e.title, e.interrupt,
        e.start_s, CASE WHEN e.finished THEN e.end_s END AS end_s,
        CASE WHEN e.finished THEN round(e.end_s - e.start_s, 9) END AS latency_s, e.retired, e.epc, e.tval,
        e.handler, i.name AS interrupted, e.privilege, e.finished, e.inclusive, e.self
      FROM raw.exceptions e
        LEFT JOIN raw.frames i ON i.frame = e.interrupted
        LEFT JOIN raw.tasks t ON t.task = e.task""",
      EnumSet.of(RawTable.EXCEPTIONS, RawTable.FRAMES, RawTable.TASKS),
      new Column("id", "BIGINT", "number, in the order of execution; calls count, too"),
      new Column("parent", "BIGINT", "the call that it interrupted"),
      new Column("hart", "INTEGER", "that executed its end"),
      new Column("task", "INTEGER", "number in tasks, if known"),
      new Column("task_name", "VARCHAR", "its name"),
      new Column("kind", "VARCHAR", "as the report's JSON names it"),
      new Column("cause", "BIGINT", "code; of a firmware call the extension"),
      new Column("title", "VARCHAR", "the cause in words"),
      new Column("interrupt", "BOOLEAN", "whether the cause is an interrupt's"),
      new Column("start_s", "DOUBLE", "guest time in seconds when it was taken"),
      new Column("end_s", "DOUBLE", "the same when a return from it ended it; NULL if none did"),
      new Column("latency_s", "DOUBLE", "from start to end, what others executed included"),
      new Column("retired", "BIGINT", "the hart's count before it"),
      new Column("epc", "UBIGINT", "interrupted instruction"),
      new Column("tval", "UBIGINT", "fault address or instruction"),
      new Column("handler", "UBIGINT", "where execution went on"),
      new Column("interrupted", "VARCHAR", "the function"),
      new Column("privilege", "VARCHAR", "mode entered: U, S or M"),
      new Column("finished", "BOOLEAN", "whether a return from it ended it"),
      new Column("inclusive", "BIGINT", "instructions from entry to end, nested exceptions too"),
      new Column("self", "BIGINT", "the same without nested exceptions")),
  BLOCKS(
      "one row per block of code that ran: instructions that are executed in a row",
      "FROM raw.blocks",
      EnumSet.of(RawTable.BLOCKS),
      new Column("function", "VARCHAR", "that it is in: symbol, or program+0xOFFSET"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("start", "UBIGINT", "of the function"),
      new Column("address", "UBIGINT", "of its first instruction"),
      new Column("version", "INTEGER", "0, or how often code was replaced there before"),
      new Column("size", "INTEGER", "bytes"),
      new Column("length", "INTEGER", "instructions"),
      new Column("executions", "BIGINT", "times that it was entered"),
      new Column("instructions", "BIGINT", "retired in it")),
  BRANCHES(
      "one row per conditional branch that ran",
      """
      SELECT "function", program, address, version, target, executions, taken,
        executions - taken AS not_taken, file, line
      FROM raw.branches""",
      EnumSet.of(RawTable.BRANCHES),
      new Column("function", "VARCHAR", "that it is in"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("address", "UBIGINT", "of the instruction"),
      new Column("version", "INTEGER", "0, or how often code was replaced there before"),
      new Column("target", "UBIGINT", "where it goes when taken"),
      new Column("executions", "BIGINT", "times that it retired"),
      new Column("taken", "BIGINT", "of those, taken"),
      new Column("not_taken", "BIGINT", "of those, not taken"),
      new Column("file", "VARCHAR", "source file, where a --binary tells"),
      new Column("line", "INTEGER", "in it")),
  LINES(
      "one row per source line with code, where a --binary tells; one without a name for the rest",
      "FROM raw.lines",
      EnumSet.of(RawTable.LINES),
      new Column("file", "VARCHAR", "source file; null for code without"),
      new Column("line", "INTEGER", "in it"),
      new Column("executions", "BIGINT", "of its instruction that was executed most often"),
      new Column("instructions", "BIGINT", "retired of it; 0 where its code never ran")),
  SWITCHES(
      "one row per context switch",
      "FROM raw.switches",
      EnumSet.of(RawTable.SWITCHES),
      new Column("id", "BIGINT", "number, in the order of execution"),
      new Column("hart", "INTEGER", "that switched"),
      new Column("at_s", "DOUBLE", "guest time in seconds"),
      new Column("retired", "BIGINT", "the hart's count before it"),
      new Column("pc", "UBIGINT", "next instruction"),
      new Column("previous_task", "UBIGINT", "task that was switched out"),
      new Column("task", "UBIGINT", "task that runs from here on"),
      new Column("address_space", "INTEGER", "serial number of the trace"),
      new Column(Column.ADDRESS_SPACE_REGISTER, "UBIGINT", "address space register"),
      new Column("stack", "UBIGINT", "stack pointer")),
  MARKS(
      "one row per mark that the guest set (docs/control.md)",
      "FROM raw.marks",
      EnumSet.of(RawTable.MARKS),
      new Column("id", "BIGINT", "number, in the order of execution"),
      new Column("hart", "INTEGER", "that set it"),
      new Column("at_s", "DOUBLE", "guest time in seconds"),
      new Column("retired", "BIGINT", "the hart's count before it"),
      new Column("pc", "UBIGINT", "of the instruction"),
      new Column("number", "INTEGER", "the guest's own, 0 to 2047"),
      new Column("value", "UBIGINT", "the guest's own")),
  CONSOLE(
      "one row per line that the guest wrote to its console",
      "FROM raw.console",
      EnumSet.of(RawTable.CONSOLE),
      new Column("id", "BIGINT", "number, in the order of execution"),
      new Column("hart", "INTEGER", "whose turn it was"),
      new Column("at_s", "DOUBLE", "guest time in seconds"),
      new Column("retired", "BIGINT", "the hart's count behind it"),
      new Column("clock", "BIGINT", "instructions of all harts behind it"),
      new Column("text", "VARCHAR", "the line, at most 256 bytes of it")),
  PACKETS(
      "one row per packet of the trace",
      "FROM raw.packets",
      EnumSet.of(RawTable.PACKETS),
      new Column("id", "BIGINT", "number, in the order of execution"),
      new Column("hart", "INTEGER", "whose it is"),
      new Column("kind", "VARCHAR", "normal, exception, switch or gap"),
      new Column("at_s", "DOUBLE", "guest time in seconds"),
      new Column("retired", "BIGINT", "the hart's count where it starts"),
      new Column("pc", "UBIGINT", "where execution goes on"),
      new Column("bits", "INTEGER", "in it"),
      new Column("targets", "INTEGER", "in it"),
      new Column("payload", "BIGINT", "bytes of bits and targets"),
      new Column("frame", "BIGINT", "file offset of its frame")),
  FRAMES(
      "one row per frame of the trace's file: what can be decoded by itself",
      "FROM raw.trace_frames ORDER BY \"offset\"",
      EnumSet.of(RawTable.TRACE_FRAMES),
      new Column("id", "BIGINT", "number, in the order of the file"),
      new Column("hart", "INTEGER", "whose it is"),
      new Column("offset", "BIGINT", "in the file, of its chunk"),
      new Column("bytes", "BIGINT", "in the file, of its chunk"),
      new Column("checkpoint", "BOOLEAN", "whether all code is said anew right before it"),
      new Column("clock", "BIGINT", "instructions of all harts before it: what --from takes"),
      new Column("at_s", "DOUBLE", "guest time in seconds"),
      new Column("retired", "BIGINT", "the hart's count where it starts"),
      new Column("ended", "BIGINT", "the hart's count where it ends"),
      new Column("pc", "UBIGINT", "of its first instruction"),
      new Column("privilege", "INTEGER", "the hart's mode there, by its number"),
      new Column("address_space", "INTEGER", "there"),
      new Column("task", "UBIGINT", "address of the task there"),
      new Column("packets", "BIGINT", "in it"),
      new Column("exceptions", "BIGINT", "exception packets in it"),
      new Column("switches", "BIGINT", "context switch packets in it"),
      new Column("bits", "BIGINT", "in it"),
      new Column("targets", "BIGINT", "in it")),
  READS(
      "one row per load from memory, by execution again (--memory)",
      """
      SELECT clock, at_s, hart, task, pid, mode, "function", program, pc, address, bytes, "value"
      FROM raw.accesses WHERE NOT store""",
      EnumSet.of(RawTable.ACCESSES),
      access(new Column("value", "UBIGINT", "little-endian; NULL where that is no RAM"))),
  WRITES(
      "one row per store to memory, by execution again (--memory)",
      """
      SELECT clock, at_s, hart, task, pid, mode, "function", program, pc, address, bytes, before,
        "value"
      FROM raw.accesses WHERE store""",
      EnumSet.of(RawTable.ACCESSES),
      access(
          new Column("before", "UBIGINT", "value before; of an atomic the one that it read"),
          new Column("value", "UBIGINT", "value behind it; NULL where that is no RAM"))),
  MISSES(
      "one row per instruction, task, page and part of a memory system (--memory-system)",
      "FROM raw.misses",
      EnumSet.of(RawTable.MISSES),
      new Column("task", "VARCHAR", "name of the task"),
      new Column("pid", "INTEGER", "of the task, -1 when not known"),
      new Column("function", "VARCHAR", "that the instruction is in: symbol, or program+0xOFFSET"),
      new Column("program", "VARCHAR", "kernel, or a user program"),
      new Column("pc", "UBIGINT", "of the instruction"),
      new Column("file", "VARCHAR", "its source file, where --binary tells"),
      new Column("line", "INTEGER", "its line there"),
      new Column("access", "VARCHAR", "fetch, read, write, branch, return, jump"),
      new Column("page", "UBIGINT", "virtual address of the 4 KiB page that was accessed"),
      new Column("level", "VARCHAR", "l1i, l1d, l2, itlb, dtlb, l2tlb, predictor"),
      new Column("accesses", "BIGINT", "times that it was asked"),
      new Column("misses", "BIGINT", "times that it did not hold it"),
      new Column("cycles", "BIGINT", "that these misses cost"));

  /** Columns whose numbers are names: to be said again in another statement, not to be read. */
  private static final Set<String> IDENTIFIERS =
      Set.of(
          "id",
          "parent",
          "task",
          "hart",
          "pid",
          "function_id",
          "caller_id",
          "callee_id",
          "cause",
          "version",
          "line",
          "frame",
          "address_space");

  private final String about;
  private final String source;
  private final Set<RawTable> needs;
  private final List<Column> columns;

  Table(String about, String source, Set<RawTable> needs, Column... columns) {
    this.about = about;
    this.source = source;
    this.needs = needs;
    this.columns = List.of(columns);
  }

  /** The columns of an access to memory, and others behind them. */
  private static Column[] access(Column... others) {
    return Stream.concat(
            Stream.of(
                new Column(
                    "clock", "BIGINT", "instructions of all harts before it: what --from takes"),
                new Column("at_s", "DOUBLE", "guest time in seconds"),
                new Column("hart", "INTEGER", "that executed it"),
                new Column("task", "VARCHAR", "name of the task"),
                new Column("pid", "INTEGER", "of the task, -1 when not known"),
                new Column("mode", "VARCHAR", "letter of the privilege mode"),
                new Column(
                    "function",
                    "VARCHAR",
                    "that the instruction is in: symbol, or program+0xOFFSET"),
                new Column("program", "VARCHAR", "kernel, or a user program"),
                new Column("pc", "UBIGINT", "of the instruction"),
                new Column("address", "UBIGINT", "virtual, of the first byte"),
                new Column("bytes", "INTEGER", "of the access, or of its part in one page")),
            Stream.of(others))
        .toArray(Column[]::new);
  }

  /** The table's name in a statement. */
  public String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The meaning of a row, in a few words. */
  public String about() {
    return about;
  }

  public List<Column> columns() {
    return columns;
  }

  /** Whether the numbers of a column of this name are names, not amounts. */
  public static boolean identifies(String column) {
    return IDENTIFIERS.contains(column);
  }

  /** Whether it is filled by executing the run again. */
  public boolean executes() {
    return needs.contains(RawTable.ACCESSES) || simulates();
  }

  /** Whether it is filled by a memory system beside the run. */
  public boolean simulates() {
    return needs.contains(RawTable.MISSES);
  }

  /** The raw tables that must be filled before it is read. */
  public Set<RawTable> needs() {
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
