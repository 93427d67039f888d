package bbt.reconstruct.cli.boot;

import bbt.packets.write.TraceWriter;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.warm.Caller;
import bbt.translator.boot.AddedFile;
import bbt.translator.boot.GuestSample;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.MachineConfig.DriveConfig;
import bbt.translator.config.TimeMode;
import bbt.translator.config.TraceOptions;
import bbt.translator.engine.EngineMode;
import bbt.translator.net.HostAccess;
import bbt.translator.trace.TraceScope;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options of {@code bbt boot} that describe the machine and its trace. */
final class BootOptions {
  private static final String USER = "user";

  @Option(names = "--kernel", paramLabel = "FILE", description = "Kernel or bare-metal program.")
  Path kernel;

  @Option(names = "--initrd", paramLabel = "FILE", description = "Initial RAM disk.")
  Path initrd;

  @Option(
      names = "--initrd-add",
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Files to add to the initial RAM disk, in its root directory; executable there if anybody"
              + " may execute them here.")
  List<Path> initrdAdd = new ArrayList<>();

  @Option(names = "--append", paramLabel = "STR", description = "Kernel command line.")
  String append;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "512M",
      description = "RAM, such as 256M or 2G (default: ${DEFAULT-VALUE}).")
  String memory;

  @Option(
      names = "--bios",
      paramLabel = "FILE",
      description = "M-mode firmware (OpenSBI) instead of the built-in SBI; RISC-V.")
  Path bios;

  @Option(
      names = "--dtb",
      paramLabel = "FILE",
      description = "Device tree instead of the generated one.")
  Path dtb;

  @Option(
      names = "--drive",
      paramLabel = "FILE[,persist]",
      description = {
        "Virtio block drive. Writes stay in memory, unless ',persist' is given. Repeatable.",
        "Takes the place of a sample's own drives."
      })
  List<String> drives = new ArrayList<>();

  @Option(
      names = "--net",
      paramLabel = "none|user[,ports=LIST][,connections=N]",
      defaultValue = "none",
      description = {
        "user: a virtio network card and a gateway at 10.0.2.2 that answers DHCP and ping",
        "and passes TCP connections to the ports of LIST (such as 80,8000-8010) on to this machine's",
        "127.0.0.1, at most N at a time (default: 64). Without LIST no port is open. Nothing else is",
        "reachable, and nothing reaches the guest (default: ${DEFAULT-VALUE})."
      })
  String network;

  @Option(
      names = "--bb-trace",
      paramLabel = "FILE|-|ADDRESS",
      description = {
        "Write the trace to FILE; to standard output with - (the guest's console then goes to standard",
        "error, or where --console says); or to who connects to ADDRESS, unix:PATH or tcp:[HOST:]PORT of",
        "this machine's loopback, before the guest starts."
      })
  String trace;

  @Option(names = "--bb-verify", description = "Add hashes of what was executed to the trace.")
  boolean verify;

  @Option(
      names = "--bb-mode",
      paramLabel = "MODE",
      defaultValue = "compact",
      description = "raw or compact (default: ${DEFAULT-VALUE}).")
  TraceMode mode;

  @Option(
      names = "--bb-ring",
      paramLabel = "SIZE",
      description = {
        "Keep the newest part of the run: the file never has more than SIZE bytes, such as 64M, and",
        "can be read at any time, also when this process was killed."
      })
  String ring;

  @Option(
      names = "--bb-filter",
      paramLabel = "SPEC",
      description = {
        "Record only what SPEC covers: kernel, user, task=NAME, pid=N, space=N, range=A-B (hexadecimal,",
        "B not included) or symbol=F (a function of the kernel or of the program that is booted).",
        "A comma is 'and'. Repeatable, which is 'or'."
      })
  List<String> filters = new ArrayList<>();

  @Option(
      names = "--bb-start",
      paramLabel = "EVENT",
      description = {
        "Record from this event on: insns=N (instructions of all harts), time=T (guest time: 1.5s, 300ms),",
        "symbol=F (each time the function is entered), symbol=F:N (the Nth time), pc=A, pc=A:N,",
        "console=TEXT (each line that contains it), mark=N (each marker instruction of the guest with",
        "that number), exec (each program that a task of Linux begins), exec=NAME (this one), pid=N (each",
        "time that the process goes on), hand (Ctrl-A t, gdb's 'monitor trace on'). Repeatable."
      })
  List<String> starts = new ArrayList<>();

  @Option(
      names = "--bb-stop",
      paramLabel = "EVENT",
      description =
          "Stop recording at this event, as --bb-start; another start may follow. Repeatable.")
  List<String> stops = new ArrayList<>();

  @Option(
      names = "--context",
      paramLabel = "RULE",
      defaultValue = "auto",
      description = {
        "How context switches are found (default: auto).",
        "linux: a register move into tp in S-mode that changes it (in M-mode, too, without firmware);",
        "on AArch64 another address of the kernel in SP_EL0;",
        "stack: an integer load into sp from another base register that changes it; RISC-V;",
        "auto: stack for a bare-metal program in M-mode that is no Linux kernel, else linux.",
        "A change of satp or TTBR0_EL1 is one in any case."
      })
  TraceOptions.Context context;

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      defaultValue = "auto",
      description = "auto, interpreter or translator (default: auto).")
  EngineMode engine;

  @Option(
      names = "--time",
      paramLabel = "CLOCK",
      defaultValue = "virtual",
      description = "virtual or host; host gives up determinism (default: virtual).")
  TimeMode time;

  @Option(
      names = "--insns-per-second",
      paramLabel = "N",
      defaultValue = "1000M",
      description = "Instructions in a second of virtual time, a multiple of 10M (default: 1000M).")
  String insnsPerSecond;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of all the guest's randomness (default: 0).")
  long seed;

  @Option(names = "--kaslr", description = "Let the kernel randomise its address (from the seed).")
  boolean kaslr;

  @Option(
      names = "--svade",
      description =
          "Page faults where a page's A or D bit would have to be set (Svade); without it the"
              + " machine sets them (Svadu). RISC-V; AArch64's never does.")
  boolean svade;

  @Option(
      names = "--rtc-base",
      paramLabel = "T",
      defaultValue = "2026-01-01T00:00:00Z",
      description =
          "What the clock says at reset: ISO 8601 or seconds since 1970 (default: ${DEFAULT-VALUE}).")
  String rtcBase;

  @Option(
      names = "--max-insns",
      paramLabel = "N",
      description = "Stop after N instructions, such as 1500000 or 2G.")
  String maxInsns;

  @Option(
      names = {"--smp", "--harts"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of harts, 1 to 32 (default: ${DEFAULT-VALUE}).")
  int harts;

  @Option(
      names = "--quantum",
      paramLabel = "N",
      description = "Instructions of a hart's turn, at least 1000 (default: 20000).")
  String quantum;

  @Option(names = "--threshold", hidden = true, defaultValue = "0")
  int threshold;

  @Option(names = "--threshold-seed", hidden = true, defaultValue = "0")
  long thresholdSeed;

  /** Trace modes (docs/trace-format.md, "Events"). */
  enum TraceMode {
    RAW,
    COMPACT
  }

  /**
   * The configuration.
   *
   * @param guest what takes the place of {@code --kernel}, {@code --initrd}, {@code --append},
   *     {@code --bios} and {@code --drive} where they are not given
   * @param caller who named the drives
   * @param target of the trace; null without one
   */
  MachineConfig toConfig(GuestSample.Prepared guest, Caller caller, TraceTarget target) {
    try {
      TraceScope scope = scope();
      return MachineConfig.builder()
          .kernel(kernel != null ? kernel : guest.kernel())
          .initrd(initrd != null ? initrd : guest.initrd())
          .initrdAdd(initrdAdd.stream().map(AddedFile::of).toList())
          .append(append != null ? append : guest.append())
          .memoryBytes(number("--memory", memory, 1024))
          .bios(bios != null ? bios : guest.bios())
          .dtb(dtb)
          .drives(drives(guest, caller))
          .network(access())
          .time(time)
          .insnsPerSecond(number("--insns-per-second", insnsPerSecond, 1000))
          .seed(seed)
          .rtcBase(rtcSeconds())
          .kaslr(kaslr)
          .softwarePageBits(svade)
          .maxInsns(maxInsns == null ? Long.MAX_VALUE : number("--max-insns", maxInsns, 1000))
          .engine(engine)
          .harts(harts)
          .quantum(
              quantum == null ? MachineConfig.DEFAULT_QUANTUM : number("--quantum", quantum, 1000))
          .threshold(threshold)
          .thresholdSeed(thresholdSeed)
          .trace(
              target == null
                  ? null
                  : new TraceOptions(
                      target.file(),
                      target.stream(),
                      verify,
                      mode == TraceMode.COMPACT,
                      context,
                      scope,
                      ring(target)))
          .build();
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.USAGE, e.getMessage() + "; see bbt boot --help", e);
    }
  }

  /** Bytes of the ring; 0 without. */
  private long ring(TraceTarget target) {
    if (ring == null) {
      return 0;
    }
    long bytes = number("--bb-ring", ring, 1024);
    long least = TraceWriter.leastRing(harts);
    if (bytes < least) {
      throw new IllegalArgumentException(
          "--bb-ring %s is less than %dM, which %s at least"
              .formatted(ring, least >> 20, harts == 1 ? "it takes" : harts + " harts take"));
    }
    if (target.file() == null || !target.isKept()) {
      throw new IllegalArgumentException(
          "--bb-ring keeps the newest part of the run in a file, and "
              + target.name()
              + " is none: name one with --bb-trace");
    }
    return bytes;
  }

  private TraceScope scope() {
    TraceScope scope =
        new TraceScope(
            filters.stream().map(TraceScope.Filter::parse).toList(),
            starts.stream().map(TraceScope.Trigger::parse).toList(),
            stops.stream().map(TraceScope.Trigger::parse).toList());
    if (trace == null && ring != null) {
      throw new IllegalArgumentException("--bb-ring needs --bb-trace FILE");
    }
    if (trace == null && !scope.isAll()) {
      throw new IllegalArgumentException(
          "--bb-filter, --bb-start and --bb-stop need --bb-trace: they say what it records");
    }
    return scope;
  }

  private HostAccess access() {
    return switch (network) {
      case "none" -> null;
      case USER -> HostAccess.NONE;
      default -> {
        if (!network.startsWith(USER + ",")) {
          throw new IllegalArgumentException("--net " + network + " is neither none nor user");
        }
        try {
          yield HostAccess.parse(network.substring(USER.length() + 1));
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("--net " + network + ": " + e.getMessage(), e);
        }
      }
    };
  }

  private List<DriveConfig> drives(GuestSample.Prepared guest, Caller caller) {
    return drives.isEmpty()
        ? guest.drives().stream().map(file -> new DriveConfig(file, false)).toList()
        : drives.stream().map(text -> drive(text, caller)).toList();
  }

  private static DriveConfig drive(String text, Caller caller) {
    boolean persist = text.endsWith(",persist");
    return new DriveConfig(
        caller.path(persist ? text.substring(0, text.length() - ",persist".length()) : text),
        persist);
  }

  private long rtcSeconds() {
    try {
      return rtcBase.matches("-?\\d+")
          ? Long.parseLong(rtcBase)
          : Instant.parse(rtcBase).getEpochSecond();
    } catch (DateTimeException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "--rtc-base " + rtcBase + " is neither a time such as 2026-01-01T00:00:00Z nor seconds",
          e);
    }
  }

  /** A number with an optional suffix K, M or G in powers of {@code unit}. */
  static long number(String option, String text, long unit) {
    String digits = text.strip().toUpperCase(Locale.ROOT).replace("_", "");
    long factor = 1;
    int power = digits.isEmpty() ? -1 : "KMG".indexOf(digits.charAt(digits.length() - 1));
    if (power >= 0) {
      digits = digits.substring(0, digits.length() - 1);
      for (int i = 0; i <= power; i++) {
        factor *= unit;
      }
    }
    try {
      long value = Math.multiplyExact(Long.parseLong(digits), factor);
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // Falls through to the one message for all of these.
    }
    throw new IllegalArgumentException(
        option + " " + text + " is not a positive number such as 1500000, 512M or 2G");
  }
}
