package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.ptg.guest.VerifyHash;
import bbt.translator.code.PhysicalCode;
import bbt.translator.ir.Edge;
import bbt.translator.ir.Guard;
import bbt.translator.ir.Helper;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import bbt.translator.ir.Mark;
import bbt.translator.ir.Op;
import bbt.translator.ir.RecordOp;
import bbt.translator.ir.Register;
import bbt.translator.ir.Terminator;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Emits the class of one region.
 *
 * <p>JVM locals of {@code run}: 0 this, 1 cpu, 2 slot, 3 budget (long), then when recording 5
 * record pointer (long) and 7 path number, then the f registers ({@link FloatRegisters}), then
 * temporaries, which never live across a label: so every stack map frame is the same and none has
 * to be computed.
 */
final class RegionEmitter {
  /** HotSpot never compiles a method of more bytes (HugeMethodLimit). */
  static final int METHOD_LIMIT = 8000;

  private static final int BUDGET = 3;
  private static final int POINTER = 5;
  private static final int PATH = 7;
  private static final String CLASS = "bbt/translator/codegen/R";
  private static final String FACTS = Type.getDescriptor(RegionFacts.class);
  private static final String LEAVE_ARGUMENTS = Names.HART_DESCRIPTOR + "JJI";

  private final Names names;
  private final IrRegion region;
  private final boolean recording;
  private final OptionalLong hashed;
  private final long longestPath;

  private final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
  private MethodVisitor mv;
  private ValueEmitter values;
  private final boolean callsFloat;
  private FloatRegisters floats;
  private HartArrays arrays;

  /** See {@link NodeParts#cuts}; empty for a region that is one method. */
  private final int[] cuts;

  private Label[] labels;
  private final Label leave = new Label();

  /** Stores the path number, then leaves: one store for all exits. */
  private final Label endPathAndLeave = new Label();

  private final Map<Exit, Label> exits = new LinkedHashMap<>();
  private boolean firstFrame = true;
  private int codeSize;

  /**
   * Prepares the emission of a region.
   *
   * @param hashed address of the page, if the verify hash is to be kept
   * @param callsFloat see {@link bbt.translator.code.CodePage#callsFloat}
   * @param cuts where its only node is cut into methods ({@link NodeParts#cuts}), or none
   */
  RegionEmitter(
      GuestCode guest,
      IrRegion region,
      boolean recording,
      OptionalLong hashed,
      boolean callsFloat,
      int[] cuts) {
    this.names = new Names(guest);
    this.region = region;
    this.recording = recording;
    this.hashed = hashed;
    this.longestPath = region.longestPath();
    this.callsFloat = callsFloat;
    this.cuts = cuts;
    IrRegion own =
        cuts.length == 0
            ? region
            : section(cuts[cuts.length - 1], region.nodes().getFirst().ops().size());
    this.floats = new FloatRegisters(own, names, callsFloat, recording ? PATH + 1 : POINTER);
    this.arrays = new HartArrays(names, floats.end());
  }

  /** The region with some of the operations of its only node. */
  private IrRegion section(int from, int to) {
    IrNode node = region.nodes().getFirst();
    return region.withNodes(List.of(node.withOps(node.ops().subList(from, to))));
  }

  /**
   * A way out of the region.
   *
   * @param pc where execution goes on, as in {@link Edge}
   * @param endsPath whether the path number has yet to be stored
   */
  private record Exit(long pc, boolean endsPath) {}

  /** See {@link FloatRegisters#tooMuch}. */
  boolean hasTooMuchFloat() {
    return floats.tooMuch();
  }

  /** The class file; null if one of its methods would never be compiled. */
  byte[] emit() {
    writer.visit(V17, ACC_FINAL | ACC_SUPER, CLASS, null, Names.REGION, null);
    constructor();
    again();
    mv = writer.visitMethod(ACC_PUBLIC, "run", "(" + Names.HART_DESCRIPTOR + "I)V", null, null);
    run();
    writer.visitEnd();
    return codeSize < METHOD_LIMIT ? writer.toByteArray() : null;
  }

  private void constructor() {
    MethodVisitor init = writer.visitMethod(0, "<init>", "(J" + FACTS + ")V", null, null);
    init.visitCode();
    init.visitVarInsn(ALOAD, 0);
    init.visitVarInsn(LLOAD, 1);
    init.visitVarInsn(ALOAD, 3);
    init.visitMethodInsn(INVOKESPECIAL, Names.REGION, "<init>", "(J" + FACTS + ")V", false);
    init.visitInsn(RETURN);
    init.visitMaxs(0, 0);
    init.visitEnd();
  }

  private void again() {
    String descriptor = "(J" + FACTS + ")L" + Names.REGION + ";";
    MethodVisitor again = writer.visitMethod(ACC_PUBLIC, "again", descriptor, null, null);
    again.visitCode();
    again.visitTypeInsn(NEW, CLASS);
    again.visitInsn(DUP);
    again.visitVarInsn(LLOAD, 1);
    again.visitVarInsn(ALOAD, 3);
    again.visitMethodInsn(INVOKESPECIAL, CLASS, "<init>", "(J" + FACTS + ")V", false);
    again.visitInsn(ARETURN);
    again.visitMaxs(0, 0);
    again.visitEnd();
  }

  private void run() {
    values = new ValueEmitter(mv, names, floats, arrays);
    labels = new Label[region.nodes().size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = new Label();
    }
    Label start = new Label();
    Label end = new Label();
    Label trapHandler = new Label();
    Label exitHandler = new Label();
    mv.visitCode();
    mv.visitVarInsn(ALOAD, 1);
    mv.visitTypeInsn(CHECKCAST, names.cpu);
    mv.visitVarInsn(ASTORE, 1);
    mv.visitTryCatchBlock(start, end, trapHandler, Names.TRAP);
    mv.visitTryCatchBlock(start, end, exitHandler, Names.EXIT);
    loadField("budget");
    mv.visitVarInsn(LSTORE, BUDGET);
    if (recording) {
      loadField("recordPointer");
      mv.visitVarInsn(LSTORE, POINTER);
      mv.visitInsn(ICONST_0);
      mv.visitVarInsn(ISTORE, PATH);
    }
    floats.load(mv);
    arrays.load(mv);
    mv.visitLabel(start);
    entrySwitch();
    for (IrNode node : region.nodes()) {
      node(node);
    }
    exitStubs();
    mv.visitLabel(end);
    handlers(trapHandler, exitHandler);
    endMethod();
  }

  private void endMethod() {
    mv.visitMaxs(0, 0);
    Label last = new Label();
    mv.visitLabel(last);
    codeSize = Math.max(codeSize, last.getOffset());
    mv.visitEnd();
  }

  /**
   * Emits a part of the only node as a method of its own and calls it. It keeps the hart's floating
   * point registers in locals as {@code run} does otherwise, and leaves them in the hart's fields.
   */
  private void part(int number, int from, int to) {
    String name = "part" + number;
    String descriptor = "(" + names.cpuDescriptor + ")V";
    mv.visitVarInsn(ALOAD, 0);
    mv.visitVarInsn(ALOAD, 1);
    mv.visitMethodInsn(INVOKESPECIAL, CLASS, name, descriptor, false);
    MethodVisitor run = mv;
    FloatRegisters runFloats = floats;
    HartArrays runArrays = arrays;
    ValueEmitter runValues = values;
    IrNode node = region.nodes().getFirst();
    mv = writer.visitMethod(ACC_PRIVATE, name, descriptor, null, null);
    floats = new FloatRegisters(section(from, to), names, callsFloat, 2);
    arrays = new HartArrays(names, floats.end());
    values = new ValueEmitter(mv, names, floats, arrays);
    Label start = new Label();
    Label end = new Label();
    mv.visitCode();
    floats.load(mv);
    arrays.load(mv);
    mv.visitLabel(start);
    values.beginNode(node.temps());
    for (Op op : node.ops().subList(from, to)) {
      operation(op);
    }
    mv.visitLabel(end);
    floats.store(mv);
    mv.visitInsn(RETURN);
    if (floats.any()) {
      Label left = new Label();
      mv.visitTryCatchBlock(start, end, left, null);
      mv.visitLabel(left);
      List<Object> locals = new ArrayList<>(List.of(CLASS, names.cpu));
      locals.addAll(floats.frame());
      locals.addAll(arrays.frame());
      Object[] thrown = {"java/lang/Throwable"};
      mv.visitFrame(F_FULL, locals.size(), locals.toArray(), 1, thrown);
      mv.visitVarInsn(ASTORE, arrays.end());
      floats.store(mv);
      mv.visitVarInsn(ALOAD, arrays.end());
      mv.visitInsn(ATHROW);
    }
    endMethod();
    mv = run;
    floats = runFloats;
    arrays = runArrays;
    values = runValues;
  }

  /** Goes to the entry whose slot was given; the region is entered nowhere else. */
  private void entrySwitch() {
    boolean viaStubs = recording && region.startNumbers().length > 0;
    SortedMap<Integer, Label> targets = new TreeMap<>();
    for (int i = 0; i < region.entries().length; i++) {
      int node = region.entries()[i];
      targets.put(slot(node), viaStubs ? new Label() : labels[node]);
    }
    Label last = targets.pollLastEntry().getValue();
    if (!targets.isEmpty()) {
      mv.visitVarInsn(ILOAD, 2);
      int[] slots = targets.keySet().stream().mapToInt(Integer::intValue).toArray();
      mv.visitLookupSwitchInsn(last, slots, targets.values().toArray(new Label[0]));
    } else if (!viaStubs) {
      mv.visitJumpInsn(GOTO, last);
    }
    if (viaStubs) {
      boolean several = !targets.isEmpty();
      for (int i = 0; i < region.entries().length; i++) {
        int node = region.entries()[i];
        if (several) {
          place(targets.getOrDefault(slot(node), last));
        }
        startPath(region.startNumbers()[i]);
        mv.visitJumpInsn(GOTO, labels[node]);
      }
    }
  }

  private int slot(int node) {
    return PhysicalCode.slot(region.nodes().get(node).pc());
  }

  private void node(IrNode node) {
    place(labels[node.index()]);
    values.beginNode(node.temps());
    int done = 0;
    for (int i = 0; i < cuts.length; i++) {
      part(i, done, cuts[i]);
      done = cuts[i];
    }
    for (Op op : node.ops().subList(done, node.ops().size())) {
      operation(op);
    }
    if (node.terminator()
        instanceof Terminator.Indirect(Value target, List<RecordOp> records, List<Edge> returns)) {
      mv.visitVarInsn(ALOAD, 1);
      values.hold(target);
      values.emit(target);
      putField("pc");
      retire(node);
      List<Label> stubs = returns.stream().map(e -> ifPc(e.pc())).toList();
      mv.visitJumpInsn(GOTO, recordsBeforeExit(records) ? endPathAndLeave : leave);
      for (int i = 0; i < stubs.size(); i++) {
        place(stubs.get(i));
        edge(returns.get(i), i + 1 == stubs.size() ? node.index() + 1 : -1);
      }
      return;
    }
    retire(node);
    switch (node.terminator()) {
      case Terminator.Branch(Value condition, Edge taken, Edge notTaken) -> {
        Label takenLabel = needsStub(taken) ? new Label() : destination(taken);
        values.hold(condition);
        values.branch(condition, takenLabel);
        boolean stub = needsStub(taken);
        edge(notTaken, stub ? -1 : node.index() + 1);
        if (stub) {
          place(takenLabel);
          edge(taken, node.index() + 1);
        }
      }
      case Terminator.Jump(Edge edge) -> edge(edge, node.index() + 1);
      case Terminator.Indirect _ -> {}
    }
  }

  /** Goes to the label that is returned, if the hart's pc was set to this. */
  private Label ifPc(long pc) {
    Label label = new Label();
    loadField("pc");
    ValueEmitter.address(mv, pc);
    mv.visitInsn(LCMP);
    mv.visitJumpInsn(IFEQ, label);
    return label;
  }

  private void operation(Op op) {
    switch (op) {
      case Op.Write(Register register, Value value) -> {
        values.hold(value);
        values.write(register, value);
      }
      case Op.SetTemp(int index, Value value) -> {
        values.hold(value);
        values.emit(value);
        mv.visitVarInsn(LSTORE, values.tempLocal(index));
      }
      case Op.Evaluate(Value value) -> {
        values.hold(value);
        values.emit(value);
        mv.visitInsn(POP2);
      }
      case Op.Store(var kind, Value address, Value value, int site) -> {
        values.hold(address, value);
        values.store(kind, address, value, site);
      }
      case Op.Call(Helper helper, List<Value> operands, int site) -> {
        values.hold(op.operands());
        values.call(helper, operands, site, "V");
      }
      case Op.Require(Guard guard, int site) -> require(guard, site);
      case Op.SetMark(Mark mark) -> {
        mv.visitVarInsn(ALOAD, 1);
        ValueEmitter.pushInt(mv, mark.value());
        mv.visitFieldInsn(PUTFIELD, names.cpu, mark.field(), "I");
      }
    }
  }

  private void require(Guard guard, int site) {
    if (guard.floatState()) {
      mv.visitVarInsn(ILOAD, floats.state());
    }
    mv.visitVarInsn(ALOAD, 1);
    if (guard.floatState()) {
      ValueEmitter.pushInt(mv, region.bits()[site]);
    }
    ValueEmitter.pushInt(mv, site);
    mv.visitMethodInsn(
        INVOKESTATIC,
        Type.getInternalName(guard.owner()),
        guard.check(),
        guard.floatState()
            ? "(I" + names.cpuDescriptor + "II)V"
            : "(" + names.cpuDescriptor + "I)V",
        false);
  }

  /** Counts the node's instructions, all of which have retired. */
  private void retire(IrNode node) {
    mv.visitVarInsn(LLOAD, BUDGET);
    ValueEmitter.pushLong(mv, node.count());
    mv.visitInsn(LSUB);
    mv.visitVarInsn(LSTORE, BUDGET);
    if (hashed.isPresent()) {
      long page = hashed.getAsLong();
      long factor = 1;
      long sum = 0;
      for (int site = node.firstSite(); site < node.firstSite() + node.count(); site++) {
        factor *= VerifyHash.P;
        sum = VerifyHash.step(sum, page + region.pcs()[site], region.bits()[site]);
      }
      mv.visitVarInsn(ALOAD, 1);
      loadField("verifyHash");
      mv.visitLdcInsn(factor);
      mv.visitInsn(LMUL);
      mv.visitLdcInsn(sum);
      mv.visitInsn(LADD);
      putField("verifyHash");
    }
  }

  /** Whether there is something to do on an edge besides going there. */
  private static boolean needsStub(Edge edge) {
    if (edge.isExit()) {
      return !edge.records().isEmpty() && !edge.records().equals(List.of(END_OF_PATH));
    }
    return edge.back() || !edge.records().isEmpty();
  }

  private static final RecordOp END_OF_PATH = new RecordOp.PathEnd(0);

  /** Where an edge leads, once its stub is done. */
  private Label destination(Edge edge) {
    return edge.isExit() ? exit(edge.pc(), endsPath(edge.records())) : labels[edge.target()];
  }

  private Label exit(long pc, boolean endsPath) {
    return exits.computeIfAbsent(new Exit(pc, endsPath), e -> new Label());
  }

  private static boolean endsPath(List<RecordOp> records) {
    return !records.isEmpty() && records.getLast() instanceof RecordOp.PathEnd;
  }

  /**
   * Emits the records of an exit, all but the store at a path's end.
   *
   * @return whether that store has yet to be made
   */
  private boolean recordsBeforeExit(List<RecordOp> records) {
    if (!endsPath(records)) {
      records(records);
      return false;
    }
    records(records.subList(0, records.size() - 1));
    if (records.getLast() instanceof RecordOp.PathEnd(int amount) && amount != 0) {
      mv.visitIincInsn(PATH, amount);
    }
    return true;
  }

  /**
   * Follows an edge.
   *
   * @param following index of the node that is emitted next, -1 for none
   */
  private void edge(Edge edge, int following) {
    if (edge.isExit()) {
      recordsBeforeExit(edge.records());
    } else if (!edge.records().isEmpty()
        && edge.records().getFirst() instanceof RecordOp.PathRound round) {
      round(edge, round);
    } else {
      records(edge.records());
      if (edge.back()) {
        testBudget(edge);
      }
    }
    if (edge.isExit() || edge.target() != following) {
      mv.visitJumpInsn(GOTO, destination(edge));
    }
  }

  /**
   * On a back-edge: leave when less is left than the longest forward path, or when the record
   * buffer is full.
   */
  private void testBudget(Edge edge) {
    Label exit = exit(edge.pc(), false);
    floats.refresh(mv);
    compareBudget();
    mv.visitJumpInsn(IFLT, exit);
    if (recording) {
      mv.visitVarInsn(LLOAD, POINTER);
      loadField("recordLimit");
      mv.visitInsn(LCMP);
      mv.visitJumpInsn(IFGE, exit);
    }
  }

  private void compareBudget() {
    mv.visitVarInsn(LLOAD, BUDGET);
    ValueEmitter.pushLong(mv, longestPath);
    mv.visitInsn(LCMP);
  }

  /** A back-edge on which a path may go on: it is stored if the region is left, or has no room. */
  private void round(Edge edge, RecordOp.PathRound round) {
    Label full = new Label();
    Label next = new Label();
    int start = round.start();
    if (round.amount() != 0) {
      mv.visitIincInsn(PATH, round.amount());
    }
    // Unsigned: numbers of other starts are on either side.
    mv.visitVarInsn(ILOAD, PATH);
    ValueEmitter.pushInt(mv, Integer.MIN_VALUE - start);
    mv.visitInsn(IADD);
    ValueEmitter.pushInt(mv, Integer.MIN_VALUE + round.room());
    mv.visitJumpInsn(IF_ICMPGE, full);
    floats.refresh(mv);
    compareBudget();
    mv.visitJumpInsn(IFLT, exit(edge.pc(), true));
    mv.visitVarInsn(ILOAD, PATH);
    ValueEmitter.pushInt(mv, round.radix());
    mv.visitInsn(IMUL);
    ValueEmitter.pushInt(mv, start - (start - 1) * round.radix());
    mv.visitInsn(IADD);
    mv.visitVarInsn(ISTORE, PATH);
    mv.visitJumpInsn(GOTO, next);
    place(full);
    records(List.of(new RecordOp.PathEnd(0), new RecordOp.PathStart(round.start())));
    testBudget(edge);
    place(next);
  }

  private void records(List<RecordOp> records) {
    for (RecordOp op : records) {
      switch (op) {
        case RecordOp.NodeStep(int node, boolean taken) -> {
          mv.visitVarInsn(LLOAD, POINTER);
          mv.visitVarInsn(ALOAD, 0);
          mv.visitFieldInsn(GETFIELD, Names.REGION, "nodeIds", "[I");
          ValueEmitter.pushInt(mv, node);
          mv.visitInsn(IALOAD);
          if (taken) {
            mv.visitInsn(ICONST_1);
            mv.visitInsn(IADD);
          }
          append();
        }
        case RecordOp.PathAdd(int amount) -> mv.visitIincInsn(PATH, amount);
        case RecordOp.PathEnd(int amount) -> appendPath(amount);
        case RecordOp.PathStart(int number) -> startPath(number);
        case RecordOp.PathRound round ->
            throw new IllegalStateException(round + " on no back-edge");
      }
    }
  }

  private void startPath(int number) {
    ValueEmitter.pushInt(mv, number);
    mv.visitVarInsn(ISTORE, PATH);
  }

  /** Appends the path that has come to its end. */
  private void appendPath(int amount) {
    mv.visitVarInsn(LLOAD, POINTER);
    mv.visitVarInsn(ALOAD, 0);
    mv.visitFieldInsn(GETFIELD, Names.REGION, "pathBase", "I");
    mv.visitVarInsn(ILOAD, PATH);
    mv.visitInsn(IADD);
    if (amount != 0) {
      ValueEmitter.pushInt(mv, amount);
      mv.visitInsn(IADD);
    }
    append();
  }

  /** Stores the id on the stack at the pointer below it, and moves the pointer. */
  private void append() {
    mv.visitMethodInsn(INVOKESTATIC, Names.REGION, "append", "(JI)J", false);
    mv.visitVarInsn(LSTORE, POINTER);
  }

  private void exitStubs() {
    for (Map.Entry<Exit, Label> exit : exits.entrySet()) {
      place(exit.getValue());
      mv.visitVarInsn(ALOAD, 1);
      ValueEmitter.address(mv, exit.getKey().pc());
      putField("pc");
      mv.visitJumpInsn(GOTO, exit.getKey().endsPath() ? endPathAndLeave : leave);
    }
    if (recording) {
      place(endPathAndLeave);
      appendPath(0);
    }
    place(leave);
    floats.store(mv);
    mv.visitVarInsn(ALOAD, 1);
    mv.visitVarInsn(LLOAD, BUDGET);
    putField("budget");
    if (recording) {
      mv.visitVarInsn(ALOAD, 1);
      mv.visitVarInsn(LLOAD, POINTER);
      putField("recordPointer");
    }
    mv.visitInsn(RETURN);
  }

  private void handlers(Label trapHandler, Label exitHandler) {
    int caught = arrays.end();
    mv.visitLabel(trapHandler);
    mv.visitFrame(F_SAME1, 0, null, 1, new Object[] {Names.TRAP});
    mv.visitVarInsn(ASTORE, caught);
    floats.store(mv);
    callLeave("fault", Names.TRAP, caught, "L" + Names.TRAP + ";");
    mv.visitInsn(ATHROW);
    mv.visitLabel(exitHandler);
    mv.visitFrame(F_SAME1, 0, null, 1, new Object[] {Names.EXIT});
    mv.visitVarInsn(ASTORE, caught);
    floats.store(mv);
    callLeave("leave", Names.EXIT, caught, "V");
    mv.visitInsn(RETURN);
  }

  private void callLeave(String method, String type, int caught, String result) {
    mv.visitVarInsn(ALOAD, 0);
    mv.visitVarInsn(ALOAD, caught);
    mv.visitVarInsn(ALOAD, 1);
    mv.visitVarInsn(LLOAD, BUDGET);
    if (recording) {
      mv.visitVarInsn(LLOAD, POINTER);
      mv.visitVarInsn(ILOAD, PATH);
    } else {
      mv.visitInsn(LCONST_0);
      mv.visitInsn(ICONST_0);
    }
    mv.visitMethodInsn(
        INVOKEVIRTUAL,
        Names.REGION,
        method,
        "(L" + type + ";" + LEAVE_ARGUMENTS + ")" + result,
        false);
  }

  // ---- small pieces

  private void loadField(String name) {
    mv.visitVarInsn(ALOAD, 1);
    mv.visitFieldInsn(GETFIELD, names.cpu, name, "J");
  }

  private void putField(String name) {
    mv.visitFieldInsn(PUTFIELD, names.cpu, name, "J");
  }

  /** Places a label with its stack map frame: the fixed locals, nothing on the stack. */
  private void place(Label label) {
    mv.visitLabel(label);
    if (firstFrame) {
      firstFrame = false;
      List<Object> locals = new ArrayList<>(List.of(CLASS, names.cpu, INTEGER, LONG));
      if (recording) {
        locals.addAll(List.of(LONG, INTEGER));
      }
      locals.addAll(floats.frame());
      locals.addAll(arrays.frame());
      mv.visitFrame(F_FULL, locals.size(), locals.toArray(), 0, null);
    } else {
      mv.visitFrame(F_SAME, 0, null, 0, null);
    }
  }
}
