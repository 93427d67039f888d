package bbt.reconstruct.testing;

import bbt.packets.ExceptionKind;
import bbt.packets.SmallFrames;
import bbt.packets.TraceHeader;
import bbt.packets.write.EventWriter;
import bbt.packets.write.MachineWriter;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.VerifyHash;
import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random guest: random code whose branches, indirect jumps, traps and switches go where a random
 * generator says. It executes one instruction at a time, knows nothing of nodes, and writes the
 * trace as it goes: an independent account of what a walk must find.
 */
public final class RandomGuest {
  private static final long VIRTUAL = 0x4_0000;
  private static final int PAGES = 3;
  private static final int BYTES = PAGES * 4096;
  private static final int TIMEBASE = 7;

  /** What an instruction does; decided when the code is laid out. */
  private enum Kind {
    NOP2,
    NOP4,
    BRANCH,
    JUMP,
    CALL,
    RETURN2,
    RETURN4,
    INDIRECT_JUMP,
    INDIRECT_CALL,
    AUIPC,
    /** Right behind an AUIPC: a direct call, unless it is jumped to. */
    PAIRED_CALL,
    SYSTEM,
    ECALL,
    SRET;

    int length() {
      return this == NOP2 || this == RETURN2 ? 2 : 4;
    }
  }

  private final Random random;
  private final byte[] memory = new byte[BYTES + 4];
  private final List<Kind> kinds = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();
  private final int[] indexAt = new int[BYTES + 4];
  private final int[] targetOf;
  private final long[] physical = {0x8000_3000L, 0x8000_9000L, 0x8000_1000L};

  /** Every address executed, in order, by whatever hart. */
  public final List<Long> addresses = new ArrayList<>();

  /** The hart that executed each. */
  public final List<Integer> harts = new ArrayList<>();

  /** Every trap: hart, its retired count, cause, epc. */
  public final List<String> traps = new ArrayList<>();

  /**
   * An instruction as it was somewhere once.
   *
   * @param space address space of the user mode that executed it, -1 for privileged modes
   */
  public record Place(int space, long address, int bits) {}

  /** How often each was executed. */
  public final Map<Place, Long> executed = new HashMap<>();

  /** How often each branch was taken. */
  public final Map<Place, Long> taken = new HashMap<>();

  /** Instructions after which chance takes another course; -1 for never. */
  private int forkAt = -1;

  private long forkSeed;

  /** Makes the run take another course (most likely) from some instruction of all harts on. */
  public RandomGuest forked(int instructions, long seed) {
    forkAt = instructions;
    forkSeed = seed;
    return this;
  }

  /** Whether some traps are interrupts. */
  private boolean interrupted = true;

  /** Leaves interrupts out: not every format says which one it was. */
  public RandomGuest uninterrupted() {
    interrupted = false;
    return this;
  }

  public RandomGuest(long seed) {
    random = new Random(seed);
    int at = random.nextBoolean() ? 0 : 2;
    while (at < BYTES - 8) {
      Kind kind = pick();
      if (kind == Kind.AUIPC) {
        add(Kind.AUIPC, at);
        at += 4;
        kind = Kind.PAIRED_CALL;
      }
      add(kind, at);
      at += kind.length();
    }
    targetOf = new int[kinds.size()];
    for (int i = 0; i < kinds.size(); i++) {
      int target = Math.floorMod(i + random.nextInt(81) - 40, kinds.size());
      if (Math.abs(places.get(target) - places.get(i)) > 2000) {
        target = i; // wrapped around: too far for a branch
      }
      targetOf[i] = target;
      encode(i, kinds.get(i), target);
    }
  }

  private void add(Kind kind, int at) {
    indexAt[at] = kinds.size();
    kinds.add(kind);
    places.add(at);
  }

  private Kind pick() {
    int n = random.nextInt(100);
    return n < 30
        ? Kind.NOP2
        : n < 60
            ? Kind.NOP4
            : n < 78
                ? Kind.BRANCH
                : n < 81
                    ? Kind.JUMP
                    : n < 85
                        ? Kind.CALL
                        : n < 88
                            ? Kind.RETURN2
                            : n < 89
                                ? Kind.RETURN4
                                : n < 91
                                    ? Kind.INDIRECT_JUMP
                                    : n < 93
                                        ? Kind.INDIRECT_CALL
                                        : n < 95
                                            ? Kind.AUIPC
                                            : n < 97
                                                ? Kind.SYSTEM
                                                : n < 98 ? Kind.ECALL : Kind.SRET;
  }

  private void encode(int index, Kind kind, int target) {
    int at = places.get(index);
    int offset = places.get(target) - at;
    int bits =
        switch (kind) {
          case NOP2 -> 0x0001 | random.nextInt(8) << 2; // c.nop with a hint
          case NOP4 -> 0x13 | random.nextInt(4096) << 20; // addi x0, x0, n
          case BRANCH -> branch(offset);
          case JUMP -> jal(0, offset);
          case CALL -> jal(1, offset);
          case RETURN2 -> 0x8082;
          case RETURN4 -> 0x0000_8067;
          case INDIRECT_JUMP -> 0x0003_0067; // jalr x0, 0(t1)
          case INDIRECT_CALL -> 0x0003_80e7; // jalr ra, 0(t2)
          case AUIPC -> 0x0000_0317; // auipc t1, 0
          case PAIRED_CALL -> 0x0003_00e7 | ((offset + 4) & 0xFFF) << 20; // jalr ra, n(t1)
          case SYSTEM -> 0x3401_1073; // csrrw x0, mscratch, x2
          case ECALL -> 0x73;
          case SRET -> 0x1020_0073;
        };
    store(at, bits, kind.length());
  }

  static int branch(int offset) {
    return Encoder.i(Insn.BEQ, 0, 0, offset);
  }

  static int jal(int rd, int offset) {
    return Encoder.i(Insn.JAL, rd, 0, offset);
  }

  private void store(int at, int bits, int length) {
    for (int i = 0; i < length; i++) {
      memory[at + i] = (byte) (bits >>> (8 * i));
    }
  }

  private int fetch(int at, int length) {
    int bits = 0;
    for (int i = 0; i < length; i++) {
      bits |= (memory[at + i] & 0xFF) << (8 * i);
    }
    return bits;
  }

  private long physical(int at) {
    return physical[at >>> 12] + (at & 4095);
  }

  /** Runs and writes the trace. */
  public void run(Path file, boolean compact, int instructions) throws IOException {
    run(file, compact, instructions, 1);
  }

  /** Runs on several harts, which share the code and change it under each other's feet. */
  public void run(Path file, boolean compact, int instructions, int count) throws IOException {
    run(file, GuestHart.header(compact, count), instructions);
  }

  /** Runs and writes the trace in the version before parity, 0.3. */
  public void runOld(Path file, int instructions, int count) throws IOException {
    run(file, GuestHart.header(true, count).old(), instructions);
  }

  /**
   * Runs on several harts, and keeps the newest part of the trace.
   *
   * @param bytes that the file may have
   */
  public void runRing(Path file, int bytes, int instructions, int count) throws IOException {
    Map<String, String> facts = new HashMap<>(GuestHart.header(true, count).entries());
    facts.put("trace.ring", Integer.toString(bytes));
    run(file, new TraceHeader(facts), instructions);
  }

  private static TraceWriter writer(Path file, TraceHeader header) throws IOException {
    return header.ring() == 0
        ? TraceWriter.create(file, header)
        : TraceWriter.ring(file, Files.newOutputStream(file), Files::newOutputStream, header);
  }

  private void run(Path file, TraceHeader header, int instructions) throws IOException {
    int count = header.harts();
    try (TraceWriter writer = writer(file, header)) {
      MachineWriter machine = SmallFrames.writer(writer);
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        runs.add(new Run(i, machine.hart(i), count > 1));
      }
      GuestHart.takeTurns(machine, runs, random, instructions, addresses::size);
    }
  }

  /** The state of one hart. */
  private final class Run implements GuestHart {
    private final int hart;
    private final EventWriter out;

    /** Whether its turns end with nodes. */
    private final boolean whole;

    private int pc = places.get(0);
    private int privilege = 1;
    private int space = 1;
    private long retired;
    private long hash;
    private int lastEpc = places.get(0);
    private int lastLink = places.get(0);
    private int previous = -1;

    /** Whether the last step ended a node for certain. */
    private boolean atNodeEnd = true;

    Run(int hart, EventWriter out, boolean whole) {
      this.hart = hart;
      this.out = out;
      this.whole = whole;
    }

    @Override
    public long pc() {
      return VIRTUAL + pc;
    }

    @Override
    public long hash() {
      return hash;
    }

    @Override
    public void start() {
      out.reset(VIRTUAL + pc, privilege, 0);
      switchTo(space);
    }

    @Override
    public void again() {
      if (random.nextInt(30) == 0) {
        restart();
      }
    }

    /** Stops and starts the hart as firmware does. */
    private void restart() {
      pc = anywhere();
      privilege = 1;
      out.reset(VIRTUAL + pc, privilege, hash);
      previous = -1;
    }

    @Override
    public void turn(int instructions) {
      long until = retired + instructions;
      while (retired < until || (whole && !atNodeEnd)) {
        int chance = random.nextInt(200);
        boolean pairOpen = previous >= 0 && kinds.get(previous) == Kind.AUIPC;
        if (chance == 0 && !pairOpen) {
          if (interrupted && atNodeEnd && retired % 2 == 0) {
            trap(ExceptionKind.INTERRUPT, Long.MIN_VALUE | 5);
          } else {
            trap(ExceptionKind.MMU, 13);
          }
        } else if (chance == 1 && !pairOpen) {
          switchTo(1 + random.nextInt(3));
        } else if (chance == 2) {
          out.sideband().time(retired, TIMEBASE);
        } else if (chance < 5) {
          modify();
        } else {
          step();
        }
      }
    }

    private void map() {
      for (int page = 0; page < PAGES; page++) {
        out.sideband().mapping(retired, space, VIRTUAL + page * 4096L, physical[page], page == 2);
      }
    }

    private void trap(ExceptionKind kind, long cause) {
      traps.add(hart + " " + retired + " " + cause + " " + Long.toHexString(VIRTUAL + pc));
      atNodeEnd = true;
      int handler = places.get(random.nextInt(kinds.size()));
      lastEpc = Math.min(pc, places.get(kinds.size() - 2));
      out.exception(kind, VIRTUAL + handler, 1, cause, VIRTUAL + pc, 0, hash);
      privilege = 1;
      pc = handler;
      previous = -1;
    }

    private void switchTo(int newSpace) {
      space = newSpace;
      out.contextSwitch(VIRTUAL + pc, space, space * 16L, 1000 + space, 5, 6);
      map();
      previous = -1;
    }

    /** A store: some harmless instruction becomes another. */
    private void modify() {
      int index = random.nextInt(kinds.size());
      if (random.nextBoolean()) {
        // Just ahead, where a walk may have looked already.
        index = Math.min(kinds.size() - 1, indexAt[pc] + 1 + random.nextInt(6));
      }
      if (kinds.get(index) == Kind.NOP2 || kinds.get(index) == Kind.NOP4) {
        encode(index, kinds.get(index), index);
      }
    }

    private void step() {
      int index = indexAt[pc];
      Kind kind = kinds.get(index);
      if (kind == Kind.ECALL && random.nextBoolean()) {
        trap(ExceptionKind.SYSTEM_CALL, 9);
        return;
      }
      int at = pc;
      long site = VIRTUAL + at;
      int bits = fetch(at, kind.length());
      for (int i = 0; i < kind.length(); i += 2) {
        out.sideband().code(retired, physical(at + i), fetch(at + i, 2));
      }
      if (addresses.size() == forkAt) {
        random.setSeed(forkSeed);
      }
      addresses.add(site);
      harts.add(hart);
      Place place = new Place(privilege == 0 ? space : -1, site, bits);
      executed.merge(place, 1L, Long::sum);
      atNodeEnd =
          switch (kind) {
            case NOP2, NOP4, AUIPC -> false;
            default -> true;
          };
      hash = VerifyHash.step(hash, site, bits);
      retired++;
      out.retire(1);
      int after = at + kind.length();
      int target = places.get(targetOf[index]);
      boolean paired = previous == index - 1 && previous >= 0 && kinds.get(previous) == Kind.AUIPC;
      // A node ends with its page, so an auipc in the last bytes of one pairs with nothing.
      boolean samePage = (at & 4095) != 0 && !straddles(at) && !straddles(at - 4);
      previous = index;
      switch (kind) {
        case NOP2, NOP4, AUIPC, SYSTEM -> pc = after;
        case BRANCH -> {
          boolean jumps = random.nextInt(3) != 0;
          pc = jumps ? target : after;
          out.branch(jumps, VIRTUAL + pc);
          taken.merge(place, jumps ? 1L : 0L, Long::sum);
        }
        case JUMP -> pc = target;
        case CALL -> {
          pc = target;
          call(after);
        }
        case RETURN2, RETURN4 -> {
          pc = random.nextInt(4) == 0 ? anywhere() : lastLink;
          out.ret(site, VIRTUAL + pc);
        }
        case INDIRECT_JUMP -> {
          pc = anywhere();
          out.indirect(site, VIRTUAL + pc);
        }
        case INDIRECT_CALL -> {
          pc = anywhere();
          out.indirect(site, VIRTUAL + pc);
          call(after);
        }
        case PAIRED_CALL -> {
          if (paired && samePage) {
            pc = target;
          } else {
            pc = anywhere();
            out.indirect(site, VIRTUAL + pc);
          }
          call(after);
        }
        case ECALL -> {
          traps.add(hart + " " + retired + " 5 " + Long.toHexString(site));
          pc = after;
          out.exception(ExceptionKind.FIRMWARE, VIRTUAL + pc, privilege, 5, site, 0, hash);
        }
        case SRET -> {
          int length = kinds.get(indexAt[lastEpc]).length();
          int choice = random.nextInt(3);
          pc = choice == 0 ? lastEpc : choice == 1 && length == 4 ? lastEpc + 4 : anywhere();
          privilege = random.nextInt(2);
          out.trapReturn(VIRTUAL + pc, privilege);
        }
      }
      if (pc >= places.getLast()) {
        // The end of the code: as if it were not mapped.
        trap(ExceptionKind.MMU, 12);
      }
    }

    private boolean straddles(int at) {
      return (at & 4095) == 4094;
    }

    private void call(int link) {
      lastLink = link;
      out.call(VIRTUAL + link);
    }

    private int anywhere() {
      return places.get(random.nextInt(kinds.size() / 8) * 8);
    }
  }
}
