package bbt.translator.runtime;

/** Control and status registers of a hart. */
public final class Csrs {}
