package bbt.translator.runtime;

/** Control and status registers of a hart. */
public final class Csrs {
  private final Cpu cpu;
  public Csrs(Cpu cpu) { this.cpu = cpu; }
}
