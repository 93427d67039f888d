package bbt.translator.config;

import bbt.packets.GuestTime;
import bbt.translator.boot.AddedFile;
import bbt.translator.engine.EngineMode;
import bbt.translator.net.HostAccess;
import java.nio.file.Path;
import java.util.List;

/**
 * The configuration of a machine, apart from the console: a run with the same configuration, files
 * and input is the same run (docs/determinism.md 10). Immutable; made by {@link #builder()}.
 *
 * @param kernel kernel or bare-metal file: ELF, Linux {@code Image}, gzip, EFI zboot
 * @param initrd initial RAM disk, or null
 * @param initrdAdd files appended to the initial RAM disk as one more cpio archive
 * @param append the guest's boot arguments
 * @param memoryBytes RAM size, a multiple of 4 KiB
 * @param bios firmware, or null for the built-in one
 * @param dtb flattened device tree to use instead of the generated one, or null
 * @param drives virtio block drives in slot order
 * @param network what of the host the guest's network card reaches, or null for no card: its
 *     gateway passes TCP connections on to the host's loopback interface
 * @param time where the guest's time comes from
 * @param insnsPerSecond guest instructions in a second of virtual time: a multiple of 10,000,000
 * @param seed feeds the device tree's rng-seed and the entropy device
 * @param rtcBase what the real-time clock says at reset, in seconds since 1970
 * @param kaslr whether the device tree carries a kaslr-seed (from {@code seed})
 * @param softwarePageBits accessed and dirty bits are software's work: a page where one would have
 *     to be set faults
 * @param maxInsns the run stops at the first node end at or after this count; Long.MAX_VALUE: never
 * @param engine which engine runs the guest
 * @param threshold executions before a region is compiled ({@code auto}); 0 means the default
 * @param thresholdSeed nonzero: the thresholds are random, from this seed (a test of
 *     docs/determinism.md 5)
 * @param trace what to record, or null
 * @param harts number of harts, 1 to {@link #MAX_HARTS}
 * @param quantum instructions of a hart's turn, at least {@link #MIN_QUANTUM}; no matter with one
 * @param program what a guest is made for that executes a program for the host, or null: its board
 *     then has no ports for it
 * @param spinsYield whether a hart that only spins gives up its turn; false repeats runs of before
 *     there was this rule
 */
public record MachineConfig(
    Path kernel,
    Path initrd,
    List<AddedFile> initrdAdd,
    String append,
    long memoryBytes,
    Path bios,
    Path dtb,
    List<DriveConfig> drives,
    HostAccess network,
    TimeMode time,
    long insnsPerSecond,
    long seed,
    long rtcBase,
    boolean kaslr,
    boolean softwarePageBits,
    long maxInsns,
    EngineMode engine,
    int threshold,
    long thresholdSeed,
    TraceOptions trace,
    int harts,
    long quantum,
    boolean spinsYield,
    Program program) {

  /** Default guest speed: 100 instructions per tick (docs/determinism.md 9). */
  public static final long DEFAULT_INSNS_PER_SECOND = 100 * GuestTime.TICKS_PER_SECOND;

  /** Default of the real-time clock: 2026-01-01T00:00:00Z. */
  public static final long DEFAULT_RTC_BASE = 1_767_225_600L;

  /** The most harts: firmware calls and timers of the board leave no doubt about so many. */
  public static final int MAX_HARTS = 32;

  /**
   * The least quantum: a sequence of a reserved load and a conditional store fits into a turn
   * (docs/determinism.md 8).
   */
  public static final long MIN_QUANTUM = 1000;

  /** Default length of a turn. */
  public static final long DEFAULT_QUANTUM = 20_000;

  /**
   * A block drive.
   *
   * @param file the image
   * @param persist whether the guest's writes go to the file; otherwise they are kept in memory
   */
  public record DriveConfig(Path file, boolean persist) {}

  /**
   * A program to execute.
   *
   * @param archive made by {@link bbt.translator.program.ProgramArchive}; null: the guest only
   *     comes to where it asks for one
   * @param files the ELF files in it, which a trace names by their hashes
   */
  public record Program(Path archive, List<Path> files) {
    /** Takes a copy of the list. */
    public Program {
      files = List.copyOf(files);
    }
  }

  public MachineConfig {
    initrdAdd = List.copyOf(initrdAdd);
    drives = List.copyOf(drives);
    if (memoryBytes < (4 << 20) || (memoryBytes & 0xFFF) != 0) {
      throw new IllegalArgumentException(
          "memory size " + memoryBytes + " is not a multiple of 4 KiB of at least 4 MiB");
    }
    if (insnsPerSecond < GuestTime.TICKS_PER_SECOND
        || insnsPerSecond % GuestTime.TICKS_PER_SECOND != 0) {
      throw new IllegalArgumentException(
          "instructions per second must be a multiple of "
              + GuestTime.TICKS_PER_SECOND
              + ", found "
              + insnsPerSecond);
    }
    if (harts < 1 || harts > MAX_HARTS) {
      throw new IllegalArgumentException(
          "the number of harts must be 1 to " + MAX_HARTS + ", found " + harts);
    }
    if (quantum < MIN_QUANTUM) {
      throw new IllegalArgumentException(
          "a hart's turn must be at least " + MIN_QUANTUM + " instructions, found " + quantum);
    }
    int room = 6 - (network != null ? 1 : 0) - (program != null ? 1 : 0);
    if (drives.size() > room) {
      throw new IllegalArgumentException(
          "at most "
              + room
              + " drives"
              + (network != null ? " beside a network card" : "")
              + ", found "
              + drives.size());
    }
  }

  /** Returns this configuration with another program and another trace. */
  public MachineConfig with(Program itsProgram, TraceOptions itsTrace) {
    return new MachineConfig(
        kernel,
        initrd,
        initrdAdd,
        append,
        memoryBytes,
        bios,
        dtb,
        drives,
        network,
        time,
        insnsPerSecond,
        seed,
        rtcBase,
        kaslr,
        softwarePageBits,
        maxInsns,
        engine,
        threshold,
        thresholdSeed,
        itsTrace,
        harts,
        quantum,
        spinsYield,
        itsProgram);
  }

  /** Retired instructions per tick of the timebase. */
  public long insnsPerTick() {
    return insnsPerSecond / GuestTime.TICKS_PER_SECOND;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Collects a configuration; every setter returns the builder. */
  public static final class Builder {
    private Path kernel;
    private Path initrd;
    private List<AddedFile> initrdAdd = List.of();
    private String append = "";
    private long memoryBytes = 512L << 20;
    private Path bios;
    private Path dtb;
    private List<DriveConfig> drives = List.of();
    private HostAccess network;
    private TimeMode time = TimeMode.VIRTUAL;
    private long insnsPerSecond = DEFAULT_INSNS_PER_SECOND;
    private long seed;
    private long rtcBase = DEFAULT_RTC_BASE;
    private boolean kaslr;
    private boolean softwarePageBits;
    private long maxInsns = Long.MAX_VALUE;
    private EngineMode engine = EngineMode.AUTO;
    private int threshold;
    private long thresholdSeed;
    private TraceOptions trace;
    private int harts = 1;
    private long quantum = DEFAULT_QUANTUM;
    private boolean spinsYield = true;
    private Program program;

    private Builder() {}

    public Builder kernel(Path v) {
      kernel = v;
      return this;
    }

    public Builder initrd(Path v) {
      initrd = v;
      return this;
    }

    public Builder initrdAdd(List<AddedFile> v) {
      initrdAdd = v;
      return this;
    }

    public Builder append(String v) {
      append = v;
      return this;
    }

    public Builder memoryBytes(long v) {
      memoryBytes = v;
      return this;
    }

    public Builder bios(Path v) {
      bios = v;
      return this;
    }

    public Builder dtb(Path v) {
      dtb = v;
      return this;
    }

    public Builder drives(List<DriveConfig> v) {
      drives = v;
      return this;
    }

    public Builder network(HostAccess v) {
      network = v;
      return this;
    }

    public Builder time(TimeMode v) {
      time = v;
      return this;
    }

    public Builder insnsPerSecond(long v) {
      insnsPerSecond = v;
      return this;
    }

    public Builder seed(long v) {
      seed = v;
      return this;
    }

    public Builder rtcBase(long v) {
      rtcBase = v;
      return this;
    }

    public Builder kaslr(boolean v) {
      kaslr = v;
      return this;
    }

    public Builder softwarePageBits(boolean v) {
      softwarePageBits = v;
      return this;
    }

    public Builder maxInsns(long v) {
      maxInsns = v;
      return this;
    }

    public Builder engine(EngineMode v) {
      engine = v;
      return this;
    }

    public Builder threshold(int v) {
      threshold = v;
      return this;
    }

    public Builder thresholdSeed(long v) {
      thresholdSeed = v;
      return this;
    }

    public Builder trace(TraceOptions v) {
      trace = v;
      return this;
    }

    public Builder harts(int v) {
      harts = v;
      return this;
    }

    public Builder quantum(long v) {
      quantum = v;
      return this;
    }

    public Builder spinsYield(boolean v) {
      spinsYield = v;
      return this;
    }

    public Builder program(Program v) {
      program = v;
      return this;
    }

    public MachineConfig build() {
      return new MachineConfig(
          kernel,
          initrd,
          initrdAdd,
          append,
          memoryBytes,
          bios,
          dtb,
          drives,
          network,
          time,
          insnsPerSecond,
          seed,
          rtcBase,
          kaslr,
          softwarePageBits,
          maxInsns,
          engine,
          threshold,
          thresholdSeed,
          trace,
          harts,
          quantum,
          spinsYield,
          program);
    }
  }
}
