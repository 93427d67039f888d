package bbt.samples.conformance.fuzz.arm64;

import static bbt.samples.conformance.fuzz.arm64.A64Words.*;

import bbt.translator.arm64.cpu.A64Register;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes pieces of a user's program that the machine carries out, or refuses: system registers,
 * exceptions, accesses to what there is not.
 */
final class ArmUserPieces {
  private static final List<String> OWN =
      List.of("fpcr", "fpsr", "nzcv", "tpidr_el0", "fpcr", "fpsr", "nzcv");

  private static final List<String> READ = List.of("tpidrro_el0", "ctr_el0", "dczid_el0");

  /** The base of accesses. */
  private static final int BASE = 16;

  private final Random random;

  /** Whether the program runs at level 0: at level 1 less of it is refused. */
  private final boolean program;

  ArmUserPieces(Random random, boolean program) {
    this.random = random;
    this.program = program;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  int[] next() {
    int rt = random.nextInt(31);
    return switch (random.nextInt(program ? 11 : 8)) {
      case 0, 1 -> new int[] {mrs(rt, number(one(OWN)))};
      case 2 -> new int[] {msr(number(one(OWN)), random.nextInt(32))};
      case 3 -> new int[] {mrs(rt, number(one(READ)))};
      case 4 -> new int[] {svc(random.nextInt(0x1000))};
      case 5 -> new int[] {random.nextBoolean() ? brk(random.nextInt(0x1_0000)) : undefined()};
      case 6, 7 -> access();
      case 8 -> new int[] {mrs(rt, refused())};
      case 9 -> new int[] {msr(refused(), rt)};
      default -> new int[] {random.nextBoolean() ? hvc(random.nextInt(9)) : smc(0)};
    };
  }

  private int undefined() {
    int word;
    do {
      word = random.nextInt();
    } while (!ArmOperations.isUndefined(word));
    return word;
  }

  /** The number of a system register that a program may not access, whether there is one or not. */
  private int refused() {
    int number;
    A64Register register;
    do {
      number = 0x8000 | random.nextInt(0x8000);
      register = A64Register.of(number);
    } while (register != null && register.name().matches(".*_EL0|NZCV|DAIF|FPCR|FPSR"));
    return number;
  }

  /** An access that is refused, at least a part of it. */
  private int[] access() {
    boolean store = random.nextBoolean();
    int scale = random.nextInt(4);
    List<Integer> words = new ArrayList<>();
    for (int word : A64Buffer.constant(BASE, address(store))) {
      words.add(word);
    }
    int load = store ? 0 : 1;
    int rt = random.nextInt(BASE - 1);
    words.add(
        switch (random.nextInt(4)) {
          case 0 -> store ? stp(rt, rt + 1, BASE, 0) : ldp(rt, rt + 1, BASE, 0);
          case 1 -> store ? strVector(rt, BASE, 0) : ldrVector(rt, BASE, 0);
          // After which the base would be moved.
          case 2 -> scale << 30 | 0x3800_0400 | load << 22 | 4 << 12 | BASE << 5 | rt;
          default -> scale << 30 | 0x3900_0000 | load << 22 | BASE << 5 | rt;
        });
    return words.stream().mapToInt(Integer::intValue).toArray();
  }

  /** What is stored before an abort is left open: no store is of two pages. */
  private long address(boolean store) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextLong() | 1L << 33;
      case 1 -> ArmSlot.DATA_PAGE + 2 * ArmLayout.PAGE + random.nextInt(64);
      case 2 -> ArmSlot.DATA_PAGE + (store ? -16 : 2 * ArmLayout.PAGE - random.nextInt(16));
      case 3 -> ArmSlot.DATA_PAGE - 16 - random.nextInt(64);
      // The program itself, which is not written.
      default -> ArmLayout.START + ArmSlot.FIRST + random.nextInt(ArmSlot.BYTES);
    };
  }
}
