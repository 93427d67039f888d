package bbt.translator.testing;

import bbt.ptg.riscv.Insn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A small assembler: encodes rows of the instruction table by reading their patterns backwards.
 * Addresses are offsets from the program's start.
 */
public final class Assembler {
  /** Operands by the pattern's field names; absent ones are 0. */
  public record Operands(int rd, int rs1, int rs2, int rs3, long imm, int rm) {}

  private record Fixup(int offset, Insn insn, Operands operands, String label) {}

  private final List<Byte> bytes = new ArrayList<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final List<Fixup> fixups = new ArrayList<>();

  /** Encodes one instruction; compressed rows take their registers unchecked. */
  public static int encode(Insn insn, Operands o) {
    String[] fields = insn.pattern().toString().split(";")[0].trim().split(" +");
    long bits = 0;
    for (String field : fields) {
      long value;
      int width;
      if (field.charAt(0) == '0' || field.charAt(0) == '1') {
        width = field.length();
        value = Long.parseLong(field, 2);
      } else {
        switch (field) {
          case "rd", "rdrs1" -> {
            width = 5;
            value = o.rd;
          }
          case "rs1", "zimm" -> {
            width = 5;
            value = o.rs1;
          }
          case "rs2" -> {
            width = 5;
            value = o.rs2;
          }
          case "rs3" -> {
            width = 5;
            value = o.rs3;
          }
          case "rd'", "rdrs1'" -> {
            width = 3;
            value = o.rd - 8;
          }
          case "rs1'" -> {
            width = 3;
            value = o.rs1 - 8;
          }
          case "rs2'" -> {
            width = 3;
            value = o.rs2 - 8;
          }
          case "rm" -> {
            width = 3;
            value = o.rm;
          }
          case "aq", "rl" -> {
            width = 1;
            value = 0;
          }
          default -> {
            width = 0;
            value = 0;
            String list = field.substring(field.startsWith("u") ? 4 : 3);
            for (String range : list.split("\\|")) {
              String[] ends = range.split(":");
              int low = Integer.parseInt(ends[ends.length - 1]);
              int length = Integer.parseInt(ends[0]) - low + 1;
              value = value << length | (o.imm >>> low & (1L << length) - 1);
              width += length;
            }
          }
        }
      }
      bits = bits << width | value & (1L << width) - 1;
    }
    return (int) bits;
  }

  /** Bytes assembled so far. */
  public int offset() {
    return bytes.size();
  }

  public Assembler label(String name) {
    labels.put(name, offset());
    return this;
  }

  public Assembler raw16(int bits) {
    bytes.add((byte) bits);
    bytes.add((byte) (bits >>> 8));
    return this;
  }

  public Assembler raw32(int bits) {
    return raw16(bits).raw16(bits >>> 16);
  }

  /** Fills with 16-bit nops up to an offset. */
  public Assembler padTo(int offset) {
    while (offset() < offset) {
      raw16(0x0001);
    }
    return this;
  }

  public Assembler emit(Insn insn, Operands operands) {
    int bits = encode(insn, operands);
    return insn.isCompressed() ? raw16(bits) : raw32(bits);
  }

  /** rd, rs1, rs2. */
  public Assembler r(Insn insn, int rd, int rs1, int rs2) {
    return emit(insn, new Operands(rd, rs1, rs2, 0, 0, 0));
  }

  /** rd, rs1, immediate: also loads (rd, base, offset), CSR instructions (rd, rs1, number). */
  public Assembler i(Insn insn, int rd, int rs1, long imm) {
    return emit(insn, new Operands(rd, rs1, 0, 0, imm, 0));
  }

  /** Store of rs2 at base + offset. */
  public Assembler s(Insn insn, int rs2, int base, long offset) {
    return emit(insn, new Operands(0, base, rs2, 0, offset, 0));
  }

  /** Branch or jump to a label. */
  public Assembler to(Insn insn, int rd, int rs1, int rs2, String label) {
    Operands operands = new Operands(rd, rs1, rs2, 0, 0, 0);
    fixups.add(new Fixup(offset(), insn, operands, label));
    return insn.isCompressed() ? raw16(0) : raw32(0);
  }

  public Assembler branch(Insn insn, int rs1, int rs2, String label) {
    return to(insn, 0, rs1, rs2, label);
  }

  /** An instruction without operands. */
  public Assembler op(Insn insn) {
    return emit(insn, new Operands(0, 0, 0, 0, 0, 0));
  }

  /** A 32-bit constant by lui and addiw. */
  public Assembler li(int rd, int value) {
    int high = value + 0x800 & 0xFFFFF000;
    return i(Insn.LUI, rd, 0, high).i(Insn.ADDIW, rd, rd, value - high);
  }

  /** The program, its branches resolved. */
  public byte[] bytes() {
    byte[] image = new byte[bytes.size()];
    for (int i = 0; i < image.length; i++) {
      image[i] = bytes.get(i);
    }
    for (Fixup f : fixups) {
      Integer target = labels.get(f.label);
      if (target == null) {
        throw new IllegalStateException("no label " + f.label);
      }
      Operands o = f.operands;
      int bits = encode(f.insn, new Operands(o.rd, o.rs1, o.rs2, 0, target - f.offset, 0));
      for (int i = 0; i < (f.insn.isCompressed() ? 2 : 4); i++) {
        image[f.offset + i] = (byte) (bits >>> 8 * i);
      }
    }
    return image;
  }
}
