package bbt.translator.lockstep;

import bbt.translator.guest.HartRegisters;
import bbt.translator.hart.Hart;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Ram;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** One run of both machines, to the first difference, to a given step, or to the end. */
final class Pass implements AutoCloseable {
  /** Memory is compared whenever a 64th of its bytes have retired as instructions. */
  private static final int MEMORY_SHARE = 64;

  /** The most differing words to look for when the run is repeated. */
  private static final int MAX_WATCHED = 16;

  final Leader leader;
  final Follower follower;
  private final ExitLog log = new ExitLog();
  private final long[] watched;

  /** Retired counts of the last pause at which all agreed, but for memory and with memory. */
  private long agreed;

  private long memoryAgreed;
  private long fineSteps;
  private long places;
  private long pauses;
  private long memories;

  /**
   * A difference that was found.
   *
   * @param agreed retired count of the last pause before
   * @param found retired count at which it was noticed
   * @param watched physical addresses of words that differ
   * @param fineSteps fine steps up to the difference
   */
  record Found(long agreed, long found, List<String> what, long[] watched, long fineSteps) {}

  /**
   * Makes both machines.
   *
   * @param steps of the fine part
   * @param fineFrom see {@link Leader}
   * @param watched physical addresses of words to compare at every pause
   */
  Pass(Guest guest, Choices choices, Leader.Steps steps, long fineFrom, long[] watched)
      throws IOException {
    this.leader = new Leader(guest.architecture(), log, choices, steps, fineFrom);
    this.follower = new Follower(leader.architecture, log);
    this.watched = watched;
    leader.create(guest, true);
    follower.create(guest, false);
  }

  long places() {
    return places;
  }

  long pauses() {
    return pauses;
  }

  long memories() {
    return memories;
  }

  long retired() {
    return leader.retired();
  }

  @Override
  public void close() {
    leader.abandon();
    follower.abandon();
  }

  /**
   * Runs on.
   *
   * @param lastStep number of the fine step behind which to stop, or {@code Long.MAX_VALUE}
   * @param until retired count behind which to stop
   * @return the first difference, or {@code null}
   */
  Found run(long lastStep, long until) {
    while (fineSteps < lastStep && agreed <= until) {
      leader.resume();
      follower.rewind(leader.isOver());
      follower.resume();
      places += Math.max(log.size(), 1); // where the run ends no engine may have left anything
      pauses++;
      if (leader.fine()) {
        fineSteps++;
      }
      Found found = found();
      if (found != null || leader.isOver()) {
        return found;
      }
    }
    return null;
  }

  private Found found() {
    int wrong = follower.wrong();
    if (wrong >= 0) {
      Hart cpu = follower.current.cpu;
      boolean passed =
          wrong < log.size() && (cpu.hartId != log.hart(wrong) || cpu.retired() > log.count(wrong));
      return found(
          follower.retired(),
          wrong == log.size()
              ? List.of("the run goes on / is over")
              : passed
                  ? List.of(
                      "hart %d is at %d / hart %d left a node or region at %d"
                          .formatted(cpu.hartId, cpu.retired(), log.hart(wrong), log.count(wrong)))
                  : leader.fine() ? differences() : List.of("registers"));
    }
    if (follower.isOver() != leader.isOver()) {
      return found(
          follower.retired(),
          List.of(follower.isOver() ? "the run is over / goes on" : "the run goes on / is over"));
    }
    List<String> what = differences();
    if (!what.isEmpty()) {
      return found(leader.retired(), what);
    }
    agreed = leader.retired();
    if (agreed - memoryAgreed >= leader.ram.size() / MEMORY_SHARE || leader.isOver()) {
      return memory();
    }
    return null;
  }

  private Found found(long at, List<String> what) {
    return new Found(agreed, at, what, watched, fineSteps);
  }

  private List<String> differences() {
    List<String> what = new ArrayList<>();
    HartRegisters registers = leader.architecture.registers();
    for (int i = 0; i < leader.harts.size(); i++) {
      what.addAll(
          registers.differences(
              registers.read(follower.harts.get(i).cpu), registers.read(leader.harts.get(i).cpu)));
    }
    for (long physical : watched) {
      word(physical, what);
    }
    if (follower.output() != leader.output()) {
      what.add("the console output");
    }
    for (int i = 0; i < leader.harts.size() && what.isEmpty(); i++) {
      String tlb = follower.harts.get(i).mmu.tlbDifference(leader.harts.get(i).mmu);
      if (tlb != null) {
        what.add(tlb);
      }
    }
    if (follower.isOver()
        && leader.isOver()
        && !String.valueOf(follower.ending()).equals(leader.ending())) {
      what.add("the end: " + follower.ending() + " / " + leader.ending());
    }
    return what;
  }

  private void word(long physical, List<String> what) {
    long mine = HostMemory.getLong(follower.ram.host(physical));
    long others = HostMemory.getLong(leader.ram.host(physical));
    if (mine != others) {
      what.add("memory at 0x%x: 0x%x / 0x%x".formatted(physical, mine, others));
    }
  }

  private Found memory() {
    memories++;
    long from = memoryAgreed;
    List<Long> places = differingWords(follower.ram, leader.ram);
    if (places.isEmpty()) {
      memoryAgreed = agreed;
      return null;
    }
    List<String> what = new ArrayList<>();
    places.forEach(physical -> word(physical, what));
    long[] words = places.stream().mapToLong(Long::longValue).toArray();
    return new Found(from, agreed, what, words, fineSteps);
  }

  /** The first few physical addresses at which the words of two memories differ. */
  static List<Long> differingWords(Ram first, Ram second) {
    MemorySegment one = segment(first);
    MemorySegment other = segment(second);
    List<Long> found = new ArrayList<>();
    long from = 0;
    while (found.size() < MAX_WATCHED) {
      long at = one.asSlice(from).mismatch(other.asSlice(from));
      if (at < 0) {
        break;
      }
      long word = from + at & -8L;
      found.add(first.base() + word);
      from = word + 8;
    }
    return found;
  }

  static MemorySegment segment(Ram ram) {
    return MemorySegment.ofAddress(ram.host(ram.base())).reinterpret(ram.size());
  }
}
