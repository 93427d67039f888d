package bbt.translator.engine;

/** The engine that executes guest code; all three produce the same execution and the same trace. */
public enum EngineMode {
  /** Nothing is ever translated. */
  INTERPRETER,
  /** Every node is translated at its first execution, synchronously. */
  TRANSLATOR,
  /** Interpreted until hot, translated in the background. */
  AUTO
}
