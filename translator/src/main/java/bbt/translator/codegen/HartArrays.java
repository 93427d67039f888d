package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import java.util.Collections;
import java.util.List;
import org.objectweb.asm.MethodVisitor;

/**
 * The hart's arrays that hold registers ({@link RegisterPlace}), in JVM locals: read from the hart
 * once, at the region's entry. Read again at each use, an array would be another one to HotSpot
 * after every call, whose length it has to compare anew. One that a region does not use is a load
 * that HotSpot leaves out.
 */
final class HartArrays {
  private static final String DESCRIPTOR = "[J";

  private final Names names;
  private final int first;

  /**
   * Places them.
   *
   * @param names of what the code refers to
   * @param first JVM local that is free, and all behind it
   */
  HartArrays(Names names, int first) {
    this.names = names;
    this.first = first;
  }

  /** First local behind them. */
  int end() {
    return first + names.arrays.size();
  }

  /** Local of an array. */
  int local(String field) {
    return first + names.arrays.indexOf(field);
  }

  /** The locals' types in the stack map, in order. */
  List<Object> frame() {
    return Collections.nCopies(names.arrays.size(), DESCRIPTOR);
  }

  /** Loads the locals from the fields. */
  void load(MethodVisitor mv) {
    for (String field : names.arrays) {
      mv.visitVarInsn(ALOAD, 1);
      mv.visitFieldInsn(GETFIELD, names.cpu, field, DESCRIPTOR);
      mv.visitVarInsn(ASTORE, local(field));
    }
  }
}
