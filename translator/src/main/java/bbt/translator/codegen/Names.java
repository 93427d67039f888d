package bbt.translator.codegen;

import bbt.ptg.guest.Amo;
import bbt.ptg.guest.PureFunctions;
import bbt.ptg.riscv.CacheOp;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.mmu.Mem;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.RiscvMem;
import bbt.translator.riscv.fp.Fp;
import bbt.translator.riscv.fp.Quick;
import org.objectweb.asm.Type;

/** Internal names of the classes that generated code refers to. */
final class Names {
  static final String CPU = Type.getInternalName(Cpu.class);
  static final String CPU_DESCRIPTOR = Type.getDescriptor(Cpu.class);
  static final String HART_DESCRIPTOR = Type.getDescriptor(Hart.class);
  static final String MEM = Type.getInternalName(Mem.class);
  static final String RISCV_MEM = Type.getInternalName(RiscvMem.class);
  static final String AMO = Type.getInternalName(Amo.class);
  static final String CACHE_OP = Type.getInternalName(CacheOp.class);
  static final String FP = Type.getInternalName(Fp.class);
  static final String QUICK = Type.getInternalName(Quick.class);
  static final String PURE = Type.getInternalName(PureFunctions.class);
  static final String TRAP = Type.getInternalName(GuestTrap.class);
  static final String EXIT = Type.getInternalName(RegionExit.class);
  static final String REGION = Type.getInternalName(CompiledRegion.class);
  static final String ARITHMETIC = Type.getInternalName(Arithmetic.class);

  private Names() {}
}
