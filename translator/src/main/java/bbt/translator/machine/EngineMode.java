package bbt.translator.machine;

/** Which engine runs the guest (rules.md 5): all of them give the same execution. */
public enum EngineMode {
  /** Interpreter for cold code, compiled regions for hot code. */
  AUTO,
  /** Interpreter alone. */
  INTERPRETER,
  /** Every node is translated at its first execution, synchronously. */
  TRANSLATOR
}
