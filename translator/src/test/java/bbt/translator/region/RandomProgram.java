package bbt.translator.region;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Insn;
import bbt.ptg.riscv.RiscvIsa;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.trace.ContextRule;
import java.util.Random;

/**
 * A page of random instructions in M-mode, and a trap handler that goes on at a place that moves
 * through the page. Registers with a meaning are never written: {@link #DATA} points into memory,
 * {@link #CODE} into the code page itself, {@link #DEVICE} to a device, {@link #WILD} nowhere.
 */
public final class RandomProgram {
  private static final int DATA = 8;
  private static final int CODE = 9;
  private static final int DEVICE = 18;
  private static final int WILD = 19;
  private static final int PAGE = 31;

  public static final long CODE_PAGE = Ram.BASE + 0x4000;
  private static final long DATA_ADDRESS = Ram.BASE + 0x9800;
  private static final long HANDLER = Ram.BASE + 0x1000;
  private static final long DEVICE_ADDRESS = 0x1000_0800L;

  private static final int MTVEC = 0x305;
  private static final int MSTATUS = 0x300;

  private static final int[] OPCODES = {
    0x03, 0x03, 0x03, 0x13, 0x13, 0x13, 0x1b, 0x1b, 0x33, 0x33, 0x33, 0x3b, 0x3b, 0x23, 0x23, 0x63,
    0x63, 0x63, 0x63, 0x6f, 0x67, 0x2f, 0x07, 0x27, 0x43, 0x53, 0x53, 0x37, 0x17, 0x73, 0x0f
  };

  private final Random random;
  private final boolean straight;
  private final byte[] code = new byte[4096];

  /** A program with all sorts of instructions. */
  public RandomProgram(long seed) {
    this(seed, false);
  }

  /** {@code straight}: one node as long as the page. */
  RandomProgram(long seed, boolean straight) {
    random = new Random(seed);
    this.straight = straight;
    for (int at = 0; at < code.length; ) {
      int bits = instruction(at);
      int length = Decoder.length(bits);
      for (int i = 0; i < length && at + i < code.length; i++) {
        code[at + i] = (byte) (bits >>> 8 * i);
      }
      at += length;
    }
  }

  /** Goes on 34 bytes after the last place, somewhere in the page; keeps all registers. */
  private static int[] handler() {
    return new int[] {
      0x340292f3, // csrrw t0, mscratch, t0
      0x02228293, // addi t0, t0, 34
      0x03429293, // slli t0, t0, 52
      0x0342d293, // srli t0, t0, 52
      0x01f282b3, // add t0, t0, x31
      0x34129073, // csrw mepc, t0
      0x340292f3, // csrrw t0, mscratch, t0
      0x30200073, // mret
    };
  }

  /** Encodings that chance does not find; rs1 is filled in where they use memory. */
  private static final int[] RARE = {
    0x0000200f, // cbo.inval
    0x0010200f, // cbo.clean
    0x0020200f, // cbo.flush
    0x0040200f, // cbo.zero
    0x0100000f, // pause
    0x00d00073, // wrs.nto
    0x18000073, // sfence.w.inval
    0x16000073, // sinval.vma
  };

  private int instruction(int at) {
    if (!straight && random.nextInt(60) == 0) {
      int bits = RARE[random.nextInt(RARE.length)];
      return (bits & 0x7F) == 0x73 || bits == 0x0100000f ? bits : bits | base() << 15;
    }
    while (true) {
      int bits =
          random.nextInt(3) == 0 ? random.nextInt(0x10000) : random.nextInt() & ~0x7F | opcode();
      if ((bits & 3) == 3 && Decoder.length(bits) != 4) {
        continue;
      }
      Decoded d = Decoder.decode(bits);
      if (d == null) {
        continue;
      }
      if (d.length() == 4 && usesMemory(d.insn())) {
        bits = bits & ~(31 << 15) | base() << 15;
        d = Decoder.decode(bits);
      }
      if (d != null && isAcceptable(d, at)) {
        return bits;
      }
    }
  }

  private int opcode() {
    return OPCODES[random.nextInt(OPCODES.length)];
  }

  private int base() {
    int n = random.nextInt(straight ? 4000 : 100);
    return straight
        ? n > 3 ? DATA : n == 0 ? CODE : n == 1 ? DEVICE : WILD
        : n < 94 ? DATA : n < 95 ? CODE : n < 97 ? DEVICE : n < 98 ? WILD : DATA;
  }

  private static boolean usesMemory(Insn insn) {
    return switch (insn.format()) {
      case LOAD, STORE, FLOAD, FSTORE, LR, AMO, CACHE_BLOCK -> true;
      default -> false;
    };
  }

  private boolean isAcceptable(Decoded d, int at) {
    if (straight && d.insn().flow() != ControlFlow.SEQUENTIAL) {
      return false;
    }
    boolean writesX =
        switch (d.insn().format()) {
          case STORE, FSTORE, BRANCH, FLOAD, F4, F_RM, F2, F1_RM, X_TO_F, X_TO_F_RM -> false;
          default -> true;
        };
    if (writesX
        && (d.rd() == DATA
            || d.rd() == CODE
            || d.rd() == DEVICE
            || d.rd() == WILD
            || d.rd() == PAGE)) {
      return false;
    }
    if (writesX && ContextRule.THREAD_POINTER.maySwitch(RiscvIsa.RV64, d.bits())) {
      return !straight && random.nextInt(4) == 0;
    }
    if (usesMemory(d.insn())
        && d.rs1() != DATA
        && d.rs1() != CODE
        && d.rs1() != DEVICE
        && d.rs1() != WILD) {
      return random.nextInt(straight ? 2000 : 200) == 0;
    }
    return switch (d.insn().flow()) {
      case SEQUENTIAL -> true;
      case CONDITIONAL_BRANCH, DIRECT_JUMP -> {
        long target = at + d.imm();
        yield target >= 0 && target < 4096 && Math.abs(d.imm()) < 400;
      }
      case INDIRECT_JUMP -> d.rs1() == PAGE && d.imm() >= 0 || random.nextInt(50) == 0;
      case TRAP -> random.nextInt(10) == 0;
      case TRAP_RETURN -> false;
      case SYSTEM -> isHarmless(d);
    };
  }

  private boolean isHarmless(Decoded d) {
    return switch (d.insn()) {
      case FENCE_I -> true;
      case CSRRW, CSRRS, CSRRC, CSRRWI, CSRRSI, CSRRCI ->
          d.csr() >= 1 && d.csr() <= 3 || (d.csr() >= 0xC00 && d.csr() <= 0xC02);
      default -> false;
    };
  }

  /** Puts the program and its handler into memory and the registers into a state of a seed. */
  public void load(Ram ram, Cpu cpu, long seed) {
    load(ram, cpu, CODE_PAGE, seed);
  }

  /** Does so with the program at another page; neither the handler's nor the data's. */
  void load(Ram ram, Cpu cpu, long page, long seed) {
    ram.write(page, code, 0, code.length);
    int[] handler = handler();
    for (int i = 0; i < handler.length; i++) {
      ram.write32(HANDLER + 4L * i, handler[i]);
    }
    Random values = new Random(seed);
    for (int r = 1; r < 32; r++) {
      cpu.setGeneral(r, values.nextBoolean() ? values.nextInt(64) - 32 : values.nextLong());
    }
    cpu.setGeneral(DATA, DATA_ADDRESS);
    cpu.setGeneral(CODE, page + 0x800);
    cpu.setGeneral(DEVICE, DEVICE_ADDRESS);
    cpu.setGeneral(WILD, 0x7000_0000L);
    cpu.setGeneral(PAGE, page);
    cpu.csrs.write(MTVEC, HANDLER);
    cpu.csrs.write(MSTATUS, values.nextInt(8) == 0 ? 0 : 0x6000);
  }

  /** A random number of instructions until the next event. */
  static long step(Random random) {
    return 1 + random.nextInt(random.nextBoolean() ? 20 : 2000);
  }
}
