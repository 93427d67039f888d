package bbt.reconstruct.query.database;

import bbt.ptg.guest.GuestIsa;
import java.util.Locale;

/**
 * The tables that are stored of a trace: tables of numbers in the schema {@code raw}. {@link Table}
 * says what users see of them.
 */
public enum RawTable {
  TRACE("key VARCHAR, value VARCHAR"),
  HARTS(
      "hart INTEGER, instructions BIGINT, frames BIGINT, packets BIGINT, bits BIGINT,"
          + " exceptions BIGINT, switches BIGINT, cycles BIGINT"),
  PACKETS(
      "id BIGINT, hart INTEGER, kind VARCHAR, at_s DOUBLE, retired BIGINT, pc UBIGINT, bits INTEGER,"
          + " targets INTEGER, payload BIGINT, frame BIGINT"),
  /** Frames of the file, not of call stacks. */
  TRACE_FRAMES(
      "id BIGINT, hart INTEGER, \"offset\" BIGINT, bytes BIGINT, checkpoint BOOLEAN, clock BIGINT,"
          + " at_s DOUBLE, retired BIGINT, ended BIGINT, pc UBIGINT, privilege INTEGER,"
          + " address_space INTEGER, task UBIGINT, packets BIGINT, exceptions BIGINT,"
          + " switches BIGINT, bits BIGINT, targets BIGINT"),
  EXCEPTIONS(
      "id BIGINT, parent BIGINT, hart INTEGER, task INTEGER, kind VARCHAR, cause BIGINT,"
          + " title VARCHAR, interrupt BOOLEAN, start_s DOUBLE, end_s DOUBLE, retired BIGINT, epc UBIGINT, tval UBIGINT,"
          + " handler UBIGINT, interrupted INTEGER, privilege VARCHAR, finished BOOLEAN,"
          + " inclusive BIGINT, self BIGINT"),
  SWITCHES(
      "id BIGINT, hart INTEGER, at_s DOUBLE, retired BIGINT, pc UBIGINT, previous_task UBIGINT, task UBIGINT,"
          + " address_space INTEGER, "
          + Column.ADDRESS_SPACE_REGISTER
          + " UBIGINT, stack UBIGINT"),
  MARKS(
      "id BIGINT, hart INTEGER, at_s DOUBLE, retired BIGINT, pc UBIGINT, number INTEGER,"
          + " \"value\" UBIGINT"),
  CONSOLE("id BIGINT, hart INTEGER, at_s DOUBLE, retired BIGINT, clock BIGINT, \"text\" VARCHAR"),
  FUNCTIONS(
      "id INTEGER, name VARCHAR, program VARCHAR, address UBIGINT, self BIGINT, inclusive BIGINT,"
          + " calls BIGINT, cycles BIGINT, inclusive_cycles BIGINT"),
  /** The functions, traps and tasks that frame numbers stand for. */
  FRAMES("frame INTEGER, name VARCHAR, program VARCHAR, address UBIGINT, function INTEGER"),
  EDGES("caller INTEGER, callee INTEGER, calls BIGINT, inclusive BIGINT, cycles BIGINT"),
  BLOCKS(
      "\"function\" VARCHAR, program VARCHAR, start UBIGINT, address UBIGINT, version INTEGER,"
          + " size INTEGER, length INTEGER, executions BIGINT, instructions BIGINT"),
  BRANCHES(
      "\"function\" VARCHAR, program VARCHAR, address UBIGINT, version INTEGER, target UBIGINT,"
          + " executions BIGINT, taken BIGINT, file VARCHAR, line INTEGER"),
  LINES("file VARCHAR, line INTEGER, executions BIGINT, instructions BIGINT"),
  TASKS(
      "task INTEGER, address UBIGINT, pid INTEGER, name VARCHAR, instructions BIGINT,"
          + " user_instructions BIGINT, switches BIGINT, cycles BIGINT"),
  CALLS(
      "id BIGINT, parent BIGINT, task INTEGER, hart INTEGER, frame INTEGER, caller INTEGER,"
          + " how INTEGER, ended_by INTEGER, counted BOOLEAN, start_s DOUBLE, end_s DOUBLE, started BIGINT, ended BIGINT,"
          + " inclusive BIGINT, self BIGINT, depth INTEGER"),
  /** Filled by execution again. */
  ACCESSES(
      "clock BIGINT, at_s DOUBLE, hart INTEGER, task VARCHAR, pid INTEGER, mode VARCHAR,"
          + " \"function\" VARCHAR, program VARCHAR, pc UBIGINT, store BOOLEAN, address UBIGINT,"
          + " bytes INTEGER, before UBIGINT, \"value\" UBIGINT"),
  /** Filled by execution again, with a memory system. */
  MISSES(
      "task VARCHAR, pid INTEGER, \"function\" VARCHAR, program VARCHAR, pc UBIGINT, file VARCHAR,"
          + " line INTEGER, access VARCHAR, page UBIGINT, level VARCHAR, accesses BIGINT,"
          + " misses BIGINT, cycles BIGINT");

  private final String columns;

  RawTable(String columns) {
    this.columns = columns;
  }

  String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String ddl(GuestIsa guest) {
    String its = columns.replace(Column.ADDRESS_SPACE_REGISTER, guest.registers().addressSpace());
    return "CREATE TABLE raw." + tableName() + " (" + its + ")";
  }
}
