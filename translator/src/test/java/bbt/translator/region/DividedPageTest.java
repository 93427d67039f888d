package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cause;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/**
 * Code in pages that physical memory protection divides: random entries, modes and places, in every
 * engine, against a simulation that asks the specification's words of each two bytes fetched.
 */
class DividedPageTest {
  private static final int RUNS = 60;
  private static final long LIMIT = 60_000;
  private static final int ENTRIES = 16;

  private static final int CODE = 0x4000;
  private static final int CODE_BYTES = 0x3000;
  private static final int TABLE = 0x8000;
  private static final int LOG = 0xD000;

  /** Bytes of the table for a run. */
  private static final int ROW = 32 + 8 * ENTRIES + 8;

  private static final int X = 4;
  private static final int LOCKED = 0x80;
  private static final int NAPOT = 3 << 3;
  private static final int EBREAK = 0x9002;

  /** Protection as written to the registers. */
  private record Protection(int[] config, long[] address) {
    long packed(int first) {
      long value = 0;
      for (int i = 7; i >= 0; i--) {
        value = value << 8 | config[first + i];
      }
      return value;
    }

    /** Whether two bytes may be fetched. */
    boolean permits(long at, int privilege) {
      for (int i = 0; i < ENTRIES; i++) {
        int matching = (matches(i, at) ? 1 : 0) + (matches(i, at + 1) ? 1 : 0);
        if (matching > 0) {
          boolean bypass = privilege == Cpu.M && (config[i] & LOCKED) == 0;
          return matching == 2 && (bypass || (config[i] & X) != 0);
        }
      }
      return privilege == Cpu.M;
    }

    private boolean matches(int entry, long at) {
      long word = at >> 2;
      return switch (config[entry] >> 3 & 3) {
        case 0 -> false;
        case 1 -> word >= (entry == 0 ? 0 : address[entry - 1]) && word < address[entry];
        case 2 -> word == address[entry];
        default -> {
          int ones = Long.numberOfTrailingZeros(~address[entry]);
          yield ones >= 62 || word >> ones + 1 == address[entry] >> ones + 1;
        }
      };
    }
  }

  /** One entry into the code, and what must come of it. */
  private record Run(long target, int privilege, Protection protection) {}

  private Random random;
  private byte[] code;
  private List<Run> runs;
  private final AtomicInteger compiled = new AtomicInteger();

  // ---- the program

  private void make(long seed) {
    random = new Random(seed);
    code = new byte[CODE_BYTES + 2];
    runs = new ArrayList<>();
    int[] starts = new int[CODE_BYTES / 2];
    int count = 0;
    int at = 0;
    while (at < CODE_BYTES) {
      starts[count++] = at;
      int bits = instruction(at);
      at += put(at, bits);
    }
    put(at, EBREAK);
    boolean locked = random.nextInt(3) == 0;
    Protection[] protections = new Protection[locked ? 1 : 3];
    for (int i = 0; i < protections.length; i++) {
      protections[i] = protection(locked);
    }
    for (int i = 0; i < RUNS; i++) {
      // Often near the start of a page's last instruction.
      int start =
          random.nextInt(4) > 0
              ? starts[random.nextInt(count)]
              : nearest(starts, count, 4096 * (1 + random.nextInt(2)) - 12);
      int privilege = locked ? Cpu.M : random.nextBoolean() ? Cpu.U : Cpu.S;
      runs.add(
          new Run(
              Ram.BASE + CODE + start, privilege, protections[random.nextInt(protections.length)]));
    }
  }

  private static int nearest(int[] starts, int count, int offset) {
    int best = 0;
    for (int i = 0; i < count; i++) {
      best = starts[i] <= offset ? starts[i] : best;
    }
    return best;
  }

  private int put(int at, int bits) {
    int length = (bits & 3) == 3 ? 4 : 2;
    for (int i = 0; i < length && at + i < code.length; i++) {
      code[at + i] = (byte) (bits >>> 8 * i);
    }
    return length;
  }

  /** Adds to x5; or jumps forward, to where an instruction may begin or not. */
  private int instruction(int at) {
    if ((at & 4095) == 4094 && at + 4 < CODE_BYTES) {
      return Encoder.i(Insn.ADDI, 5, 5, 3);
    }
    int room = Math.min(300, CODE_BYTES - at - 8) / 2;
    if (at + 4 >= CODE_BYTES || room < 4 || (at & 4095) > 4080) {
      return 0x0285; // c.addi x5, 1
    }
    int jump = 2 * (2 + random.nextInt(room - 2));
    return switch (random.nextInt(12)) {
      case 0 -> Encoder.i(Insn.JAL, 0, 0, jump);
      case 1 -> Encoder.i(Insn.BEQ, 0, 0, jump);
      case 2 -> Encoder.i(Insn.BNE, 0, 0, jump);
      case 3, 4, 5, 6 -> Encoder.i(Insn.ADDI, 5, 5, 3);
      default -> 0x0285;
    };
  }

  private Protection protection(boolean locked) {
    int[] config = new int[ENTRIES];
    long[] address = new long[ENTRIES];
    for (int i = 0; i < ENTRIES - 1; i++) {
      int offset = random.nextInt(CODE_BYTES);
      if (random.nextInt(3) == 0) {
        offset = 4096 * (1 + random.nextInt(2)) - 4 + 4 * random.nextInt(3);
      }
      long word = (Ram.BASE + CODE + offset) >> 2;
      int mode = i == 0 ? 2 + random.nextInt(2) : random.nextInt(4);
      if (mode == 3) {
        int ones = random.nextInt(11);
        word = word & -(1L << ones + 1) | (1L << ones) - 1;
      }
      address[i] = word;
      int permissions = random.nextInt(3) == 0 ? random.nextInt(8) : 7;
      permissions = (permissions & 1) == 0 ? permissions & ~2 : permissions; // W needs R
      config[i] = mode << 3 | permissions | (locked && random.nextBoolean() ? LOCKED : 0);
    }
    config[ENTRIES - 1] = NAPOT | 7;
    address[ENTRIES - 1] = (1L << 54) - 1;
    return new Protection(config, address);
  }

  // ---- the guest: a trap handler in M-mode that notes the trap and begins the next run

  private static Assembler handler() {
    Assembler a = new Assembler();
    a.to(Insn.JAL, 0, 0, 0, "next").padTo(0x40);
    for (int[] field : new int[][] {{Csr.MCAUSE, 0}, {Csr.MEPC, 8}, {Csr.MTVAL, 16}}) {
      a.i(Insn.CSRRS, 6, 0, field[0]).s(Insn.SD, 6, 21, field[1]);
    }
    a.s(Insn.SD, 5, 21, 24).i(Insn.ADDI, 21, 21, 32);
    a.label("next").i(Insn.LD, 6, 20, 0).branch(Insn.BEQ, 6, 0, "end");
    a.i(Insn.CSRRW, 0, 6, Csr.MEPC).i(Insn.LD, 6, 20, 8).i(Insn.CSRRW, 0, 6, Csr.MSTATUS);
    a.i(Insn.LD, 6, 20, ROW - 8).branch(Insn.BEQ, 6, 0, "same");
    for (int i = 0; i < ENTRIES; i++) {
      a.i(Insn.LD, 6, 20, 32 + 8 * i).i(Insn.CSRRW, 0, 6, Csr.PMPADDR0 + i);
    }
    a.i(Insn.LD, 6, 20, 16).i(Insn.CSRRW, 0, 6, Csr.PMPCFG0);
    a.i(Insn.LD, 6, 20, 24).i(Insn.CSRRW, 0, 6, Csr.PMPCFG2);
    a.label("same").i(Insn.ADDI, 20, 20, ROW).i(Insn.ADDI, 5, 0, 0).op(Insn.MRET);
    return a.label("end").to(Insn.JAL, 0, 0, 0, "end");
  }

  private TestMachine execute(Path trace, Function<Recorder, Tiering> tiering) {
    Random steps = new Random(3);
    TestMachine machine =
        new TestMachine(
            LIMIT, () -> 1 + steps.nextInt(2000), trace, true, ContextRule.STACK, tiering);
    write(machine.ram, 0, handler().bytes());
    write(machine.ram, CODE, code);
    long at = Ram.BASE + TABLE;
    Protection before = null;
    for (Run run : runs) {
      machine.ram.write64(at, run.target);
      machine.ram.write64(at + 8, (long) run.privilege << 11);
      machine.ram.write64(at + 16, run.protection.packed(0));
      machine.ram.write64(at + 24, run.protection.packed(8));
      for (int i = 0; i < ENTRIES; i++) {
        machine.ram.write64(at + 32 + 8 * i, run.protection.address[i]);
      }
      // What is the same is not written again: that would flush the fetch TLB.
      machine.ram.write64(at + ROW - 8, run.protection == before ? 0 : 1);
      before = run.protection;
      at += ROW;
    }
    machine.cpu.pc = Ram.BASE;
    machine.cpu.x20 = Ram.BASE + TABLE;
    machine.cpu.x21 = Ram.BASE + LOG;
    machine.cpu.csrs.write(Csr.MTVEC, Ram.BASE + 0x40);
    machine.run();
    return machine;
  }

  private static void write(Ram ram, int at, byte[] bytes) {
    ram.write(Ram.BASE + at, bytes, 0, bytes.length);
  }

  // ---- the simulation

  private int halfword(long address) {
    int at = (int) (address - Ram.BASE - CODE);
    return code[at] & 0xFF | (code[at + 1] & 0xFF) << 8;
  }

  /** Cause, epc, tval and x5 of the trap that ends a run. */
  private long[] expected(Run run) {
    long pc = run.target;
    long sum = 0;
    while (true) {
      if (!run.protection.permits(pc, run.privilege)) {
        return new long[] {Cause.FETCH_ACCESS, pc, pc, sum};
      }
      int bits = halfword(pc);
      if (bits == 0x0285) {
        sum++;
        pc += 2;
        continue;
      }
      if ((bits & 3) != 3) {
        return new long[] {bits == EBREAK ? 3 : 2, pc, bits == EBREAK ? pc : bits, sum};
      }
      if (!run.protection.permits(pc + 2, run.privilege)) {
        return new long[] {Cause.FETCH_ACCESS, pc, pc + 2, sum};
      }
      bits |= halfword(pc + 2) << 16;
      Decoded d = Decoder.decode(bits);
      if (d == null) {
        return new long[] {2, pc, bits & 0xFFFFFFFFL, sum};
      }
      switch (d.insn()) {
        case ADDI -> {
          sum += 3;
          pc += 4;
        }
        case JAL, BEQ -> pc += d.imm();
        case BNE -> pc += 4;
        default -> throw new AssertionError(d);
      }
    }
  }

  // ---- the comparison

  /** Code begins where instructions do, so that every jump in it leads to one. */
  private void alignJumps() {
    boolean[] starts = new boolean[CODE_BYTES + 4];
    for (int at = 0; at <= CODE_BYTES; at += (code[at] & 3) == 3 ? 4 : 2) {
      starts[at] = true;
    }
    for (int at = 0; at < CODE_BYTES; at += (code[at] & 3) == 3 ? 4 : 2) {
      if ((code[at] & 3) != 3) {
        continue;
      }
      int bits = halfword(Ram.BASE + CODE + at) | halfword(Ram.BASE + CODE + at + 2) << 16;
      Decoded d = Decoder.decode(bits);
      if (d.insn() != Insn.ADDI && !starts[at + (int) d.imm()]) {
        put(at, Encoder.i(d.insn(), 0, 0, d.imm() + 2));
      }
    }
  }

  private void check(String engine, TestMachine machine) {
    for (int i = 0; i < runs.size(); i++) {
      long at = Ram.BASE + LOG + 32L * i;
      long[] actual = new long[4];
      for (int k = 0; k < 4; k++) {
        actual[k] = machine.ram.read64(at + 8 * k);
      }
      Run run = runs.get(i);
      assertArrayEquals(
          expected(run),
          actual,
          "%s, run %d from %x in mode %d".formatted(engine, i, run.target, run.privilege));
    }
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void everyEngineStopsWhereTheSpecificationForbids(@ForAll long seed) throws IOException {
    make(seed);
    alignJumps();
    Path first = Files.createTempFile("interpreted", ".bbt");
    Path second = Files.createTempFile("translated", ".bbt");
    try {
      TestMachine interpreted = execute(first, r -> Tiering.NONE);
      check("interpreter", interpreted);
      TestMachine translated = execute(second, r -> SynchronousTiering.atFirst(compiler(r)));
      check("translator", translated);
      assertTrue(compiled.get() > 0);
      assertEquals(interpreted.log.size(), translated.log.size());
      assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second), "traces");
      check(
          "a random threshold",
          execute(null, r -> SynchronousTiering.after(compiler(r), () -> 1 + random.nextInt(4))));
    } finally {
      Files.delete(first);
      Files.delete(second);
    }
  }

  private RegionCompiler compiler(Recorder recorder) {
    return new RegionCompiler(
        RiscvCode.RV64,
        recorder,
        true,
        recorder != null,
        (phase, pc, text) -> compiled.incrementAndGet());
  }

  /** Stores into a part that may be executed and into one that may not are both seen. */
  @Test
  void viewsFollowStores() {
    BareMachine machine =
        new BareMachine(
            1 << 20,
            SynchronousTiering.atFirst(
                new RegionCompiler(RiscvCode.RV64, null, true, false, CompileLog.NONE)));
    int li7 = Encoder.i(Insn.ADDI, 10, 0, 7);
    int li9 = Encoder.i(Insn.ADDI, 10, 0, 9);
    int ecall = 0x73;
    long page = Ram.BASE + 0x4000;
    // In M-mode: to U-mode at x20; whatever comes back is counted in x30, and the code changed.
    Assembler a = new Assembler();
    a.to(Insn.JAL, 0, 0, 0, "go").padTo(0x40);
    a.i(Insn.ADDI, 30, 30, 1).r(Insn.ADD, 11, 11, 10);
    a.i(Insn.ADDI, 6, 0, 1).branch(Insn.BNE, 30, 6, "second");
    a.s(Insn.SW, 22, 20, 0).to(Insn.JAL, 0, 0, 0, "go"); // what is executed becomes li 9
    a.label("second").i(Insn.ADDI, 6, 0, 2).branch(Insn.BNE, 30, 6, "end");
    a.s(Insn.SW, 21, 20, 0x80).s(Insn.SW, 21, 20, 0); // elsewhere in the page, and back to li 7
    a.label("go").i(Insn.CSRRW, 0, 20, Csr.MEPC).i(Insn.CSRRW, 0, 0, Csr.MSTATUS).op(Insn.MRET);
    a.label("end").to(Insn.JAL, 0, 0, 0, "end");
    machine.load(a);
    machine.ram.write64(page, li7 & 0xFFFFFFFFL | (long) ecall << 32);
    Cpu cpu = machine.cpu;
    cpu.csrs.write(Csr.PMPADDR0, page + 0x100 >> 2);
    cpu.csrs.write(Csr.PMPADDR0 + 1, -1);
    cpu.csrs.write(Csr.PMPCFG0, 2 << 3 | NAPOT << 8 | 7 << 8);
    cpu.csrs.write(Csr.MTVEC, Ram.BASE + 0x40);
    cpu.x20 = page;
    cpu.x21 = li7;
    cpu.x22 = li9;
    machine.runTo(300);
    assertEquals(3, cpu.x30);
    assertEquals(7 + 9 + 7, cpu.x11);
  }
}
