package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.translator.ir.Guard;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.MethodVisitor;

/**
 * The places where a region keeps the floating-point registers that it uses: JVM locals, read from
 * the hart at its entry and written back wherever it is left. A chain of additions through fields
 * would wait for a store and a load each time, and integer slow paths would force all of them to be
 * loaded again.
 *
 * <p>Each has a double, which holds the register's 64 bits, and, if an instruction reads it as a
 * single, a float besides, which is always {@code unbox} of the former. One more local holds what
 * {@code state} said ({@link GuestCode#quickFloats}).
 */
final class FloatRegisters {
  private static final int NONE = -1;

  /** The most bytes of bytecode that a region's helpers may have. */
  static final int MOST_INLINED = 6000;

  /** The use of a register in a region, and the locals where it is. */
  private static final class Held {
    boolean written;
    boolean readAsSingle;
    int whole;
    int single = NONE;
  }

  private final Names names;
  private final SortedMap<Register, Held> held =
      new TreeMap<>(Comparator.comparingInt(Register::index));
  private final int state;
  private final boolean calls;
  private final int end;
  private boolean operations;
  private int inlined;

  /**
   * Finds out what a region uses.
   *
   * @param names of what the code refers to
   * @param calls whether unusual results are computed by calls
   * @param firstLocal first JVM local that is free
   */
  FloatRegisters(IrRegion region, Names names, boolean calls, int firstLocal) {
    this.names = names;
    this.calls = calls;
    for (IrNode node : region.nodes()) {
      for (Op op : node.ops()) {
        inlined += NodeParts.inlined(op);
        note(op);
      }
      for (Value value : node.terminator().operands()) {
        note(value);
      }
    }
    int local = firstLocal;
    state = any() ? local++ : NONE;
    for (Held register : held.values()) {
      register.whole = local;
      local += 2;
      if (register.readAsSingle) {
        register.single = local++;
      }
    }
    end = local;
  }

  private void note(Op op) {
    if (op instanceof Op.Write(Register register, _) && register.floating()) {
      held(register).written = true;
    }
    operations |= op instanceof Op.Require(Guard guard, _) && guard.floatState();
    for (Value value : op.operands()) {
      note(value);
    }
  }

  private void note(Value value) {
    if (value instanceof Value.Read(Register register) && register.floating()) {
      held(register);
    }
    if (value instanceof Value.FloatCall call && FloatKind.operands(call) == FloatKind.SINGLE) {
      for (Value operand : call.operands()) {
        if (operand instanceof Value.Read(Register register) && register.floating()) {
          held(register).readAsSingle = true;
        }
      }
    }
    for (Value operand : value.operands()) {
      note(operand);
    }
  }

  private Held held(Register register) {
    return held.computeIfAbsent(register, r -> new Held());
  }

  /** Whether the region has any floating point. */
  boolean any() {
    return operations || !held.isEmpty();
  }

  /**
   * Whether the region has so much floating point that HotSpot would give up inlining in the middle
   * of it (DesiredMethodLimit, NodeCountInliningCutoff): two smaller ones are several times faster.
   */
  boolean tooMuch() {
    return any() && inlined > MOST_INLINED;
  }

  /** First local behind them. */
  int end() {
    return end;
  }

  /** Local of the register's 64 bits. */
  int whole(Register register) {
    return held.get(register).whole;
  }

  /** Local of the register as a single, or -1. */
  int single(Register register) {
    return held.get(register).single;
  }

  /** Whether unusual results are computed by calls; else the region is left before them. */
  boolean calls() {
    return calls;
  }

  /** Local of the state. */
  int state() {
    return state;
  }

  /** The locals' types in the stack map, in order. */
  List<Object> frame() {
    List<Object> types = new ArrayList<>();
    if (any()) {
      types.add(INTEGER);
    }
    for (Held register : held.values()) {
      types.add(DOUBLE);
      if (register.single != NONE) {
        types.add(FLOAT);
      }
    }
    return types;
  }

  /** Loads the locals from the fields. */
  void load(MethodVisitor mv) {
    if (!any()) {
      return;
    }
    mv.visitVarInsn(ALOAD, 1);
    quickCall(mv, "state", "(" + names.cpuDescriptor + ")I");
    mv.visitVarInsn(ISTORE, state);
    for (Register register : held.keySet()) {
      mv.visitVarInsn(ALOAD, 1);
      mv.visitFieldInsn(GETFIELD, names.cpu, names.field(register), "J");
      mv.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
      mv.visitVarInsn(DSTORE, whole(register));
      unbox(mv, register);
    }
  }

  /** Makes the float agree with the double. */
  void unbox(MethodVisitor mv, Register register) {
    if (single(register) != NONE) {
      mv.visitVarInsn(DLOAD, whole(register));
      quickCall(mv, "unbox", "(D)F");
      mv.visitVarInsn(FSTORE, single(register));
    }
  }

  /** Writes the changed ones back to the fields. */
  void store(MethodVisitor mv) {
    for (Register register : held.keySet()) {
      if (held(register).written) {
        mv.visitVarInsn(ALOAD, 1);
        mv.visitVarInsn(DLOAD, whole(register));
        mv.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
        mv.visitFieldInsn(PUTFIELD, names.cpu, names.field(register), "J");
      }
    }
  }

  /** Reads the state anew on a back-edge: a call in the loop may have set NX. */
  void refresh(MethodVisitor mv) {
    if (any() && calls) {
      mv.visitVarInsn(ILOAD, state);
      mv.visitVarInsn(ALOAD, 1);
      quickCall(mv, "refresh", "(I" + names.cpuDescriptor + ")I");
      mv.visitVarInsn(ISTORE, state);
    }
  }

  private void quickCall(MethodVisitor mv, String name, String descriptor) {
    mv.visitMethodInsn(INVOKESTATIC, names.quick, name, descriptor, false);
  }
}
