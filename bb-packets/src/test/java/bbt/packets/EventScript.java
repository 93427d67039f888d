package bbt.packets;

import bbt.packets.write.EventWriter;
import bbt.packets.write.SidebandWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random execution as canonical steps: what a test writes, and then reads back by asking for
 * exactly the same kinds of event.
 */
final class EventScript {
  enum Kind {
    PLAIN,
    BRANCH,
    CALL,
    RETURN,
    COROUTINE,
    INDIRECT,
    INDIRECT_CALL,
    TRAP,
    TRAP_RETURN,
    FIRMWARE,
    SWITCH,
    CODE,
    MAPPING,
    TASK,
    TIME
  }

  /**
   * A step.
   *
   * @param instructions retired in it
   * @param site of the jump, or an address for records
   * @param next where it leads
   * @param flag taken, global, privilege
   */
  record Step(Kind kind, int instructions, long site, long next, int flag) {}

  final List<Step> steps = new ArrayList<>();

  /** Makes a script; a seed gives the same one always. */
  EventScript(long seed, int size) {
    Random random = new Random(seed);
    List<Long> stack = new ArrayList<>();
    List<Long> traps = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      long site = 0x80000000L + 4L * random.nextInt(40);
      long next = target(random);
      int n = 1 + random.nextInt(9);
      int choice = random.nextInt(100);
      if (choice < 45) {
        steps.add(new Step(Kind.BRANCH, n, site, next, random.nextInt(2)));
      } else if (choice < 52) {
        steps.add(new Step(Kind.PLAIN, n, site, next, 0));
      } else if (choice < 65) {
        stack.add(site + 4);
        Kind kind = random.nextBoolean() ? Kind.CALL : Kind.INDIRECT_CALL;
        steps.add(new Step(kind, n, site, next, 0));
      } else if (choice < 80) {
        boolean matches = !stack.isEmpty() && random.nextInt(10) != 0;
        long to = matches ? stack.removeLast() : next;
        Kind kind = random.nextInt(20) == 0 ? Kind.COROUTINE : Kind.RETURN;
        steps.add(new Step(kind, n, site, to, 0));
        if (kind == Kind.COROUTINE) {
          stack.add(site + 4);
        }
      } else if (choice < 88) {
        steps.add(new Step(Kind.INDIRECT, n, site, next, 0));
      } else if (choice < 91) {
        traps.add(site);
        steps.add(new Step(Kind.TRAP, 0, site, next, random.nextBoolean() ? 1 : 3));
      } else if (choice < 94) {
        long to = next;
        if (!traps.isEmpty() && random.nextInt(8) != 0) {
          to = traps.removeLast() + (random.nextBoolean() ? 4 : 0);
        }
        steps.add(new Step(Kind.TRAP_RETURN, n, site, to, new int[] {0, 1, 3}[random.nextInt(3)]));
      } else if (choice < 95) {
        steps.add(new Step(Kind.FIRMWARE, n, site, next, 1));
      } else if (choice < 96) {
        steps.add(new Step(Kind.SWITCH, 0, site, next, random.nextInt(5)));
      } else if (choice < 98) {
        // What is announced retires next, so no two announcements of one place share a count.
        steps.add(new Step(Kind.CODE, 0, 0x80000000L + 2L * random.nextInt(200), next, 0));
        steps.add(new Step(Kind.PLAIN, 1, site, next, 0));
      } else if (choice < 99) {
        long page = (long) random.nextInt(6) << 12;
        steps.add(new Step(Kind.MAPPING, 0, page, page + 0x80000000L, random.nextInt(6)));
      } else {
        Kind kind = random.nextBoolean() ? Kind.TASK : Kind.TIME;
        steps.add(new Step(kind, 0, 0xffff_ffd8_0000_0000L + random.nextInt(3) * 64L, next, 7));
      }
    }
  }

  private static long target(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> 0x80000000L + 4L * random.nextInt(12);
      case 1 -> 0xffff_ffff_8000_0000L + 2L * random.nextInt(1 << 20);
      default -> random.nextLong() & ~1L;
    };
  }

  /** Tells a writer everything; with {@code bulk}, runs of branches in one go where they fit. */
  void write(EventWriter out, boolean bulk) {
    out.reset(0x80000000L, 3, 0);
    writeSteps(out, bulk, 0, steps.size());
  }

  /** Tells a writer the steps from an index (inclusive) to another (exclusive). */
  void writeSteps(EventWriter out, boolean bulk, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bulk) {
        i = appendRun(out, i, to);
        if (i == to) {
          return;
        }
      }
      writeStep(out, steps.get(i));
    }
  }

  /** Appends as many branch and plain steps as fit; returns the index of the step after them. */
  private int appendRun(EventWriter out, int from, int to) {
    long taken = 0;
    int branches = 0;
    int instructions = 0;
    int i = from;
    while (i < to && branches < 60) {
      Step s = steps.get(i);
      boolean branch = s.kind() == Kind.BRANCH;
      if (!branch && s.kind() != Kind.PLAIN
          || !out.fits(branches + (branch ? 1 : 0), instructions + s.instructions())) {
        break;
      }
      if (branch) {
        taken |= (long) s.flag() << branches++;
      }
      instructions += s.instructions();
      i++;
    }
    if (i > from) {
      out.append(taken, branches, instructions);
    }
    return i;
  }

  private static void writeStep(EventWriter out, Step s) {
    out.retire(s.instructions());
    SidebandWriter side = out.sideband();
    switch (s.kind()) {
      case PLAIN -> {}
      case BRANCH -> out.branch(s.flag() != 0, s.next());
      case CALL -> out.call(s.site() + 4);
      case RETURN -> out.ret(s.site(), s.next());
      case COROUTINE -> out.retCall(s.site(), s.next(), s.site() + 4);
      case INDIRECT -> out.indirect(s.site(), s.next());
      case INDIRECT_CALL -> out.indirectCall(s.site(), s.next(), s.site() + 4);
      case TRAP ->
          out.exception(ExceptionKind.MMU, s.next(), s.flag(), 13, s.site(), tval(s), s.next() * 3);
      case TRAP_RETURN -> out.trapReturn(s.next(), s.flag());
      case FIRMWARE ->
          out.exception(ExceptionKind.FIRMWARE, s.next(), s.flag(), 0x10, s.site(), 0, 0);
      case SWITCH -> out.contextSwitch(s.next(), s.flag(), s.site() * 5, s.site(), s.next(), 77);
      case CODE -> side.code(out.retired(), s.site(), (int) s.next() & 0xFFFF);
      case MAPPING ->
          side.mapping(out.retired(), s.flag() >> 1, s.site(), s.next(), (s.flag() & 1) != 0);
      case TASK -> side.task(out.retired(), s.site(), s.flag(), "task" + (s.next() & 3));
      case TIME -> side.time(out.retired(), s.next() & 0xFFFFF);
    }
  }

  static long tval(Step s) {
    return switch ((int) (s.next() & 6)) {
      case 0 -> 0;
      case 2 -> s.site();
      default -> s.next() + 1;
    };
  }

  /** Instructions in all steps. */
  long retired() {
    return steps.stream().mapToLong(Step::instructions).sum();
  }
}
