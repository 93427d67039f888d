package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.MethodVisitor;

/**
 * The hart's arrays that hold registers of a region ({@link RegisterPlace}), in JVM locals: read
 * from the hart once, at the region's entry. Read again at each use, an array would be another one
 * to HotSpot after every call, whose length it has to compare anew.
 */
final class HartArrays {
  private static final String DESCRIPTOR = "[J";

  private final Names names;
  private final SortedMap<String, Integer> locals = new TreeMap<>();
  private final int end;

  /**
   * Finds out what a region uses.
   *
   * @param names of what the code refers to
   * @param firstLocal first JVM local that is free
   */
  HartArrays(IrRegion region, Names names, int firstLocal) {
    this.names = names;
    for (IrNode node : region.nodes()) {
      for (Op op : node.ops()) {
        if (op instanceof Op.Write(Register register, _)) {
          note(register);
        }
        for (Value value : op.operands()) {
          note(value);
        }
      }
      for (Value value : node.terminator().operands()) {
        note(value);
      }
    }
    int local = firstLocal;
    for (var each : locals.entrySet()) {
      each.setValue(local++);
    }
    end = local;
  }

  private void note(Register register) {
    RegisterPlace place = names.place(register);
    if (place.isElement()) {
      locals.put(place.field(), null);
    }
  }

  private void note(Value value) {
    if (value instanceof Value.Read(Register register)) {
      note(register);
    }
    for (Value operand : value.operands()) {
      note(operand);
    }
  }

  /** First local behind them. */
  int end() {
    return end;
  }

  /** Local of an array. */
  int local(String field) {
    return locals.get(field);
  }

  /** The locals' types in the stack map, in order. */
  List<Object> frame() {
    return Collections.nCopies(locals.size(), DESCRIPTOR);
  }

  /** Loads the locals from the fields. */
  void load(MethodVisitor mv) {
    locals.forEach(
        (field, local) -> {
          mv.visitVarInsn(ALOAD, 1);
          mv.visitFieldInsn(GETFIELD, names.cpu, field, DESCRIPTOR);
          mv.visitVarInsn(ASTORE, local);
        });
  }
}
