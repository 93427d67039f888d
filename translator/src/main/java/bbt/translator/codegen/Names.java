package bbt.translator.codegen;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.ptg.guest.rtl.PureFunctions;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.ir.Register;
import bbt.translator.mmu.Mem;
import java.util.List;
import org.objectweb.asm.Type;

/** Names the classes that generated code refers to, of any guest and of one. */
final class Names {
  static final String HART_DESCRIPTOR = Type.getDescriptor(Hart.class);
  static final String MEM = Type.getInternalName(Mem.class);
  static final String AMO = Type.getInternalName(Amo.class);
  static final String PURE = Type.getInternalName(PureFunctions.class);
  static final String TRAP = Type.getInternalName(GuestTrap.class);
  static final String EXIT = Type.getInternalName(RegionExit.class);
  static final String REGION = Type.getInternalName(CompiledRegion.class);
  static final String ARITHMETIC = Type.getInternalName(Arithmetic.class);

  final String cpu;
  final String cpuDescriptor;

  /** The fields of the hart that are arrays of registers. */
  final List<String> arrays;

  final String atomics;
  final String floats;
  final String quick;
  private final GuestCode guest;

  Names(GuestCode guest) {
    this.guest = guest;
    this.cpu = Type.getInternalName(guest.hart());
    this.cpuDescriptor = Type.getDescriptor(guest.hart());
    this.arrays = guest.arrays();
    this.atomics = Type.getInternalName(guest.atomics());
    this.floats = nameOf(guest.floats());
    this.quick = nameOf(guest.quickFloats());
  }

  /** The guest's function for an operation. */
  String floatFunction(FloatOp op, FloatFormat format) {
    return guest.floatFunction(op, format);
  }

  private static String nameOf(Class<?> type) {
    return type == null ? null : Type.getInternalName(type);
  }

  /** The place of a register. */
  RegisterPlace place(Register register) {
    if (register.bits() > Long.SIZE) {
      throw new IllegalArgumentException(register + ": wider than a long, which is not lowered");
    }
    return guest.place(register);
  }

  /** The field that holds a register, as a long. */
  String field(Register register) {
    RegisterPlace place = place(register);
    if (place.isElement()) {
      throw new IllegalArgumentException(register + ": an element of " + place.field());
    }
    return place.field();
  }
}
