package bbt.ptg.dwarf;

import bbt.ptg.dwarf.MachineView.NotAvailableException;
import bbt.ptg.dwarf.unit.CompileUnit;
import bbt.ptg.dwarf.unit.DieReader;
import bbt.ptg.dwarf.unit.Dw;
import bbt.ptg.dwarf.unit.DwarfCursor;
import bbt.ptg.dwarf.unit.DwarfInfo;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Evaluates location expressions (DWARF 5, sections 2.5 and 2.6) on the state of a machine. Numbers
 * are 64 bits; typed ones are kept in them.
 */
final class Expression {
  /** Instructions of an expression that loops for ever are more. */
  private static final int MAX_STEPS = 10_000;

  static final int LARGEST_OBJECT = 1 << 16;

  /** Where the frame of the function is, when it is asked for. */
  interface Frame {
    long base() throws NotAvailableException;

    long canonicalAddress() throws NotAvailableException;
  }

  private final CompileUnit unit;
  private final DwarfInfo info;
  private final MachineView machine;
  private final long bias;
  private final Frame frame;

  private final List<Long> stack = new ArrayList<>();
  private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
  private boolean inPieces;

  /** The register that holds the object, or -1. */
  private int inRegister = -1;

  /** The object's own bytes, or null. */
  private byte[] implicit;

  private boolean isValue;

  Expression(CompileUnit unit, DwarfInfo info, MachineView machine, long bias, Frame frame) {
    this.unit = unit;
    this.info = info;
    this.machine = machine;
    this.bias = bias;
    this.frame = frame;
  }

  /** An address: the value of an expression that is not about an object. */
  long address(byte[] code) throws NotAvailableException {
    run(code);
    if (inRegister >= 0) {
      return machine.register(inRegister);
    }
    return top();
  }

  /**
   * The object that an expression locates.
   *
   * @param type of the object
   * @param size in bytes, asked for only where it is not in memory
   */
  ExpressionValue locate(byte[] code, long type, long size) throws NotAvailableException {
    run(code);
    boolean inMemory = !inPieces && implicit == null && inRegister < 0 && !isValue;
    if (inMemory && !stack.isEmpty()) {
      return ExpressionValue.at(type, 0, top());
    }
    return ExpressionValue.of(type, 0, gathered(size));
  }

  private byte[] gathered(long bytes) throws NotAvailableException {
    if (bytes < 0 || bytes > LARGEST_OBJECT) {
      throw new NotAvailableException(bytes + " bytes are too many");
    }
    int size = (int) bytes;
    if (inPieces) {
      byte[] all = pieces.toByteArray();
      if (all.length < size) {
        throw new NotAvailableException("partly optimized out");
      }
      return java.util.Arrays.copyOf(all, size);
    }
    return part(size);
  }

  /** Bytes of the location that was just described, which is then forgotten. */
  private byte[] part(int size) throws NotAvailableException {
    byte[] bytes;
    if (implicit != null) {
      bytes = implicit;
    } else if (inRegister >= 0) {
      bytes = little(machine.register(inRegister), size);
    } else if (stack.isEmpty()) {
      throw new NotAvailableException("optimized out");
    } else if (isValue) {
      bytes = little(top(), size);
    } else {
      bytes = read(top(), size);
    }
    implicit = null;
    inRegister = -1;
    isValue = false;
    stack.clear();
    return bytes.length == size ? bytes : java.util.Arrays.copyOf(bytes, size);
  }

  private byte[] read(long address, int size) throws NotAvailableException {
    byte[] bytes = machine.read(address, size);
    if (bytes.length < size) {
      throw new NotAvailableException("no memory at 0x" + Long.toHexString(address));
    }
    return bytes;
  }

  private static byte[] little(long value, int size) throws NotAvailableException {
    if (size > 8) {
      throw new NotAvailableException("larger than a register");
    }
    byte[] all = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    return java.util.Arrays.copyOf(all, size);
  }

  private long top() throws NotAvailableException {
    if (stack.isEmpty()) {
      throw new NotAvailableException("optimized out");
    }
    return stack.getLast();
  }

  private long pop() throws NotAvailableException {
    long value = top();
    stack.removeLast();
    return value;
  }

  private void push(long value) {
    stack.add(value);
  }

  private void run(byte[] code) throws NotAvailableException {
    DwarfCursor in = new DwarfCursor(ByteBuffer.wrap(code).order(ByteOrder.LITTLE_ENDIAN), 0);
    for (int steps = 0; in.position() < code.length; steps++) {
      if (steps == MAX_STEPS) {
        throw new NotAvailableException("an expression without end");
      }
      operation(in.u8(), in);
    }
  }

  private void operation(int op, DwarfCursor in) throws NotAvailableException {
    if (op >= 0x30 && op <= 0x4f) { // lit0..lit31
      push(op - 0x30);
    } else if (op >= 0x50 && op <= 0x6f) { // reg0..reg31
      inRegister = op - 0x50;
    } else if (op >= 0x70 && op <= 0x8f) { // breg0..breg31
      push(machine.register(op - 0x70) + in.sleb());
    } else if (op >= 0x19 && op <= 0x2e && op != 0x23 && op != 0x28) {
      arithmetic(op);
    } else if (!constant(op, in) && !stackOperation(op, in)) {
      other(op, in);
    }
  }

  private boolean constant(int op, DwarfCursor in) {
    switch (op) {
      case 0x03 -> push(in.u64() + bias); // addr
      case 0x08 -> push(in.u8());
      case 0x09 -> push((byte) in.u8());
      case 0x0a -> push(in.u16());
      case 0x0b -> push((short) in.u16());
      case 0x0c -> push(in.u32());
      case 0x0d -> push((int) in.u32());
      case 0x0e, 0x0f -> push(in.u64());
      case 0x10 -> push(in.uleb());
      case 0x11 -> push(in.sleb());
      case 0xa1 -> push(unit.addressAt(in.uleb()) + bias); // addrx
      case 0xa2 -> push(unit.addressAt(in.uleb())); // constx
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean stackOperation(int op, DwarfCursor in) throws NotAvailableException {
    switch (op) {
      case 0x06 -> push(number(read(pop(), 8))); // deref
      case 0x12 -> push(top()); // dup
      case 0x13 -> pop(); // drop
      case 0x14 -> push(pick(1)); // over
      case 0x15 -> push(pick(in.u8())); // pick
      case 0x16 -> { // swap
        long a = pop();
        long b = pop();
        push(a);
        push(b);
      }
      case 0x17 -> { // rot
        long a = pop();
        long b = pop();
        long c = pop();
        push(a);
        push(c);
        push(b);
      }
      case 0x23 -> push(pop() + in.uleb()); // plus_uconst
      case 0x28 -> { // bra
        int to = (short) in.u16();
        if (pop() != 0) {
          in.skip(to);
        }
      }
      case 0x2f -> in.skip((short) in.u16()); // skip
      case 0x94 -> push(number(read(pop(), in.u8()))); // deref_size
      case 0x96, 0xf0 -> { // nop, GNU_uninit
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private long pick(int depth) throws NotAvailableException {
    if (depth >= stack.size()) {
      throw new NotAvailableException("a damaged expression");
    }
    return stack.get(stack.size() - 1 - depth);
  }

  private void other(int op, DwarfCursor in) throws NotAvailableException {
    switch (op) {
      case 0x90 -> inRegister = (int) in.uleb(); // regx
      case 0x91 -> push(frame.base() + in.sleb()); // fbreg
      case 0x92 -> push(machine.register((int) in.uleb()) + in.sleb()); // bregx
      case 0x93 -> { // piece
        long size = in.uleb();
        if (size < 0 || size > LARGEST_OBJECT - pieces.size()) {
          throw new NotAvailableException("its pieces are too many bytes");
        }
        inPieces = true;
        pieces.writeBytes(part((int) size));
      }
      case 0x9c -> push(frame.canonicalAddress()); // call_frame_cfa
      case 0x9e -> implicit = in.bytes(in.uleb()); // implicit_value
      case 0x9f -> isValue = true; // stack_value
      case 0xa3, 0xf3 -> throw new NotAvailableException("optimized out: known at entry only");
      case 0xa0, 0xf2 -> throw new NotAvailableException("a pointer to what was optimized out");
      case 0xa4, 0xf4 -> { // const_type
        in.skipLeb();
        push(number(in.bytes(in.u8())));
      }
      case 0xa5, 0xf5 -> { // regval_type
        int register = (int) in.uleb();
        push(converted(machine.register(register), in.uleb()));
      }
      case 0xa6, 0xf6 -> { // deref_type
        int size = in.u8();
        push(converted(number(read(pop(), size)), in.uleb()));
      }
      case 0xa8, 0xf7, 0xa9, 0xf9 -> push(converted(pop(), in.uleb())); // convert, reinterpret
      default -> throw new NotAvailableException("operation 0x" + Integer.toHexString(op));
    }
  }

  /** A number as a base type has it; floating-point types are left as their bits. */
  private long converted(long value, long typeOffset) {
    if (typeOffset == 0) {
      return value;
    }
    DieReader type = info.entry(unit.offset() + typeOffset);
    int bits = type == null ? 64 : (int) type.number(Dw.AT_BYTE_SIZE, 8) * 8;
    if (bits >= 64 || bits == 0) {
      return value;
    }
    int shift = 64 - bits;
    boolean signed = Types.signed((int) type.number(Dw.AT_ENCODING, 0));
    return signed ? value << shift >> shift : value << shift >>> shift;
  }

  static long number(byte[] bytes) {
    long value = 0;
    for (int i = Math.min(8, bytes.length) - 1; i >= 0; i--) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return value;
  }

  private void arithmetic(int op) throws NotAvailableException {
    long b = pop();
    switch (op) {
      case 0x19 -> push(Math.abs(b));
      case 0x1f -> push(-b);
      case 0x20 -> push(~b);
      default -> binary(op, pop(), b);
    }
  }

  private void binary(int op, long a, long b) throws NotAvailableException {
    boolean divides = op == 0x1b || op == 0x1d;
    if (divides && b == 0) {
      throw new NotAvailableException("division by zero");
    }
    push(
        switch (op) {
          case 0x1a -> a & b;
          case 0x1b -> a / b;
          case 0x1c -> a - b;
          case 0x1d -> Long.remainderUnsigned(a, b);
          case 0x1e -> a * b;
          case 0x21 -> a | b;
          case 0x22 -> a + b;
          case 0x24 -> Long.compareUnsigned(b, 63) > 0 ? 0 : a << b;
          case 0x25 -> Long.compareUnsigned(b, 63) > 0 ? 0 : a >>> b;
          case 0x26 -> a >> Math.min(63, b);
          case 0x27 -> a ^ b;
          case 0x29 -> a == b ? 1 : 0;
          case 0x2a -> a >= b ? 1 : 0;
          case 0x2b -> a > b ? 1 : 0;
          case 0x2c -> a <= b ? 1 : 0;
          case 0x2d -> a < b ? 1 : 0;
          case 0x2e -> a != b ? 1 : 0;
          default -> throw new NotAvailableException("operation 0x" + Integer.toHexString(op));
        });
  }
}
