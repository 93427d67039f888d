package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bbt.ptg.guest.CodeForms;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What a linker fills in is no part of an instruction's form; everything else is. */
class RiscvFormsTest {
  private static final long PC = 0x1_2340;

  private static final int GP = 3;

  private static long last(int... code) {
    CodeForms forms = RiscvIsa.RV64.forms();
    long form = 0;
    long pc = PC;
    for (int bits : code) {
      form = forms.next(pc, bits);
      pc += RiscvIsa.RV64.length(bits);
    }
    return form;
  }

  private static int u(Insn insn, int rd, int upper) {
    return Encoder.fill(insn, rd << 7 | upper << 12);
  }

  /** Those that add the lower part of an address to a register. */
  @Provide
  Arbitrary<Insn> adding() {
    List<Insn> rows =
        List.of(
            Insn.ADDI, Insn.LB, Insn.LD, Insn.LWU, Insn.FLW, Insn.FLD, Insn.JALR, Insn.SB, Insn.SD,
            Insn.FSW);
    return Arbitraries.of(rows);
  }

  private static int adds(Insn insn, int base, int immediate) {
    boolean store = insn.format() == Format.STORE || insn.format() == Format.FSTORE;
    return store ? Encoder.s(insn, 12, base, immediate) : Encoder.i(insn, 12, base, immediate);
  }

  @Property
  void theLowerPartOfAnAddressIsNoPartOfTheForm(
      @ForAll("adding") Insn insn,
      @ForAll @IntRange(min = 1, max = 31) int base,
      @ForAll @IntRange(min = 0, max = 0xFFFFF) int upper,
      @ForAll @IntRange(min = 0, max = 0xFFFFF) int other,
      @ForAll @IntRange(min = -2048, max = 2047) int low,
      @ForAll @IntRange(min = -2048, max = 2047) int another) {
    int first = u(Insn.AUIPC, base, upper);
    int second = u(Insn.AUIPC, base, other);
    assertEquals(last(first), last(second));
    assertEquals(last(first, adds(insn, base, low)), last(second, adds(insn, base, another)));
    int unknown = base == GP ? 5 : base;
    boolean same = last(adds(insn, unknown, low)) == last(adds(insn, unknown, another));
    assertEquals(low == another, same);
    // On gp, as relaxation leaves it; and no longer when something else was written there.
    assertEquals(last(adds(insn, GP, low)), last(adds(insn, GP, another)));
    int written = Encoder.r(Insn.ADD, unknown, 10, 11);
    int[] a = {u(Insn.AUIPC, unknown, upper), written, adds(insn, unknown, low)};
    int[] b = {u(Insn.AUIPC, unknown, other), written, adds(insn, unknown, another)};
    assertEquals(low == another, last(a) == last(b));
  }

  @Example
  void aConstantFarFromTheCodeIsANumber() {
    assertEquals(last(u(Insn.LUI, 5, 0x11)), last(u(Insn.LUI, 5, 0x2345)));
    assertNotEquals(last(u(Insn.LUI, 5, 0x11)), last(u(Insn.LUI, 5, 0x1)));
    assertNotEquals(last(u(Insn.LUI, 5, 0x12345)), last(u(Insn.LUI, 5, 0x12346)));
    assertNotEquals(last(u(Insn.LUI, 5, 0x80000)), last(u(Insn.LUI, 5, 0x80001)));
  }

  @Example
  void aFloatingPointRegisterIsNoAddress() {
    int upper = u(Insn.AUIPC, 12, 1);
    // flw fa2 leaves a2 as it is.
    int loads = Encoder.i(Insn.FLW, 12, 12, 8);
    assertEquals(
        last(upper, loads, Encoder.i(Insn.LD, 5, 12, 16)),
        last(upper, loads, Encoder.i(Insn.LD, 5, 12, 24)));
  }

  @Example
  void operandsAmountsAndOrdersAreTheForm() {
    int upper = u(Insn.LUI, 5, 0x13);
    assertNotEquals(
        last(upper, Encoder.i(Insn.SLLI, 5, 5, 3)), last(upper, Encoder.i(Insn.SLLI, 5, 5, 4)));
    assertNotEquals(
        last(upper, Encoder.i(Insn.XORI, 5, 5, 3)), last(upper, Encoder.i(Insn.XORI, 5, 5, 4)));
    int swap = Encoder.r(Insn.AMOSWAP_W, 5, 10, 11);
    assertNotEquals(last(swap), last(swap | 1 << 26));
    assertNotEquals(last(Encoder.r(Insn.ADD, 5, 6, 7)), last(Encoder.r(Insn.ADD, 5, 7, 6)));
    int fadd = Encoder.r(Insn.FADD_D, 5, 6, 7);
    assertNotEquals(last(fadd), last(fadd | 7 << 12));
  }

  @Example
  void distancesAreNoPartOfTheForm() {
    assertEquals(last(0x1f4000ef), last(0x5d8000ef)); // jal ra
    assertNotEquals(last(0x1f4000ef), last(0x1f40006f)); // jal zero
    assertEquals(last(0x00b50463), last(0x00b50863)); // beq a0,a1
    assertNotEquals(last(0x00b50463), last(0x00b51463)); // bne
  }
}
