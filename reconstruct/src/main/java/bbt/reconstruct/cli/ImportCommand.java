package bbt.reconstruct.cli;

import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.export.ExportFormat;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.interchange.code.CodeSource;
import bbt.reconstruct.interchange.code.FileCode;
import bbt.reconstruct.interchange.code.TraceCode;
import bbt.reconstruct.interchange.read.ForeignFormat;
import bbt.reconstruct.interchange.read.Importer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt import}: makes a trace in bbt's format of a trace that something else wrote. */
@Command(
    name = "import",
    description = "Make a trace of one that a chip or another simulator wrote.",
    footer = {
      "",
      "Example: bbt import chip.te --format e-trace --binary vmlinux -o chip.bbt",
      "See docs/interchange.md."
    })
final class ImportCommand implements Callable<Integer> {
  /** Lists the formats for --help and completion. */
  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ForeignFormat.values()).map(ForeignFormat::key).iterator();
    }
  }

  private static final Pattern BINARY =
      Pattern.compile("(.+?)(?:@([0-9a-fA-Fx]+))?(?:,context=(\\d+))?");

  @Parameters(paramLabel = "FILE", description = "The foreign trace.")
  private Path file;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = {
        "One of ${COMPLETION-CANDIDATES}.",
        "Not needed where the name of the file says it, as in bbt export: .etrace, .ntrace ..."
      })
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The trace to write.")
  private Path output;

  @Option(
      names = "--binary",
      paramLabel = "ELF[@ADDRESS][,context=N]",
      description =
          "A program that was executed; may be given several times. ADDRESS (hexadecimal): where its"
              + " first byte was loaded, if not where it says; N: in that address space alone.")
  private List<String> binaries = List.of();

  @Option(
      names = "--code",
      paramLabel = "TRACE",
      description = "Take the code from a trace of bbt of the same guest, instead of --binary.")
  private Path code;

  @Option(
      names = "--source",
      paramLabel = "N",
      description = "The hart that is wanted, where the file has several.")
  private Integer source;

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "A property of the encoder that its trace does not state, such as widths of fields and"
              + " sizes of tables: e-trace's bpred_size=N and others. See docs/interchange.md.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (Files.isDirectory(file)) {
      throw new UserException(Fault.NO_INPUT, file + ": is a directory; name a file");
    }
    if (TraceReader.isTrace(file)) {
      throw new UserException(
          Fault.USAGE, file + ": is a trace of bbt already; bbt report, step and diff take it");
    }
    ForeignFormat chosen = chosen();
    if (!binaries.isEmpty() && code != null) {
      throw new UserException(Fault.USAGE, "choose one of --binary and --code");
    }
    if (binaries.isEmpty() && code == null && !chosen.hasCode()) {
      throw new UserException(
          Fault.USAGE,
          chosen.key() + " has no code: name it with --binary ELF, or with --code TRACE");
    }
    try {
      return read(chosen);
    } catch (InterchangeException e) {
      throw new UserException(Fault.BAD_DATA, file + ": " + e.getMessage(), e);
    }
  }

  private ForeignFormat chosen() {
    if (format != null) {
      return ForeignFormat.of(format)
          .orElseThrow(
              () ->
                  new UserException(
                      Fault.USAGE, "there is no format '" + format + "'; choose one of " + keys()));
    }
    return ExportFormat.of(file)
        .flatMap(written -> ForeignFormat.of(written.key()))
        .orElseThrow(
            () ->
                new UserException(
                    Fault.USAGE,
                    file + " does not say which format it has; add --format, one of " + keys()));
  }

  private int read(ForeignFormat chosen) throws IOException {
    Importer importer = new Importer(file, chosen, parameters);
    int hart = hart(importer.sources());
    Map<String, String> programs = new TreeMap<>();
    AtomicReference<GuestIsa> guest = new AtomicReference<>();
    CodeSource source =
        code == null
            ? files(programs, guest)
            : TraceFiles.reading(
                code,
                () -> {
                  try (TraceReader reader = TraceReader.open(code)) {
                    guest.set(Guests.of(reader.header()));
                    return TraceCode.read(code, hart < reader.harts() ? hart : 0);
                  }
                });
    AtomicReference<Importer.Result> result = new AtomicReference<>();
    try (Progress progress = Progress.start("importing", () -> size(file))) {
      OutputFile.write(
          output,
          unfinished ->
              result.set(
                  importer.write(
                      unfinished, hart, guest.get(), source, programs, progress::update)));
    }
    return told(result.get());
  }

  private int told(Importer.Result result) {
    PrintWriter err = spec.commandLine().getErr();
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        output
            + ": "
            + NumberText.grouped(result.instructions() - result.gaps())
            + " instructions, "
            + NumberText.grouped(result.bytes())
            + " bytes");
    out.flush();
    if (result.gaps() > 0) {
      err.println(
          "bbt: "
              + NumberText.grouped(result.gaps())
              + " gaps: how many instructions are missing there is not known; each counts as one");
    }
    if (result.lostTraps() > 0) {
      err.println(
          "bbt: "
              + NumberText.grouped(result.lostTraps())
              + " traps are left out: where their handlers are is not in the foreign trace");
    }
    if (result.misfits().told() != null) {
      err.println("bbt: " + file + ": " + result.misfits().told());
      return ExitCode.BAD_DATA;
    }
    return ExitCode.OK;
  }

  private static long size(Path path) {
    try {
      return Files.size(path);
    } catch (IOException e) {
      return 0;
    }
  }

  private int hart(SortedSet<Integer> sources) {
    String all = sources.stream().map(String::valueOf).collect(Collectors.joining(", "));
    if (source == null && sources.size() > 1) {
      throw new UserException(
          Fault.USAGE,
          file
              + ": has several harts, in an order that it does not tell: choose one with --source, of "
              + all);
    }
    if (source != null && !sources.contains(source)) {
      throw new UserException(Fault.USAGE, file + ": has no hart " + source + ", but " + all);
    }
    return source == null ? sources.first() : source;
  }

  private FileCode files(Map<String, String> programs, AtomicReference<GuestIsa> guest)
      throws IOException {
    FileCode files = new FileCode();
    guest.set(Guests.DEFAULT);
    int number = 0;
    for (String binary : binaries) {
      Matcher parts = BINARY.matcher(binary);
      if (!parts.matches()) {
        throw new UserException(
            Fault.USAGE, "--binary " + binary + ": write ELF@ADDRESS,context=N");
      }
      Path path = Path.of(parts.group(1));
      try {
        ElfFile elf = ElfFile.read(path);
        guest.set(elf.guest());
        int context = parts.group(3) == null ? FileCode.ANY : Integer.parseInt(parts.group(3));
        files.add(elf, path.getFileName().toString(), shift(elf, parts.group(2)), context);
      } catch (ImageException e) {
        throw new UserException(Fault.BAD_DATA, e.getMessage(), e);
      } catch (NumberFormatException e) {
        throw new UserException(Fault.USAGE, "--binary " + binary + ": " + e.getMessage(), e);
      }
      programs.put("guest.program." + number++ + ".sha256", FileKey.of(path));
    }
    return files;
  }

  private static long shift(ElfFile elf, String address) {
    if (address == null) {
      return 0;
    }
    long wanted = Long.parseUnsignedLong(address.replaceFirst("^0x", ""), 16);
    long first = elf.segments().stream().mapToLong(s -> s.virtual()).min().orElse(0);
    return wanted - (first & -4096L);
  }

  private static String keys() {
    return Arrays.stream(ForeignFormat.values())
        .map(ForeignFormat::key)
        .collect(Collectors.joining(", "));
  }
}
