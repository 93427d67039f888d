package bbt.reconstruct.query;

import java.util.Locale;

/**
 * What is stored of a trace: tables of numbers in the schema {@code raw}. {@link Table} says what
 * users see of them.
 */
enum Raw {
  TRACE("key VARCHAR, value VARCHAR"),
  HARTS(
      "hart INTEGER, instructions BIGINT, frames BIGINT, packets BIGINT, bits BIGINT,"
          + " exceptions BIGINT, switches BIGINT"),
  PACKETS(
      "id BIGINT, hart INTEGER, kind VARCHAR, retired BIGINT, pc UBIGINT, bits INTEGER,"
          + " targets INTEGER, payload BIGINT, frame BIGINT"),
  EXCEPTIONS(
      "id BIGINT, hart INTEGER, kind VARCHAR, cause BIGINT, interrupt BOOLEAN, retired BIGINT,"
          + " epc UBIGINT, tval UBIGINT, handler UBIGINT, privilege VARCHAR"),
  SWITCHES(
      "id BIGINT, hart INTEGER, retired BIGINT, pc UBIGINT, previous_task UBIGINT, task UBIGINT,"
          + " address_space INTEGER, satp UBIGINT, stack UBIGINT"),
  FUNCTIONS(
      "id INTEGER, name VARCHAR, program VARCHAR, address UBIGINT, self BIGINT, inclusive BIGINT,"
          + " calls BIGINT");

  private final String columns;

  Raw(String columns) {
    this.columns = columns;
  }

  String tableName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String ddl() {
    return "CREATE TABLE raw." + tableName() + " (" + columns + ")";
  }
}
