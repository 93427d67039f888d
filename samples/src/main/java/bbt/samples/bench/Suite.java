package bbt.samples.bench;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.samples.conformance.fuzz.run.Image;
import bbt.samples.guests.EmbeddedElf;
import bbt.samples.guests.MiniSample;
import bbt.samples.guests.disk.DebianBenchSample;
import bbt.samples.guests.disk.DebianSample;
import bbt.samples.guests.linux.LinuxSample;
import bbt.samples.guests.linux.StableLinux;
import bbt.samples.guests.linux.TestingLinux;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A set of works on RISC-V, each of which is a row of a table: QEMU, bbt, bbt traced. */
public enum Suite {
  /** The tool's own start: no guest, a guest of a few instructions, a small kernel. */
  START {
    @Override
    public List<String> names() {
      return List.of(VERSION, FIRST, "mini");
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return switch (name) {
        case VERSION -> new Work(name, List.of("--version"), List.of("--version"), null, null);
        case FIRST -> firstInstructions(setting);
        default -> {
          GuestSample.Prepared mini = new MiniSample().prepare(setting.progress());
          yield Work.boot(name, mini, mini.append(), setting.memory());
        }
      };
    }
  },

  /** Stock kernels from reset to their first program, which powers off. */
  BOOT {
    @Override
    public List<String> names() {
      return kernels();
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return guest(name, " rdinit=/bin/poweroff -- -f", setting);
    }
  },

  /** Stock kernels that boot and do the samples' shell work, and Debian's userland at work. */
  SHELL {
    @Override
    public List<String> names() {
      return guests().stream().map(GuestSample::name).toList();
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return guest(name, "", setting);
    }
  },

  /** Boots the first kernel with its shell work on four harts, and in QEMU in both of its ways. */
  SMP {
    @Override
    public List<String> names() {
      return List.of("single", "multi");
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return guest(kernels().getFirst(), "", setting)
          .with(
              name,
              List.of("--smp", SMP_HARTS),
              List.of("-smp", SMP_HARTS, "-accel", "tcg,thread=" + name));
    }
  },

  /**
   * Work that takes a processor long: loops, calls, tables, floating point. Source: {@code
   * samples/src/guest/bench} and {@code samples/src/guest/float}.
   */
  CPU {
    @Override
    public List<String> names() {
      return Work.join(List.of(CPU_BENCH.split(" ")), List.of(CPU_FLOAT.split(" ")));
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return List.of(CPU_FLOAT.split(" ")).contains(name)
          ? bare("float", name, FLOAT_ROUNDS + " " + name, setting)
          : bare("bench", name, name, setting);
    }
  },

  /** Code of shapes that translators find hard. */
  CLIFFS {
    @Override
    public List<String> names() {
      return List.of("line pages lukewarm warm jit straddle traps smc alias spin stand".split(" "));
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      return bare("bench", name, name, setting);
    }
  },

  /** Debian's own programs at fixed work inside Linux; the boot is not measured. */
  DEBIAN {
    @Override
    public List<String> names() throws IOException {
      return DebianBenchSample.works();
    }

    @Override
    public Work work(String name, Setting setting) throws IOException {
      GuestSample.Prepared guest = new DebianBenchSample().prepare(setting.progress());
      String append = guest.append() + " quiet " + DebianBenchSample.option(name);
      return Work.boot(name, guest, append, setting.memory())
          .within(new Span(DebianBenchSample.begin(name), DebianBenchSample.end(name)));
    }
  };

  private static final String VERSION = "version";
  private static final String FIRST = "first";
  private static final String SMP_HARTS = "4";
  private static final String CPU_BENCH =
      "sha aes crc chase qsort matmul sieve fib indirect switch fsm copy huffman regex bignum hash"
          + " divide";
  private static final String CPU_FLOAT =
      "matmul-double matmul-float matmul-exact fft nbody mandelbrot-double mandelbrot-float"
          + " polynomial-fma convert libm";
  private static final int FLOAT_ROUNDS = 12;

  /** Names of the rows, in the order of the table. */
  public abstract List<String> names() throws IOException;

  /**
   * A row; fetches the guest that it needs.
   *
   * @param name one of {@link #names}
   */
  public abstract Work work(String name, Setting setting) throws IOException;

  /** The suite of a name on the command line, or null. */
  public static Suite named(String name) {
    return Arrays.stream(values()).filter(s -> s.toString().equals(name)).findFirst().orElse(null);
  }

  /**
   * The rows to run, in the order of the table.
   *
   * @param wanted names; none: all
   * @throws UserException if there is no row of one of the names
   */
  public List<String> choose(List<String> wanted) throws IOException {
    List<String> names = names();
    Set<String> unknown = new LinkedHashSet<>(wanted);
    names.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw new UserException(
          Fault.USAGE,
          "the suite "
              + this
              + " has no row "
              + String.join(", ", unknown)
              + "; it has "
              + String.join(", ", names)
              + ", all on RISC-V");
    }
    return wanted.isEmpty() ? names : names.stream().filter(wanted::contains).toList();
  }

  /** The suite's name on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static List<GuestSample> guests() {
    return List.of(new TestingLinux(), new StableLinux(), new DebianSample());
  }

  private static List<String> kernels() {
    return guests().stream().filter(LinuxSample.class::isInstance).map(GuestSample::name).toList();
  }

  /**
   * The boot of one of {@link #guests}.
   *
   * @param more words behind the kernel's own command line
   */
  private static Work guest(String name, String more, Setting setting) throws IOException {
    GuestSample guest =
        guests().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    GuestSample.Prepared files = guest.prepare(setting.progress());
    return Work.boot(name, files, files.append() + more, setting.memory());
  }

  private static Work bare(String elf, String name, String append, Setting setting)
      throws IOException {
    Path kernel = EmbeddedElf.file(elf);
    return Work.boot(
        name, new GuestSample.Prepared(kernel, null, append), append, setting.memory());
  }

  /** A program without firmware whose first instructions power the machine off. */
  private static Work firstInstructions(Setting setting) throws IOException {
    Assembler program = new Assembler();
    program.li(5, Image.FINISHER).li(6, Image.POWER_OFF).s(Insn.SW, 6, 5, 0);
    program.label("wait").jal(0, "wait").padTo(4096);
    byte[] bytes = program.bytes();
    Path elf = setting.folder().resolve("first.elf");
    new Image(bytes, 8 << 20, bytes.length).writeElf(elf);
    return Work.boot(FIRST, new GuestSample.Prepared(elf, null, ""), "", setting.memory())
        .with(FIRST, List.of(), List.of("-bios", "none"));
  }
}
