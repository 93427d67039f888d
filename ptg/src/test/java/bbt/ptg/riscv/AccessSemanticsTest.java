package bbt.ptg.riscv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks what loads, stores, atomics, cache-block operations and jumps ask the machine for: width
 * and extension, address, value, and where the result goes.
 */
class AccessSemanticsTest {
  private static final long RS1 = 0x1000_0001L;
  private static final long RS2 = 0x55;
  private static final long IMM = -8;
  private static final long PC = 0x8000_0000L;
  private static final long LOADED = 0x77;

  /** One line for each operation with an effect. */
  @SuppressWarnings("unchecked")
  private static List<String> effects(Insn insn) {
    List<String> effects = new ArrayList<>();
    RiscvRtl<Long> rtl =
        (RiscvRtl<Long>)
            Proxy.newProxyInstance(
                RiscvRtl.class.getClassLoader(),
                new Class<?>[] {RiscvRtl.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "rs1" -> RS1;
                      case "rs2", "frs2" -> RS2;
                      case "imm" -> IMM;
                      case "pc" -> PC;
                      case "nextPc" -> PC + 4;
                      case "constant" -> arguments[0];
                      case "add" -> (long) arguments[0] + (long) arguments[1];
                      case "and" -> (long) arguments[0] & (long) arguments[1];
                      case "fp" -> arguments[1]; // boxing of a loaded single
                      default -> {
                        effects.add(line(method.getName(), arguments));
                        yield method.getReturnType() == void.class ? null : LOADED;
                      }
                    });
    insn.semantics().apply(rtl);
    return effects;
  }

  private static String line(String operation, Object[] arguments) {
    StringBuilder line = new StringBuilder(operation);
    for (Object argument : arguments == null ? new Object[0] : arguments) {
      line.append(' ').append(argument instanceof Long v ? Long.toHexString(v) : argument);
    }
    return line.toString();
  }

  /** Width and extension by the mnemonic's letters, as the specification lists them. */
  private static MemoryKind kind(String mnemonic) {
    return switch (mnemonic.substring(1)) {
      case "b" -> MemoryKind.S8;
      case "h" -> MemoryKind.S16;
      case "w" -> MemoryKind.S32;
      case "d" -> MemoryKind.D64;
      case "bu" -> MemoryKind.U8;
      case "hu" -> MemoryKind.U16;
      case "wu" -> MemoryKind.U32;
      default -> throw new AssertionError(mnemonic);
    };
  }

  @ParameterizedTest
  @EnumSource(names = {"LB", "LH", "LW", "LD", "LBU", "LHU", "LWU"})
  void loads(Insn insn) {
    assertEquals(List.of("load " + kind(insn.mnemonic()) + " ffffff9", "rd 77"), effects(insn));
  }

  @ParameterizedTest
  @EnumSource(names = {"SB", "SH", "SW", "SD"})
  void stores(Insn insn) {
    assertEquals(List.of("store " + kind(insn.mnemonic()) + " ffffff9 55"), effects(insn));
  }

  @Test
  void floatingPointLoadsAndStores() {
    assertEquals(List.of("requireFp", "load D64 ffffff9", "frd 77"), effects(Insn.FLD));
    assertEquals(List.of("requireFp", "store D64 ffffff9 55"), effects(Insn.FSD));
    assertEquals(List.of("requireFp", "store S32 ffffff9 55"), effects(Insn.FSW));
    List<String> single = effects(Insn.FLW);
    assertEquals("requireFp", single.getFirst());
    assertEquals("ffffff9", single.get(1).substring(single.get(1).lastIndexOf(' ') + 1));
    assertEquals(List.of("requireFp", "store S16 ffffff9 55"), effects(Insn.FSH));
    List<String> half = effects(Insn.FLH);
    assertEquals("requireFp", half.getFirst());
    assertTrue(half.get(1).matches("load [SU]16 ffffff9"), half.get(1));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "(AMO|LR|SC).*_[WD]")
  void atomics(Insn insn) {
    String[] name = insn.mnemonic().split("\\.");
    MemoryKind kind = name[1].equals("w") ? MemoryKind.S32 : MemoryKind.D64;
    String expected =
        switch (name[0]) {
          case "lr" -> "loadReserved " + kind + " 10000001";
          case "sc" -> "storeConditional " + kind + " 10000001 55";
          default -> {
            Amo amo = Amo.valueOf(name[0].substring(3).toUpperCase(Locale.ROOT));
            yield "amo " + amo + " " + kind + " 10000001 55";
          }
        };
    assertEquals(List.of(expected, "rd 77"), effects(insn));
  }

  @ParameterizedTest
  @EnumSource(names = {"CBO_INVAL", "CBO_CLEAN", "CBO_FLUSH", "CBO_ZERO"})
  void cacheBlocks(Insn insn) {
    CacheOp operation = CacheOp.valueOf(insn.name().substring(4));
    assertEquals(List.of("cacheBlock " + operation + " 10000001"), effects(insn));
  }

  @Test
  void jumps() {
    assertEquals(List.of("rd 80000004", "jump"), effects(Insn.JAL));
    // The target is even, and computed before the link is written.
    assertEquals(List.of("rd 80000004", "jumpTo ffffff8"), effects(Insn.JALR));
    assertEquals(List.of("rd 7ffffff8"), effects(Insn.AUIPC));
    assertEquals(List.of("rd fffffffffffffff8"), effects(Insn.LUI));
  }

  @Test
  void everyAccessIsTried() {
    long rows =
        Arrays.stream(Insn.values())
            .filter(i -> !i.isCompressed())
            .filter(
                i ->
                    switch (i.format()) {
                      case LOAD, STORE, FLOAD, FSTORE, LR, AMO, CACHE_BLOCK -> true;
                      default -> false;
                    })
            .count();
    assertEquals(7 + 4 + 6 + 22 + 4, rows, "a new one needs a line here");
  }
}
