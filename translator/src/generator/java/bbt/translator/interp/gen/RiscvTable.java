package bbt.translator.interp.gen;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.riscv.Insn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** RISC-V's instruction table for the generator; its main method writes RISC-V's interpreter. */
final class RiscvTable implements GuestTable {
  private record InsnRow(Insn insn) implements Row {
    @Override
    public String name() {
      return insn.name();
    }

    @Override
    public String mnemonic() {
      return insn.mnemonic();
    }

    @Override
    public boolean isSequential() {
      return insn.flow() == ControlFlow.SEQUENTIAL;
    }

    @Override
    public boolean isCommon() {
      return insn.isCommon();
    }

    @Override
    public JavaRtl java(JavaRtl.Place place, JavaRtl first) {
      RiscvJavaRtl rtl = new RiscvJavaRtl(place, first);
      insn.semantics().apply(rtl);
      return rtl;
    }
  }

  /**
   * Writes the sources.
   *
   * @param arguments the folder to write to, and the template of the dispatch loop
   */
  public static void main(String[] arguments) throws IOException {
    new InterpreterGenerator(new RiscvTable()).write(Path.of(arguments[0]), Path.of(arguments[1]));
  }

  @Override
  public List<InsnRow> rows() {
    return Arrays.stream(Insn.values()).filter(i -> !i.isCompressed()).map(InsnRow::new).toList();
  }

  @Override
  public String packageName() {
    return "bbt.translator.riscv.interp";
  }

  @Override
  public String rowType() {
    return "Insn";
  }

  @Override
  public List<String> imports() {
    return List.of(
        "static bbt.translator.riscv.fp.FloatGuards.requireFp",
        "static bbt.translator.riscv.fp.FloatGuards.requireRoundingMode",
        "bbt.ptg.riscv.semantics.CacheOp",
        "bbt.ptg.riscv.Insn",
        "bbt.ptg.riscv.semantics.SystemOp",
        "bbt.translator.riscv.fp.Fp",
        "bbt.translator.riscv.cpu.RiscvMem",
        "bbt.translator.riscv.cpu.Cpu");
  }
}
