package bbt.translator.engine;

/** The loop around both engines; see docs/architecture.md, "Engines and events". */
public final class Engine {
  private Engine() {}
}
