package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;

/** Collects machine code and data at a fixed address, with labels. */
final class CodeBuffer {
  private final long base;
  private final Assembler code = new Assembler();

  CodeBuffer(long base) {
    this.base = base;
  }

  /** Address of the next byte. */
  long here() {
    return base + code.offset();
  }

  CodeBuffer words(int... words) {
    for (int word : words) {
      code.raw32(word);
    }
    return this;
  }

  CodeBuffer half(int half) {
    code.raw16(half);
    return this;
  }

  CodeBuffer bytes(byte[] bytes) {
    code.raw(bytes);
    return this;
  }

  CodeBuffer quad(long value) {
    code.raw64(value);
    return this;
  }

  /** Zero bytes up to a multiple of a power of two. */
  CodeBuffer align(int size) {
    while ((here() & size - 1) != 0) {
      half(0);
    }
    return this;
  }

  CodeBuffer label(String name) {
    code.label(name);
    return this;
  }

  /** Address of a label that stands before here. */
  long address(String label) {
    return base + code.offsetOf(label);
  }

  CodeBuffer branch(Insn insn, int rs1, int rs2, String label) {
    code.branch(insn, rs1, rs2, label);
    return this;
  }

  CodeBuffer jump(String label) {
    return call(Rv.ZERO, label);
  }

  CodeBuffer call(int link, String label) {
    code.jal(link, label);
    return this;
  }

  /** Any 64-bit constant without touching memory. */
  CodeBuffer li(int rd, long value) {
    code.li(rd, value);
    return this;
  }

  /** The finished bytes, branches resolved. */
  byte[] finish() {
    return code.bytes();
  }
}
