package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.ptg.guest.rtl.MemoryKind;
import bbt.translator.ir.Helper;
import bbt.translator.ir.Register;
import bbt.translator.ir.StateFunction;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Emits value trees: each leaves its 64 bits (or, where asked, the low 32 as an int) on the operand
 * stack.
 */
final class ValueEmitter {
  private final MethodVisitor mv;
  private final Names names;
  private final FloatEmitter floats;
  private final HartArrays arrays;
  private final int firstTemp;
  private int nextLocal;

  /** Values of the current operation that were evaluated into a local, because used twice. */
  private final Map<Value, Integer> held = new IdentityHashMap<>();

  /**
   * Emits into a method.
   *
   * @param registers where the f registers are
   * @param arrays where the hart's arrays are; locals behind them are free for temporaries
   */
  ValueEmitter(MethodVisitor mv, Names names, FloatRegisters registers, HartArrays arrays) {
    this.mv = mv;
    this.names = names;
    this.floats = new FloatEmitter(mv, names, this, registers);
    this.arrays = arrays;
    this.firstTemp = arrays.end();
    this.nextLocal = firstTemp;
  }

  /** Writes a register; the tree must have been given to {@link #hold}. */
  void write(Register register, Value value) {
    if (register.floating()) {
      floats.write(register, value);
    } else {
      RegisterPlace place = names.place(register);
      owner(place);
      emit(value);
      if (place.isElement()) {
        mv.visitInsn(LASTORE);
      } else {
        mv.visitFieldInsn(PUTFIELD, names.cpu, place.field(), "J");
      }
    }
  }

  /** Whether a value was evaluated into a local, from where it must be taken. */
  boolean isHeld(Value v) {
    return held.containsKey(v);
  }

  /**
   * Begins a node.
   *
   * @param temps the node's own temporaries
   */
  void beginNode(int temps) {
    nextLocal = firstTemp + 2 * temps;
  }

  /** The JVM local of a node's temporary. */
  int tempLocal(int index) {
    return firstTemp + 2 * index;
  }

  /** Begins an operation: evaluates what its trees use more than once. */
  void hold(Value... roots) {
    held.clear();
    Map<Value, Integer> uses = new IdentityHashMap<>();
    for (Value root : roots) {
      count(root, uses);
    }
    boolean shared = false;
    for (int n : uses.values()) {
      shared |= n > 1;
    }
    if (shared) {
      int local = nextLocal;
      for (Value root : roots) {
        local = holdShared(root, uses, local);
      }
    }
  }

  private static void count(Value v, Map<Value, Integer> uses) {
    Value[] operands = v.operands();
    if (operands.length > 0 && uses.merge(v, 1, Integer::sum) == 1) {
      for (Value operand : operands) {
        count(operand, uses);
      }
    }
  }

  private int holdShared(Value v, Map<Value, Integer> uses, int firstFree) {
    int local = firstFree;
    if (held.containsKey(v)) {
      return local;
    }
    for (Value operand : v.operands()) {
      local = holdShared(operand, uses, local);
    }
    if (uses.getOrDefault(v, 0) > 1) {
      emit(v);
      mv.visitVarInsn(LSTORE, local);
      held.put(v, local);
      local += 2;
    }
    return local;
  }

  /**
   * Leaves the guest address that is so far from the beginning of the region's page; in any method
   * of the region.
   */
  static void address(MethodVisitor mv, long offset) {
    mv.visitVarInsn(ALOAD, 0);
    mv.visitFieldInsn(GETFIELD, Names.REGION, "base", "J");
    pushLong(mv, offset);
    mv.visitInsn(LADD);
  }

  /** Leaves the value as a long. */
  void emit(Value v) {
    Integer local = held.get(v);
    if (local != null) {
      mv.visitVarInsn(LLOAD, local);
      return;
    }
    switch (v) {
      case Const(long value) -> pushLong(mv, value);
      case Value.Address(long offset) -> address(mv, offset);
      case Value.Read(Register register) when register.floating() -> floats.emitRegister(register);
      case Value.Read(Register register) -> read(names.place(register));
      case Value.Temp(int index) -> mv.visitVarInsn(LLOAD, tempLocal(index));
      case Unary(UnaryOp op, Value a) -> unary(op, a);
      case Binary b -> binary(b);
      case Value.Select(Value c, Value a, Value b) -> {
        emit(c);
        emit(a);
        emit(b);
        mv.visitMethodInsn(INVOKESTATIC, Names.ARITHMETIC, "select", "(JJJ)J", false);
      }
      case Value.PureCall call -> pure(call);
      case Value.FloatCall call -> floats.emitLong(call);
      case Value.Load(MemoryKind kind, Value address, int site) -> {
        mv.visitVarInsn(ALOAD, 1);
        emit(address);
        pushInt(mv, site);
        memory("load" + kind.name(), "J", "J");
      }
      case Value.LoadReserved(MemoryKind kind, Value address, int site) -> {
        mv.visitVarInsn(ALOAD, 1);
        emit(address);
        pushInt(mv, site);
        atomic("loadReserved" + 8 * kind.bytes, "J", "J");
      }
      case Value.StoreConditional(MemoryKind kind, Value address, Value value, int site) -> {
        mv.visitVarInsn(ALOAD, 1);
        emit(address);
        emit(value);
        pushInt(mv, site);
        atomic("storeConditional" + 8 * kind.bytes, "JJ", "J");
      }
      case Value.AmoCall(var op, MemoryKind kind, Value address, Value value, int site) -> {
        mv.visitVarInsn(ALOAD, 1);
        mv.visitFieldInsn(GETSTATIC, Names.AMO, op.name(), "L" + Names.AMO + ";");
        emit(address);
        emit(value);
        pushInt(mv, site);
        atomic("amo" + 8 * kind.bytes, "L" + Names.AMO + ";JJ", "J");
      }
      case Value.Call(Helper helper, List<Value> operands, int site) ->
          call(helper, operands, site, "J");
      case Value.FunctionCall(StateFunction function, Value a, Value b, Value c, int constant) ->
          function(function, a, b, c, constant);
    }
  }

  /** A store; the address and value trees must have been given to {@link #hold}. */
  void store(MemoryKind kind, Value address, Value value, int site) {
    mv.visitVarInsn(ALOAD, 1);
    emit(address);
    if (kind == MemoryKind.D64
        && value instanceof Value.Read(Register register)
        && register.floating()) {
      floats.emitDouble(value);
      pushInt(mv, site);
      memory("storeDouble", "JD", "V");
      return;
    }
    emit(value);
    pushInt(mv, site);
    memory("store" + 8 * kind.bytes, "JJ", "V");
  }

  /**
   * A call of a helper; the operands' trees must have been given to {@link #hold}.
   *
   * @param result descriptor of what it returns
   */
  void call(Helper helper, List<Value> operands, int site, String result) {
    mv.visitVarInsn(ALOAD, 1);
    String selector = "";
    if (helper.selector() != null) {
      Class<?> type = helper.selector().getDeclaringClass();
      selector = Type.getDescriptor(type);
      String owner = Type.getInternalName(type);
      mv.visitFieldInsn(GETSTATIC, owner, helper.selector().name(), selector);
    }
    operands.forEach(this::emit);
    pushInt(mv, site);
    mv.visitMethodInsn(
        INVOKESTATIC,
        Type.getInternalName(helper.owner()),
        helper.name(),
        "(" + names.cpuDescriptor + selector + "J".repeat(operands.size()) + "I)" + result,
        false);
  }

  private void function(StateFunction function, Value a, Value b, Value c, int constant) {
    String state = Type.getDescriptor(function.stateType());
    mv.visitVarInsn(ALOAD, 1);
    mv.visitFieldInsn(GETFIELD, names.cpu, function.state(), state);
    emit(a);
    emit(b);
    emit(c);
    pushInt(mv, constant);
    mv.visitMethodInsn(
        INVOKESTATIC,
        Type.getInternalName(function.owner()),
        function.name(),
        "(" + state + "JJJI)J",
        false);
  }

  private void memory(String name, String operands, String result) {
    mv.visitMethodInsn(
        INVOKESTATIC,
        Names.MEM,
        name,
        "(" + Names.HART_DESCRIPTOR + operands + "I)" + result,
        false);
  }

  private void atomic(String name, String operands, String result) {
    mv.visitMethodInsn(
        INVOKESTATIC,
        names.atomics,
        name,
        "(" + names.cpuDescriptor + operands + "I)" + result,
        false);
  }

  private void read(RegisterPlace place) {
    owner(place);
    if (place.isElement()) {
      mv.visitInsn(LALOAD);
    } else {
      mv.visitFieldInsn(GETFIELD, names.cpu, place.field(), "J");
    }
  }

  /** Leaves what a place is in: the hart, or an array and the index in it. */
  private void owner(RegisterPlace place) {
    if (place.isElement()) {
      mv.visitVarInsn(ALOAD, arrays.local(place.field()));
      pushInt(mv, place.index());
    } else {
      mv.visitVarInsn(ALOAD, 1);
    }
  }

  private void unary(UnaryOp op, Value a) {
    switch (op) {
      case SEXT32 -> {
        emitInt(a);
        mv.visitInsn(I2L);
      }
      case SEXT8, SEXT16, ZEXT8, ZEXT16 -> {
        narrow(op, a);
        mv.visitInsn(I2L);
      }
      case ZEXT32 -> {
        emit(a);
        pushLong(mv, 0xFFFFFFFFL);
        mv.visitInsn(LAND);
      }
    }
  }

  private void narrow(UnaryOp op, Value a) {
    emitInt(a);
    switch (op) {
      case SEXT8 -> mv.visitInsn(I2B);
      case SEXT16 -> mv.visitInsn(I2S);
      case ZEXT16 -> mv.visitInsn(I2C);
      case ZEXT8 -> {
        pushInt(mv, 255);
        mv.visitInsn(IAND);
      }
      case SEXT32, ZEXT32 -> {}
    }
  }

  private void binary(Binary v) {
    BinaryOp op = v.op();
    emit(v.a());
    switch (op) {
      case SLL, SRL, SRA -> {
        emitInt(v.b());
        mv.visitInsn(op == BinaryOp.SLL ? LSHL : op == BinaryOp.SRL ? LUSHR : LSHR);
      }
      default -> {
        emit(v.b());
        if (op.isComparison()) {
          mv.visitMethodInsn(
              INVOKESTATIC, Names.ARITHMETIC, op.name().toLowerCase(Locale.ROOT), "(JJ)J", false);
        } else {
          mv.visitInsn(longOpcode(op));
        }
      }
    }
  }

  private static int longOpcode(BinaryOp op) {
    return switch (op) {
      case ADD -> LADD;
      case SUB -> LSUB;
      case AND -> LAND;
      case OR -> LOR;
      case XOR -> LXOR;
      case MUL -> LMUL;
      case SLL, SRL, SRA, EQ, NE, LT, LTU, GE, GEU -> throw new IllegalArgumentException(op.name());
    };
  }

  /** Leaves the low 32 bits of a value as an int, computing in 32 bits where that is the same. */
  void emitInt(Value v) {
    Integer local = held.get(v);
    if (local != null) {
      mv.visitVarInsn(LLOAD, local);
      mv.visitInsn(L2I);
      return;
    }
    switch (v) {
      case Const(long value) -> pushInt(mv, (int) value);
      case Unary(UnaryOp op, Value a) -> narrow(op, a);
      case Binary b when intOperation(b) -> {}
      default -> {
        emit(v);
        mv.visitInsn(L2I);
      }
    }
  }

  /** Emits a two-operand operation in 32 bits if its low half depends on low halves alone. */
  private boolean intOperation(Binary v) {
    switch (v.op()) {
      case ADD, SUB, AND, OR, XOR, MUL -> {
        emitInt(v.a());
        emitInt(v.b());
        mv.visitInsn(
            switch (v.op()) {
              case ADD -> IADD;
              case SUB -> ISUB;
              case AND -> IAND;
              case OR -> IOR;
              case XOR -> IXOR;
              default -> IMUL;
            });
        return true;
      }
      case SLL -> {
        return intShift(v.a(), v.b(), ISHL);
      }
      case SRL -> {
        return v.a() instanceof Unary(UnaryOp op, Value a)
            && op == UnaryOp.ZEXT32
            && intShift(a, v.b(), IUSHR);
      }
      case SRA -> {
        return v.a() instanceof Unary(UnaryOp op, Value a)
            && op == UnaryOp.SEXT32
            && intShift(a, v.b(), ISHR);
      }
      case EQ, NE, LT, LTU, GE, GEU -> {
        return false;
      }
    }
    return false;
  }

  private boolean intShift(Value a, Value amount, int opcode) {
    Value shift = amount;
    if (amount instanceof Binary(BinaryOp op, Value x, Const(long mask))
        && op == BinaryOp.AND
        && mask == 31) {
      shift = x; // the JVM's int shifts use five bits
    } else if (!(amount instanceof Const(long n)) || n < 0 || n > 31) {
      return false;
    }
    emitInt(a);
    emitInt(shift);
    mv.visitInsn(opcode);
    return true;
  }

  /** Jumps to {@code target} when the value is not zero; the tree was given to {@link #hold}. */
  void branch(Value condition, Label target) {
    if (condition instanceof Binary(BinaryOp op, Value a, Value b)
        && op.isComparison()
        && !held.containsKey(condition)) {
      emit(a);
      emit(b);
      if (op == BinaryOp.LTU || op == BinaryOp.GEU) {
        mv.visitMethodInsn(INVOKESTATIC, "java/lang/Long", "compareUnsigned", "(JJ)I", false);
      } else {
        mv.visitInsn(LCMP);
      }
      mv.visitJumpInsn(
          switch (op) {
            case EQ -> IFEQ;
            case NE -> IFNE;
            case LT, LTU -> IFLT;
            default -> IFGE;
          },
          target);
    } else {
      emit(condition);
      mv.visitInsn(LCONST_0);
      mv.visitInsn(LCMP);
      mv.visitJumpInsn(IFNE, target);
    }
  }

  private void pure(Value.PureCall call) {
    emit(call.a());
    if (call.b() == null) {
      pushLong(mv, 0);
    } else {
      emit(call.b());
    }
    mv.visitMethodInsn(INVOKESTATIC, Names.PURE, call.function().methodName(), "(JJ)J", false);
  }

  static void pushInt(MethodVisitor mv, int value) {
    if (value >= -1 && value <= 5) {
      mv.visitInsn(ICONST_0 + value);
    } else if (value == (byte) value) {
      mv.visitIntInsn(BIPUSH, value);
    } else if (value == (short) value) {
      mv.visitIntInsn(SIPUSH, value);
    } else {
      mv.visitLdcInsn(value);
    }
  }

  static void pushLong(MethodVisitor mv, long value) {
    if (value == 0 || value == 1) {
      mv.visitInsn(value == 0 ? LCONST_0 : LCONST_1);
    } else if (value == (short) value) {
      pushInt(mv, (int) value);
      mv.visitInsn(I2L);
    } else {
      mv.visitLdcInsn(value);
    }
  }
}
