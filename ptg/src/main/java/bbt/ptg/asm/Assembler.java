package bbt.ptg.asm;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Assembles a program: puts instructions one behind the other, with labels. Addresses are offsets
 * from the program's start; code is position-independent unless the caller makes it otherwise.
 */
public final class Assembler {
  private enum Kind {
    /** The instruction's immediate is the distance to the label. */
    RELATIVE,
    /** An auipc and an instruction with a 12-bit immediate behind it. */
    PAIR
  }

  private record Fixup(int offset, Kind kind, Insn insn, Operands operands, String label) {}

  private byte[] bytes = new byte[256];
  private int size;
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Fixup> fixups = new ArrayList<>();

  /** Bytes assembled so far. */
  public int offset() {
    return size;
  }

  /** Names the next instruction. */
  public Assembler label(String name) {
    if (labels.put(name, size) != null) {
      throw new IllegalStateException("the label " + name + " is there twice");
    }
    return this;
  }

  /** Offset of a label that has been defined. */
  public int offsetOf(String label) {
    Integer offset = labels.get(label);
    if (offset == null) {
      throw new IllegalStateException("no label " + label);
    }
    return offset;
  }

  /** Appends two bytes unchanged. */
  public Assembler raw16(int bits) {
    if (size + 2 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    bytes[size++] = (byte) bits;
    bytes[size++] = (byte) (bits >>> 8);
    return this;
  }

  /** Four bytes as they are. */
  public Assembler raw32(int bits) {
    return raw16(bits).raw16(bits >>> 16);
  }

  /** Eight bytes as they are. */
  public Assembler raw64(long bits) {
    return raw32((int) bits).raw32((int) (bits >>> 32));
  }

  /** Pieces of code as they are. */
  public Assembler raw(byte[] code) {
    for (int i = 0; i < code.length; i += 2) {
      raw16(code[i] & 0xFF | code[i + 1] << 8);
    }
    return this;
  }

  /** Fills with 16-bit nops up to an offset. */
  public Assembler padTo(int offset) {
    while (size < offset) {
      raw16(1);
    }
    return this;
  }

  /** Fills with 16-bit nops up to a multiple of a power of two. */
  public Assembler align(int alignment) {
    return padTo(size + alignment - 1 & -alignment);
  }

  /** Appends an instruction. */
  public Assembler emit(Insn insn, Operands operands) {
    int bits = Encoder.encode(insn, operands);
    return insn.isCompressed() ? raw16(bits) : raw32(bits);
  }

  /** rd, rs1, rs2. */
  public Assembler r(Insn insn, int rd, int rs1, int rs2) {
    return emit(insn, Operands.registers(rd, rs1, rs2));
  }

  /** rd, rs1, immediate: also loads (rd, base, offset), CSR instructions (rd, rs1, number). */
  public Assembler i(Insn insn, int rd, int rs1, long imm) {
    return emit(insn, new Operands(rd, rs1, 0, 0, imm, 0));
  }

  /** Store of rs2 at base + offset. */
  public Assembler s(Insn insn, int rs2, int base, long offset) {
    return emit(insn, new Operands(0, base, rs2, 0, offset, 0));
  }

  /** An instruction without operands. */
  public Assembler op(Insn insn) {
    return emit(insn, Operands.registers(0, 0, 0));
  }

  /** Branch or jump to a label. */
  public Assembler to(Insn insn, int rd, int rs1, int rs2, String label) {
    fixups.add(new Fixup(size, Kind.RELATIVE, insn, Operands.registers(rd, rs1, rs2), label));
    return insn.isCompressed() ? raw16(0) : raw32(0);
  }

  /** Conditional branch to a label. */
  public Assembler branch(Insn insn, int rs1, int rs2, String label) {
    return to(insn, 0, rs1, rs2, label);
  }

  /** jal to a label; rd 0 is a plain jump. */
  public Assembler jal(int rd, String label) {
    return to(Insn.JAL, rd, 0, 0, label);
  }

  /** The address of a label by auipc and addi. */
  public Assembler la(int rd, String label) {
    return pair(Insn.ADDI, rd, rd, label);
  }

  /**
   * Appends auipc into {@code base}, then an instruction (addi, jalr, load) on it that reaches a
   * label.
   */
  public Assembler pair(Insn second, int rd, int base, String label) {
    fixups.add(new Fixup(size, Kind.PAIR, second, Operands.registers(rd, base, 0), label));
    return raw32(0).raw32(0);
  }

  /** A 64-bit constant, in one to eight instructions. */
  public Assembler li(int rd, long value) {
    if (value == (int) value) {
      int high = (int) value + 0x800 & 0xFFFFF000;
      int low = (int) value - high;
      if (high == 0) {
        return i(Insn.ADDI, rd, 0, low);
      }
      i(Insn.LUI, rd, 0, high);
      return low == 0 ? this : i(Insn.ADDIW, rd, rd, low);
    }
    long low = value << 52 >> 52;
    long rest = value - low >> 12;
    int shift = 12 + Long.numberOfTrailingZeros(rest);
    li(rd, rest >> shift - 12);
    i(Insn.SLLI, rd, rd, shift);
    return low == 0 ? this : i(Insn.ADDI, rd, rd, low);
  }

  /** The program, its labels resolved. */
  public byte[] bytes() {
    byte[] image = Arrays.copyOf(bytes, size);
    for (Fixup f : fixups) {
      Operands o = f.operands;
      int distance = offsetOf(f.label) - f.offset;
      switch (f.kind) {
        case RELATIVE -> {
          Operands resolved = new Operands(o.rd(), o.rs1(), o.rs2(), 0, distance, 0);
          put(image, f.offset, Encoder.encode(f.insn, resolved), f.insn.isCompressed() ? 2 : 4);
        }
        case PAIR -> {
          int high = distance + 0x800 & 0xFFFFF000;
          put(
              image,
              f.offset,
              Encoder.encode(Insn.AUIPC, new Operands(o.rs1(), 0, 0, 0, high, 0)),
              4);
          Operands resolved = new Operands(o.rd(), o.rs1(), 0, 0, distance - high, 0);
          put(image, f.offset + 4, Encoder.encode(f.insn, resolved), 4);
        }
      }
    }
    return image;
  }

  private static void put(byte[] image, int offset, int bits, int length) {
    for (int i = 0; i < length; i++) {
      image[offset + i] = (byte) (bits >>> 8 * i);
    }
  }
}
