package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.translator.code.Tiering;
import bbt.translator.memory.Ram;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.Csr;
import bbt.translator.riscv.lift.RiscvCode;
import bbt.translator.testing.BareMachine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that changes under two addresses, code that is mapped anew, code across two lines. */
class CodeMappingTest {
  private static final long ROOT = Ram.BASE + 0x10000;
  private static final long TABLE = Ram.BASE + 0x12000;

  /** Entries of the two virtual pages. */
  private static final long LEAVES = TABLE + 64 * 8;

  /** Two pages of code: a function that adds 1 to x10, and one that adds 100. */
  private static final long ONE = Ram.BASE + 0x20000;

  private static final long HUNDRED = Ram.BASE + 0x21000;

  /** Two virtual pages, with other places in the fetch TLB than the driver has. */
  private static final int VIRTUAL = 0x4004_0000;

  private static final int CODE = 0xCF;

  /** In S-mode, with the driver identically mapped by a leaf of 1 GiB. */
  private static BareMachine machine(boolean regions, Assembler driver) {
    Tiering tiering =
        regions
            ? SynchronousTiering.atFirst(
                new RegionCompiler(RiscvCode.RV64, null, true, false, CompileLog.NONE))
            : Tiering.NONE;
    BareMachine machine = new BareMachine(1 << 20, tiering).load(driver);
    machine.load(ONE, function(1).bytes());
    machine.load(HUNDRED, function(100).bytes());
    machine.ram.write64(ROOT + 16, Ram.BASE >>> 12 << 10 | CODE);
    machine.ram.write64(ROOT + 8, ROOT + 0x1000 >>> 12 << 10 | 1);
    machine.ram.write64(ROOT + 0x1000, TABLE >>> 12 << 10 | 1);
    machine.ram.write64(LEAVES, ONE >>> 12 << 10 | CODE);
    machine.ram.write64(LEAVES + 8, ONE >>> 12 << 10 | CODE);
    Cpu cpu = machine.cpu;
    cpu.csrs.write(Csr.PMPADDR0, -1);
    cpu.csrs.write(Csr.PMPCFG0, 0x1F);
    cpu.csrs.write(Csr.SATP, 8L << 60 | ROOT >>> 12);
    cpu.csrs.privilege(Cpu.S);
    cpu.x20 = LEAVES;
    cpu.x21 = ONE;
    cpu.x22 = HUNDRED >>> 12 << 10 | CODE;
    return machine;
  }

  private static Assembler function(int amount) {
    return new Assembler().i(Insn.ADDI, 10, 10, amount).i(Insn.JALR, 0, 1, 0);
  }

  private static Assembler call(Assembler a, int virtual) {
    return a.li(5, virtual).i(Insn.JALR, 1, 5, 0);
  }

  private static Assembler end(Assembler a) {
    return a.label("end").to(Insn.JAL, 0, 0, 0, "end");
  }

  /** A store through a third address; the first one's region was made before the second one's. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStoreIsSeenUnderEveryAddress(boolean regions) {
    Assembler a = new Assembler();
    call(a, VIRTUAL);
    call(a, VIRTUAL + 0x1000);
    a.li(6, Encoder.i(Insn.ADDI, 10, 10, 7));
    a.s(Insn.SW, 6, 21, 0);
    call(a, VIRTUAL);
    call(a, VIRTUAL + 0x1000);
    BareMachine machine = machine(regions, end(a));
    machine.runTo(200);
    assertEquals(1 + 1 + 7 + 7, machine.cpu.x10);
  }

  /** "Supervisor Memory-Management Fence Instruction": fetches, too, follow the new entry. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void aFenceMakesFetchesFollowTheNewMapping(int choice) {
    Insn fence = (choice & 1) == 0 ? Insn.SFENCE_VMA : Insn.SINVAL_VMA;
    int address = (choice & 2) == 0 ? 0 : 5;
    for (boolean regions : new boolean[] {false, true}) {
      Assembler a = new Assembler();
      call(a, VIRTUAL);
      a.s(Insn.SD, 22, 20, 0).r(fence, 0, address, 0);
      call(a, VIRTUAL);
      call(a, VIRTUAL + 0x1000);
      BareMachine machine = machine(regions, end(a));
      machine.runTo(200);
      assertEquals(1 + 100 + 1, machine.cpu.x10, regions ? "regions" : "interpreter");
    }
  }

  /** A jump in the loop lies across two lines; its second half alone is stored to. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStoreIntoTheSecondLineOfAnInstructionIsSeen(boolean regions) {
    Assembler a = new Assembler();
    a.emit(Insn.AUIPC, new Operands(6, 0, 0, 0, 0, 0)).i(Insn.LHU, 5, 6, 0x40);
    int jump = Encoder.i(Insn.JAL, 0, 0, 0x100 - 0x3E);
    a.li(7, jump >>> 16);
    a.padTo(0x2C).label("loop").i(Insn.ADDI, 10, 10, 1).s(Insn.SH, 5, 6, 0x40);
    a.i(Insn.ADDI, 5, 7, 0).padTo(0x3E).to(Insn.JAL, 0, 0, 0, "again");
    a.padTo(0x80).label("again").to(Insn.JAL, 0, 0, 0, "loop").padTo(0x100);
    BareMachine machine = machine(regions, end(a));
    machine.runTo(200);
    assertEquals(2, machine.cpu.x10);
  }
}
