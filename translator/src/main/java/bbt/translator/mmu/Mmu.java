package bbt.translator.mmu;

/** Address translation of a hart. */
public final class Mmu {}
